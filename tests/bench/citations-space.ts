/**
 * Whether white space that means something is distinguished from layout: real cited lines of public repositories, each changed in
 * one way that the product's rules know nothing of. The changes are made by patterns that share nothing with them.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeRepository } from "./citations";
import { accuracyOf, type Judged, percent, type Share } from "./citations-figures";
import type { TrueCitation, TrueRepository } from "./citations-truth-file";
import { randomFrom } from "./statistics";
import { formatTable } from "./table";

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "TypeScript, JavaScript",
  tsx: "TypeScript, JavaScript",
  js: "TypeScript, JavaScript",
  py: "Python",
  go: "Go",
  rs: "Rust",
  java: "Java, Kotlin",
  kt: "Java, Kotlin",
  c: "C, C++",
  h: "C, C++",
  cpp: "C, C++",
  rb: "Ruby",
  php: "PHP",
  cs: "C#",
  yml: "YAML",
  yaml: "YAML",
};
const INDENTED = new Set(["Python", "YAML"]);
const SCRIPT = "TypeScript, JavaScript";
const OVER_LINES = /"""|'''|`|@"|R"\(|<<[~-]?["'A-Z]|\/\*/;
const COMMENT = /^\s*(?:\/\/|#|\*|\/\*|--)/;
const CASES_A_REPOSITORY = 60;

/** A cited text in its file, and how it was changed there. */
type Source = { language: string; lines: readonly string[]; first: number; last: number };
type Change = (source: Source) => string[] | null;

/** Changes one line of the citation, the first that can be. */
function inOneLine({ lines, first, last }: Source, change: (line: string, row: number) => string | null) {
  for (let row = first; row <= last; row += 1) {
    const line = lines[row] ?? "";
    const changed = COMMENT.test(line) ? null : change(line, row);
    if (changed !== null && changed !== line) return lines.with(row, changed);
  }
  return null;
}

const inLiteral: Change = (source) =>
  inOneLine(source, (line) => {
    const found = /^([^"'`/#]*)(["'])([\w ,.:;/-]{3,60})\2(?!["'\w])/.exec(line);
    if (!found || (found[2] === "'" && source.language === "Rust")) return null;
    const [whole, before = "", quote = "", text = ""] = found;
    const changed = text.includes(" ") ? text.replace(" ", "") : text.replace(/(\w)(\w)/, "$1 $2");
    return `${before}${quote}${changed}${quote}${line.slice(whole.length)}`;
  });

const betweenWords: Change = (source) =>
  inOneLine(source, (line) => (/["'`]/.test(line) ? null : line.replace(/(\w) (\w)/, "$1$2")));

const behindReturn: Change = (source) => {
  if (source.language !== SCRIPT) return null;
  const changed = inOneLine(source, (line) =>
    /["'`]/.test(line) ? null : line.replace(/^(\s*)(return|throw) (?=[^\s;])/, "$1$2\n$1  "),
  );
  return changed?.flatMap((line) => line.split("\n")) ?? null;
};

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Moves the last line to the depth of its header. */
const outOfItsParent: Change = ({ language, lines, first, last }) => {
  if (!INDENTED.has(language)) return null;
  const line = lines[last] ?? "";
  const above = lines.slice(0, last).filter((other) => other.trim() !== "" && !COMMENT.test(other));
  const before = above.at(-1) ?? "";
  if (line.trim() === "" || COMMENT.test(line) || OVER_LINES.test(lines.slice(0, last + 1).join("\n")))
    return null;
  const brackets = above.join("").replace(/[^([{)\]}]/g, "");
  const opened = brackets.replace(/[([{]/g, "").length;
  if (opened * 2 !== brackets.length || /[,([{\\]$/.test(before.trimEnd())) return null;
  if (/[|>][+-]?\s*$/.test(above.findLast((other) => indentOf(other) < indentOf(line)) ?? "")) return null;
  const header = above.findLast((other) => indentOf(other) < indentOf(line));
  if (header === undefined || !/:$/.test(header.trimEnd()) || line.trim().startsWith("-")) return null;
  if (first <= last) return lines.with(last, line.slice(indentOf(line) - indentOf(header)));
  return null;
};

const whole = ({ lines }: Source): string => lines.join("\n");

const indented: Change = (source) => {
  if (OVER_LINES.test(whole(source).replace(/\/\*/g, ""))) return null;
  if (source.language === "Python") return source.lines.map((line) => " ".repeat(indentOf(line)) + line);
  if (INDENTED.has(source.language)) return null;
  return source.lines.map((line) => (line === "" ? "" : `  ${line}`));
};

const wrapped: Change = (source) => {
  if (source.language === "YAML" || OVER_LINES.test(whole(source))) return null;
  const changed = inOneLine(source, (line) =>
    /["'`/#\\]/.test(line) ? null : line.replace(/\((?=[\w(])(.+)\)/, "(\n        $1\n    )"),
  );
  return changed?.flatMap((line) => line.split("\n")) ?? null;
};

const blankLine: Change = (source) => {
  const { lines, first, last } = source;
  if (first === last || OVER_LINES.test(whole(source))) return null;
  return [...lines.slice(0, first + 1), "", ...lines.slice(first + 1)];
};

const spaceAtEnds: Change = (source) =>
  OVER_LINES.test(whole(source)) ? null : source.lines.map((line) => `${line}  `);

const MEANT: Readonly<Record<string, Change>> = {
  "in a literal": inLiteral,
  "between two words": betweenWords,
  "behind return": behindReturn,
  "out of its parent": outOfItsParent,
};
const LAYOUT: Readonly<Record<string, Change>> = {
  "the file indented": indented,
  "a call wrapped": wrapped,
  "a blank line": blankLine,
  "space at the ends of lines": spaceAtEnds,
};

type Case = {
  change: string;
  language: string;
  path: string;
  was: string;
  now: string;
  wanted: TrueCitation;
};

/** The cases of a repository: cited lines in turn, each with the changes that can be made to it. */
export function casesOf(git_dir: string, { name, pairs }: TrueRepository): Case[] {
  const random = randomFrom(20_261_122);
  const cases: Case[] = [];
  const counts = new Map<string, number>();
  const all = pairs.flatMap(({ from, citations }) => citations.map(({ origin }) => ({ from, origin })));
  all.sort(() => random() - 0.5);
  for (const { from, origin } of all) {
    const language = LANGUAGES[origin.path.slice(origin.path.lastIndexOf(".") + 1)];
    if (language === undefined) continue;
    const was = read(git_dir, `${from}:${origin.path}`);
    if (was === null || was.includes("\r")) continue;
    const source = {
      language,
      lines: was.split("\n"),
      first: origin.line_start - 1,
      last: origin.line_end - 1,
    };
    for (const [change, make] of Object.entries({ ...MEANT, ...LAYOUT })) {
      const count = counts.get(change) ?? 0;
      const changed = count < CASES_A_REPOSITORY / 8 ? make(source) : null;
      const now = changed?.join("\n");
      if (now === undefined || now === was) continue;
      counts.set(change, count + 1);
      const path = `${name.replace("/", "-")}/${cases.length}/${origin.path.slice(origin.path.lastIndexOf("/") + 1)}`;
      const place = { path, line_start: origin.line_start, line_end: origin.line_end };
      const truth = { place, whitespace: change in LAYOUT, decoy: false, duplicate: false };
      const status = change in MEANT ? "edited" : "unchanged";
      cases.push({
        change,
        language,
        path,
        was,
        now,
        wanted: { origin: place, truth: { ...truth, status } },
      });
    }
  }
  return cases;
}

function read(git_dir: string, object: string): string | null {
  try {
    return execFileSync("git", [`--git-dir=${git_dir}`, "cat-file", "blob", object], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 50_000_000,
    });
  } catch {
    return null;
  }
}

type JudgedCase = Judged & Pick<Case, "change" | "language">;

/** Each case judged, in a history of two commits that holds them all. */
export async function judgeSpaces(cases: readonly Case[], aside: boolean): Promise<JudgedCase[]> {
  const folder = mkdtempSync(join(tmpdir(), "casebook-bench-space-"));
  const git_dir = join(folder, "history.git");
  const git = (args: readonly string[], input?: string): string =>
    execFileSync("git", [`--git-dir=${git_dir}`, ...args], { encoding: "utf8", input: input ?? "" }).trim();
  try {
    git(["init", "--quiet", "--bare", "--initial-branch=main"]);
    git(["fast-import", "--quiet"], commitOf(cases, "was") + commitOf(cases, "now"));
    const [to = "", from = ""] = git(["rev-list", "main"]).split("\n");
    const citations = cases.map(({ wanted }) => wanted);
    const pairs = [{ from, to, distance: 1, citations, dropped: 0 }];
    const judged = await judgeRepository(git_dir, { name: "spaces", aside, pairs });
    const by_path = new Map(cases.map((one) => [one.path, one]));
    return judged.flatMap((one) => {
      const made = by_path.get(one.wanted.origin.path);
      if (made) return [Object.assign(one, { change: made.change, language: made.language })];
      return [];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function commitOf(cases: readonly Case[], state: "was" | "now"): string {
  const files = cases.map((one) => {
    const text = one[state];
    return `M 100644 inline ${one.path.replaceAll(" ", "_")}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  });
  const head = "commit refs/heads/main\ncommitter Bench <bench@example.test> 1700000000 +0000\ndata 1\nx\n";
  return `${head}${files.join("")}\n`;
}

/** Detection and what was kept, by change and by language. */
export function spaceTable(judged: readonly JudgedCase[]): string {
  const groups = [
    ["all", () => true] as const,
    ...[...Object.keys(MEANT), ...Object.keys(LAYOUT)].map(
      (change) => [change, (one: JudgedCase) => one.change === change] as const,
    ),
    ...[...new Set(Object.values(LANGUAGES))].map(
      (language) => [language, (one: JudgedCase) => one.language === language] as const,
    ),
  ];
  const shown = ({ hits, of }: Share): string => (of === 0 ? "" : `${percent({ hits, of })} (${hits}/${of})`);
  const rows = groups.map(([name, belongs]) => {
    const { detected, whitespace_kept } = accuracyOf(judged.filter(belongs));
    return [name, shown(detected), shown(whitespace_kept)];
  });
  return formatTable(["meaningful white space", "detected", "layout kept"], rows, new Set([1, 2]));
}
