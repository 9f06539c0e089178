/**
 * How long one rule takes to be tried on a repository, as `probe_try` and a sweep do it, and what hostile rules cost.
 * The files are those of this checkout, as often as a size needs, each time with other contents.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examine, openLocal, openMatcher, readProbe } from "@/lib/citations";
import { percentile } from "./statistics";
import { formatTable } from "./table";

/** Files of each repository, and how often each rule is tried on it. */
const SIZES = [
  { files: 200, trials: 10 },
  { files: 2_000, trials: 5 },
  { files: 10_000, trials: 2 },
];
const CHANGED = 20;

const RULES = [
  { name: "a call", rule: "rule: { pattern: fetch($URL) }" },
  {
    name: "a call without a guard inside",
    rule: "rule: { pattern: '$R.get($P, $H)', not: { has: { pattern: requireUser($$$), stopBy: end } } }",
  },
  {
    name: "await outside of try, in functions",
    rule: "rule: { pattern: await readFile($$$), inside: { kind: function_declaration, stopBy: end }, not: { inside: { kind: try_statement, stopBy: end } } }",
  },
  { name: "a regular expression", rule: "rule: { kind: identifier, regex: '^(eval|exec)$' }" },
] as const;

const EVERYTHING = "rule: { pattern: $A }";
const HANGING = "rule: { kind: array, has: { pattern: x, stopBy: end } }";
const NESTED = `${"[".repeat(50_000)}\n${"]".repeat(50_000)}\n`.replace(/(.{100})/g, "$1\n");

export type ProbeRow = {
  rule: string;
  files: number;
  lines: number;
  trials: number;
  p50_ms: number;
  p95_ms: number;
  /** The median of a search after 20 files were changed; null where nothing can follow. */
  changed_ms: number | null;
  answer: string;
};

type Repository = { git_dir: string; first: string; second: string; hanging: string };

/** This checkout's files of TypeScript, as they are. */
function ownFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { encoding: "utf8" });
  return listed.split("\n").filter((path) => path !== "");
}

function makeRepository(folder: string, files: number): Repository {
  const git_dir = join(folder, `${files}.git`);
  const texts = ownFiles().map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const out: string[] = [];
  const write = (index: number, note: string) => {
    const source = texts[index % texts.length];
    if (!source) return;
    const text = `// ${note} ${index}\n${source.text}`;
    out.push(`M 100644 inline copy-${Math.floor(index / texts.length)}/${source.path}`);
    out.push(`data ${Buffer.byteLength(text)}`, text);
  };
  const commit = (branch: string) => {
    out.push(
      `commit refs/heads/${branch}`,
      "committer Bench <bench@example.test> 1700000000 +0000",
      "data 0",
    );
  };
  commit("first");
  for (let index = 0; index < files; index += 1) write(index, "as it was");
  commit("second");
  out.push("from refs/heads/first");
  for (let index = 0; index < CHANGED; index += 1)
    write(Math.floor((index * files) / CHANGED), "as it is now");
  commit("hanging");
  out.push("from refs/heads/first", "M 100644 inline nested.ts", `data ${NESTED.length}`, NESTED);
  execFileSync("git", ["init", "--quiet", "--bare", git_dir]);
  execFileSync("git", [`--git-dir=${git_dir}`, "fast-import", "--quiet"], { input: `${out.join("\n")}\n` });
  const commitOf = (branch: string) =>
    execFileSync("git", [`--git-dir=${git_dir}`, "rev-parse", branch], { encoding: "utf8" }).trim();
  return { git_dir, first: commitOf("first"), second: commitOf("second"), hanging: commitOf("hanging") };
}

const probeOf = (rule: string) =>
  readProbe({
    rule: `language: typescript\n${rule}`,
    expectation: { violations: "none" },
    paths: [],
    except: [],
  });

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const begun = performance.now();
  const value = await work();
  return { ms: performance.now() - begun, value };
}

async function inProcess<T>(work: (matcher: ReturnType<typeof openMatcher>) => Promise<T>): Promise<T> {
  const matcher = openMatcher();
  try {
    return await work(matcher);
  } finally {
    matcher.close();
  }
}

