/**
 * Whether code that only a formatter changed keeps its memories, and code that people changed never passes for it: cited
 * lines in the hunks of real commits, of formatters and of others. The commits are named in formatting.tsv; the lines are
 * drawn anew from clones.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { wilson } from "@/lib/kernel/statistics";
import { judgeRepository } from "./citations";
import type { Judged } from "./citations-figures";
import { isFormattedAlone } from "./citations-formatting-truth";
import type { TrueCitation } from "./citations-truth-file";
import { randomFrom } from "./statistics";
import { formatTable } from "./table";

const FILE = "tests/bench/formatting.tsv";
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "TypeScript, JavaScript",
  tsx: "TypeScript, JavaScript",
  mts: "TypeScript, JavaScript",
  js: "TypeScript, JavaScript",
  jsx: "TypeScript, JavaScript",
  mjs: "TypeScript, JavaScript",
  py: "Python",
  go: "Go",
  rs: "Rust",
  java: "Java",
  c: "C, C++",
  h: "C, C++",
  cc: "C, C++",
  cpp: "C, C++",
  hpp: "C, C++",
  php: "PHP",
  cs: "C#",
  rb: "Ruby",
};
const CASES_A_FILE = 3;
const CASES_A_COMMIT = 24;
const TALLEST = 8;
const SEED = 20_261_122;

export type FormattingCommit = {
  kind: "formatter" | "other";
  repository: string;
  aside: boolean;
  commit: string;
  /** The one file of it that is drawn from; null for all. */
  path: string | null;
};

export function readFormatting(): FormattingCommit[] {
  return readFileSync(FILE, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [kind = "", repository = "", aside = "", commit = "", path] = line.split("\t");
      return {
        kind: kind === "formatter" ? "formatter" : "other",
        repository,
        aside: aside === "aside",
        commit,
        path: path ?? null,
      };
    });
}

type Hunk = { path: string; first: number; count: number };

/** The lines that a commit took away, by its hunks. */
function hunksOf(git_dir: string, commit: string): Hunk[] {
  const diff = execFileSync(
    "git",
    [
      `--git-dir=${git_dir}`,
      "diff",
      "--no-renames",
      "--no-color",
      "--unified=0",
      "--diff-filter=M",
      `${commit}^`,
      commit,
    ],
    { encoding: "latin1", maxBuffer: 200_000_000, stdio: ["ignore", "pipe", "ignore"] },
  );
  const hunks: Hunk[] = [];
  let path = "";
  for (const line of diff.split("\n")) {
    if (line.startsWith("--- a/")) path = line.slice("--- a/".length).replace(/\t$/, "");
    const [, first, count = "1"] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
    if (first !== undefined && Number(count) > 0)
      hunks.push({ path, first: Number(first), count: Number(count) });
  }
  return hunks;
}

/** Cited lines that touch a hunk: one to eight of them, with up to two around. */
export function drawCitations(
  git_dir: string,
  { commit, path: wanted }: Pick<FormattingCommit, "commit" | "path">,
): TrueCitation[] {
  const random = randomFrom(SEED);
  const hunks = hunksOf(git_dir, commit)
    .filter(({ path }) => languageOfPath(path) !== null)
    .filter(({ path }) => wanted === null || path === wanted);
  const shuffled = hunks.map((hunk) => ({ hunk, at: random() })).sort((left, right) => left.at - right.at);
  const of_file = new Map<string, number>();
  const drawn: TrueCitation[] = [];
  for (const { hunk } of shuffled) {
    const { path } = hunk;
    const known = of_file.get(path) ?? 0;
    if (known >= CASES_A_FILE || drawn.length >= CASES_A_COMMIT) continue;
    const lines = linesAt(git_dir, `${commit}^:${path}`);
    const height = 1 + Math.floor(random() * TALLEST);
    const from = hunk.first + Math.floor(random() * hunk.count);
    const line_start = Math.max(1, from - Math.floor(random() * Math.min(3, height)));
    const line_end = Math.min(lines.length, line_start + height - 1);
    if (
      line_end < from ||
      lines
        .slice(line_start - 1, line_end)
        .join("")
        .trim() === ""
    )
      continue;
    of_file.set(path, known + 1);
    const place = { path, line_start, line_end };
    const truth = {
      status: "edited" as const,
      place: null,
      whitespace: false,
      decoy: false,
      duplicate: false,
    };
    drawn.push({ origin: place, truth });
  }
  return drawn;
}

