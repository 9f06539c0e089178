/**
 * A made-up repository whose history does what real ones do, more often: lines come and go, blocks move in and between
 * files, files and folders are renamed and edited at once, code is re-indented, and many lines stand more than once.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFrom } from "./statistics";

const VERBS = ["read", "write", "parse", "merge", "check", "send", "store", "count", "split", "close"];
const NOUNS = ["order", "invoice", "token", "memory", "path", "header", "ledger", "window", "page", "user"];

type Files = Map<string, string[]>;

/** A bare repository of `commits` commits on one branch, for the duration of `use`. */
export async function withSyntheticRepository<T>(
  commits: number,
  use: (git_dir: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "casebook-bench-history-"));
  const git_dir = join(folder, "history.git");
  try {
    execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", git_dir]);
    execFileSync("git", [`--git-dir=${git_dir}`, "fast-import", "--quiet"], { input: historyOf(commits) });
    return await use(git_dir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The history as a stream for `git fast-import`. */
function historyOf(commits: number): string {
  const random = randomFrom(20_261_121);
  const below = (limit: number): number => Math.floor(random() * limit);
  const word = (words: readonly string[]): string => words[below(words.length)] ?? "";
  const routine = (): string[] => {
    const [verb, noun] = [word(VERBS), word(NOUNS)];
    const body = Array.from({ length: 2 + below(8) }, () => {
      const kind = random();
      if (kind < 0.2) return "  if (failed) return null;";
      if (kind < 0.3) return "";
      return `  const ${word(NOUNS)}${below(40)} = ${word(VERBS)}(${word(NOUNS)}, ${below(1000)});`;
    });
    return [`function ${verb}_${noun}_${below(500)}(${word(NOUNS)}) {`, ...body, "  return true;", "}", ""];
  };
  const files: Files = new Map();
  for (let index = 0; index < 30; index += 1) {
    const path = `src/${word(NOUNS)}/${word(VERBS)}-${index}.ts`;
    files.set(path, Array.from({ length: 4 + below(14) }, routine).flat());
  }
  const out: string[] = [];
  for (let turn = 0; turn <= commits; turn += 1) {
    if (turn > 0)
      for (let change = 0; change <= below(3); change += 1) alter(files, { random, below, word, routine });
    out.push("commit refs/heads/main");
    out.push(
      `committer Bench <bench@example.test> ${1_700_000_000 + turn * 60} +0000`,
      "data 0",
      "deleteall",
    );
    for (const [path, lines] of files) {
      const text = `${lines.join("\n")}\n`;
      out.push(`M 100644 inline ${path}`, `data ${Buffer.byteLength(text)}`, text);
    }
  }
  return `${out.join("\n")}\n`;
}

type Dice = {
  random: () => number;
  below: (limit: number) => number;
  word: (words: readonly string[]) => string;
  routine: () => string[];
};

function alter(files: Files, { random, below, word, routine }: Dice): void {
  const paths = [...files.keys()];
  const path = paths[below(paths.length)] ?? "";
  const lines = files.get(path) ?? [];
  const at = below(lines.length + 1);
  const height = 1 + below(8);
  const kind = random();
  const rename = (to: string): void => {
    files.delete(path);
    files.set(to, lines);
  };
  if (kind < 0.3) lines.splice(at, 0, ...routine());
  else if (kind < 0.45) lines.splice(at, height);
  else if (kind < 0.68) {
    const line = lines[at] ?? "";
    lines[at] = line.replace(/[a-z]+(?=\()|\d+/, `${word(VERBS)}${below(90)}`);
  } else if (kind < 0.76) {
    const block = lines.splice(at, height + 4);
    lines.splice(below(lines.length + 1), 0, ...block);
  } else if (kind < 0.82) {
    const other = files.get(paths[below(paths.length)] ?? "") ?? lines;
    other.splice(below(other.length + 1), 0, ...lines.splice(at, height + 6));
  } else if (kind < 0.86) {
    const other = files.get(paths[below(paths.length)] ?? "") ?? lines;
    other.splice(below(other.length + 1), 0, ...lines.slice(at, at + height));
  } else if (kind < 0.9) {
    for (let row = at; row < Math.min(lines.length, at + height); row += 1) lines[row] = `  ${lines[row]}`;
  } else if (kind < 0.95) {
    if (random() < 0.5) lines.splice(at, 0, ...routine());
    rename(path.replace(/[a-z]+(?=-\d+\.ts$)/, word(VERBS)));
  } else if (kind < 0.97) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const to = `src/${word(NOUNS)}${below(9)}`;
    for (const [name, text] of [...files]) {
      if (!name.startsWith(`${folder}/`)) continue;
      files.delete(name);
      files.set(name.replace(folder, to), text);
    }
  } else if (kind < 0.98 && files.size > 12) files.delete(path);
  else
    files.set(
      `src/${word(NOUNS)}/${word(VERBS)}-${100 + below(900)}.ts`,
      Array.from({ length: 8 }, routine).flat(),
    );
}