async function measureRule(
  repository: Repository,
  { name, rule, trials }: { name: string; rule: string; trials: number },
): Promise<ProbeRow> {
  const source = await openLocal(repository.git_dir);
  const probe = probeOf(rule);
  const { first, second } = repository;
  const cold: number[] = [];
  const warm: number[] = [];
  let found = { files: 0, lines: 0, matches: 0 };
  for (let trial = 0; trial < trials; trial += 1) {
    const { ms, value } = await timed(() =>
      inProcess((matcher) => examine({ source, matcher }, { probe, commit: first, before: null })),
    );
    cold.push(ms);
    const matches = value.findings.reduce((sum, finding) => sum + finding.matches, 0);
    found = { files: value.files, lines: value.lines_read, matches };
    const again = await timed(() =>
      inProcess((matcher) => examine({ source, matcher }, { probe, commit: second, before: value })),
    );
    if (again.value.files_read !== CHANGED)
      throw new Error(`${again.value.files_read} files were read again`);
    warm.push(again.ms);
  }
  return {
    rule: name,
    files: found.files,
    lines: found.lines,
    trials,
    p50_ms: percentile(cold, 0.5),
    p95_ms: percentile(cold, 0.95),
    changed_ms: percentile(warm, 0.5),
    answer: `${found.matches} matches`,
  };
}

/** A rule that is refused, with how long that takes. */
async function measureRefusal(
  repository: Repository,
  {
    name,
    rule,
    commit,
    files,
    trials,
  }: { name: string; rule: string; commit: string; files: number; trials: number },
): Promise<ProbeRow> {
  const source = await openLocal(repository.git_dir);
  const probe = probeOf(rule);
  const times: number[] = [];
  let answer = "";
  for (let trial = 0; trial < trials; trial += 1) {
    const { ms, value } = await timed(() =>
      inProcess((matcher) =>
        examine({ source, matcher }, { probe, commit, before: null }).then(
          () => "not refused",
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
      ),
    );
    times.push(ms);
    answer = value;
  }
  return {
    rule: name,
    files,
    lines: 0,
    trials,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    changed_ms: null,
    answer,
  };
}

/** Rules × sizes of repositories, each trial in a process of its own. `say` is called with each row, for it takes long. */
export async function measureProbes({
  quick,
  say,
}: {
  quick: boolean;
  say: (text: string) => void;
}): Promise<ProbeRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "casebook-bench-probes-"));
  const rows: ProbeRow[] = [];
  const add = (row: ProbeRow) => {
    rows.push(row);
    const times = [row.p50_ms, row.p95_ms, row.changed_ms ?? 0].map(Math.round).join(" / ");
    say(`${row.files} files, ${row.rule}: ${times} ms (p50, p95, after ${CHANGED} changed)`);
  };
  try {
    for (const size of quick ? [{ files: 200, trials: 3 }] : SIZES) {
      const { files, trials } = size;
      const repository = makeRepository(folder, files);
      for (const rule of RULES) add(await measureRule(repository, { ...rule, trials }));
      const { first, hanging } = repository;
      const refused = { files, trials: 3 };
      const everything = { name: "everything", rule: EVERYTHING, commit: first };
      add(await measureRefusal(repository, { ...everything, ...refused }));
      const hang = { name: "one that hangs", rule: HANGING, commit: hanging };
      add(await measureRefusal(repository, { ...hang, ...refused }));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

export function probeTable(rows: readonly ProbeRow[]): string {
  const ms = (value: number | null) => (value === null ? "" : Math.round(value).toLocaleString("en"));
  const cells = (row: ProbeRow) => [
    row.rule,
    row.files.toLocaleString("en"),
    row.lines === 0 ? "" : row.lines.toLocaleString("en"),
    String(row.trials),
    ms(row.p50_ms),
    ms(row.p95_ms),
    ms(row.changed_ms),
    row.answer.slice(0, 80),
  ];
  const header = ["rule", "files", "lines", "n", "p50 ms", "p95", `${CHANGED} changed, p50`, "answer"];
  return `Trying a rule on a repository:\n${formatTable(header, rows.map(cells), new Set([1, 2, 3, 4, 5, 6]))}`;
}