function languageOfPath(path: string): string | null {
  return LANGUAGES[path.slice(path.lastIndexOf(".") + 1)] ?? null;
}

function linesAt(git_dir: string, object: string): string[] {
  const text = execFileSync("git", [`--git-dir=${git_dir}`, "cat-file", "blob", object], {
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
  return text.replace(/\n$/, "").split("\n");
}

/** `confirmed`: programs that share nothing with the product say that only the layout of the file changed. */
export type FormattingCase = Judged & {
  kind: FormattingCommit["kind"];
  language: string;
  confirmed: boolean;
};

/** The cases of a repository's commits, each judged; only those with the commit at hand are answered twice. */
export async function judgeFormatting(
  git_dir: string,
  commits: readonly FormattingCommit[],
): Promise<FormattingCase[]> {
  const cases: FormattingCase[] = [];
  for (const { kind, repository, aside, commit, path } of commits) {
    const from = execFileSync("git", [`--git-dir=${git_dir}`, "rev-parse", `${commit}^`], {
      encoding: "utf8",
    });
    const citations = drawCitations(git_dir, { commit, path });
    const confirmed = new Map<string, boolean>();
    for (const { origin } of kind === "formatter" ? citations : [])
      confirmed.set(
        origin.path,
        confirmed.get(origin.path) ?? isFormattedAlone(git_dir, commit, origin.path),
      );
    const pair = { from: from.trim(), to: commit, distance: 1, citations, dropped: 0 };
    for (const one of await judgeRepository(git_dir, { name: repository, aside, pairs: [pair] })) {
      const { origin } = one.wanted;
      const language = languageOfPath(origin.path) ?? "";
      cases.push(Object.assign(one, { kind, language, confirmed: confirmed.get(origin.path) ?? false }));
    }
  }
  return cases;
}

const isEdited = ({ status }: Judged): boolean => status === "edited" || status === "missing";

export const isFormatted = ({ facts }: Judged): boolean => facts.includes("formatting_only");

const shown = (hits: number, of: number): string => {
  const interval = wilson(hits, of);
  if (interval === null) return "";
  const percent = (share: number) => (share * 100).toFixed(1);
  return `${percent(interval.rate)} % (${hits}/${of}) [${percent(interval.low)}–${percent(interval.high)}]`;
};

/** Of what formatters touched, how much holds; of what others edited, how much passes for formatting. */
export function formattingTable(cases: readonly FormattingCase[]): string {
  const languages = ["all", ...new Set(cases.map(({ language }) => language).sort())];
  const rows = languages.map((language) => {
    const own = cases.filter((one) => language === "all" || one.language === language);
    const formatter = own.filter(({ kind }) => kind === "formatter");
    const edits = own.filter((one) => one.kind === "other" && isEdited(one));
    const confirmed = formatter.filter((one) => one.confirmed);
    const changed = confirmed.filter(isEdited);
    return [
      language,
      shown(formatter.filter((one) => !isEdited(one)).length, formatter.length),
      shown(formatter.filter((one) => !isEdited(one) || isFormatted(one)).length, formatter.length),
      shown(confirmed.filter((one) => !isEdited(one) || isFormatted(one)).length, confirmed.length),
      shown(changed.filter(isFormatted).length, changed.length),
      shown(edits.filter(isFormatted).length, edits.length),
    ];
  });
  const heads = [
    "language",
    "kept by text alone",
    "kept",
    "kept, layout alone changed",
    "of those that text calls edited",
    "edits of people called formatting",
  ];
  return formatTable(heads, rows, new Set([1, 2, 3, 4, 5]));
}
