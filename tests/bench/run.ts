/**
 * `npm run bench`: how fast the product is at 10,000 memories, how well it finds them, and (with --start) how long a start
 * takes and what it weighs; with --citations how truthfully citations are followed; the rest with --only. Prints tables
 * and writes test-results/bench.json.
 */
import { existsSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { searchVectors } from "@/lib/db/sql/search";
import { repositoryCheck } from "@/lib/memories/contract";
import { configuredLanguageModel } from "@/lib/runtime/parts";
import type { Chaos } from "../support/chaos";
import { startPostgres, stopPostgres } from "../support/postgres";
import { type HostFigures, hostTable, measureHosts } from "./api-host";
import { harmOf, measureChaos } from "./chaos";
import { judgeRepository } from "./citations";
import { deadCasesOf, deadTable, judgeDead } from "./citations-dead";
import {
  type Accuracy,
  accuracyOf,
  confusionOf,
  formatMisses,
  type Judged,
  percent,
} from "./citations-figures";
import {
  type FormattingCase,
  formattingTable,
  isFormatted,
  judgeFormatting,
  readFormatting,
} from "./citations-formatting";
import { measureProduct, type ProductSweep } from "./citations-product";
import { measurePush } from "./citations-push";
import { casesOf, judgeSpaces, spaceTable } from "./citations-space";
import { measureSpeed as measureSweep, type SweepSpeed } from "./citations-speed";
import { withSyntheticRepository } from "./citations-synthetic";
import { truthOfRepository } from "./citations-truth";
import { formatTruth, readTruth, TRUTH_FILE, type TrueRepository } from "./citations-truth-file";
import { cloneOf } from "./clones";
import { type Loaded, load } from "./data";
import { measureDuplicates } from "./duplicates";
import { type ExtractionRow, extractionTables, measureExtraction } from "./extraction";
import { judgeCorpus } from "./extraction-corpus";
import { type CorpusRow, corpusRows, corpusTables } from "./extraction-figures";
import { type ModelFigures, measureWithModel, modelTable } from "./extraction-model";
import { failureTable, readFailureCases } from "./failures";
import { type FilterRecall, filterTable, measureFilters } from "./filters";
import { filtersOf, loadCorrelated, measureCorrelated, searchByIndexAlone } from "./filters-large";
import { type Fixture, makeRepositoryRoot, openEmbeddedHouse, openServerHouse, runJob } from "./house";
import { inferredTable } from "./inferred";
import { answersTable } from "./learning/answers";
import { matchesTable, reasonsTable, titlesTable } from "./learning/exams";
import { trainFactModel } from "./learning/train-facts";
import { trainTitleModel } from "./learning/train-titles";
import { measureMem0, mem0Table } from "./mem0";
import { measureOutcomes, type OutcomeVerdict, outcomeTables } from "./outcomes";
import {
  askExams,
  fitPacks,
  givingMoreByWords,
  learnFromPacks,
  leaveOneOut,
  type PackResult,
  readExams,
  reportPacks,
  reportPacksOfDiffs,
  reportPacksOfHooks,
} from "./packs/run";
import { preferencesTable } from "./preferences";
import { measureProbes, type ProbeRow, probeTable } from "./probes";
import { type HookSpeed, measureHookScript, measureHooks } from "./recall";
import { measureRetrieval, RETRIEVAL_FILE, readSets } from "./retrieval";
import {
  type Comparison,
  compareRetrieval,
  comparisonTable,
  type Retrieval,
  retrievalTable,
  summarizeRetrieval,
} from "./retrieval-table";
import { measureReviews, type ReviewSpeed } from "./reviews";
import { measureSafety, type SafetyRow, safetyTables } from "./safety";
import { measureScale, type ScaleFigures } from "./scale/run";
import { measureTenants } from "./scale/tenants";
import { measureScan, type ScanRow, scanTables } from "./scan";
import { solutionTables } from "./solutions";
import { makeQueries, matchedShare, measureSpeed, type Speed, syntheticEmbedder } from "./speed";
import { measureStart, type Start } from "./start";
import { confirmedOf, type Standing, standingOf, supportsTable, warningsOf } from "./supports";
import { formatTable } from "./table";
import { measureTaint } from "./taint/measure";
import { WEEK_THRESHOLDS, weekTable } from "./weeks";
import { measureWeight, type PageWeight, weightTable } from "./weight";

const USAGE = `npm run bench [-- options]
  --quick         1,000 memories and few rounds: does it run at all (under a minute)
  --postgres      also on a PostgreSQL that is started for it (DATABASE_URL, when set, is used without being asked)
  --start         also the time of npm start in a copy of this checkout, and its processes' memory (minutes)
  --citations     also how truthfully and how fast citations are followed through real histories (minutes)
  --repositories <folder>   clones of the public repositories in tests/bench/citations.tsv and extraction.tsv, each as
                  owner+name, as owner/name or below either as repo; default: CASEBOOK_BENCH_REPOSITORIES. Those that
                  are not there are passed over; a made-up history is always measured
  --truth         make tests/bench/citations.tsv anew from those clones before (the better part of an hour)
  --add <names>   make the truth of these repositories alone (owner/name, separated by commas) and add it, as kept
                  aside, or put it in the place of what is known of them; nothing is measured
  --safety        also how well secrets and orders to a model are found, and how often ordinary text is stopped
  --extraction    also what the extractor without a model keeps of labelled answers and of sections in those clones, and
                  what a language model adds where LANGUAGE_MODEL_BASE_URL names one
  --fit           with --only packs: fit the model of relevance and its floors on the exams for it
  --learning      with --only packs: learn from simulated outcomes of half of the tasks, and ask the other half
  --sizes <n,n>   with --only scale: how many memories; default: 10000,100000; with --only tenants: of each organization, 20000
  --parts <p,p>   with --only scale: of filters, requests and pages; default: all
  --profile       with --only scale: also where the web process spends its time
  --only <part>   scale (every hot operation of the product as it runs beside Node and PostgreSQL alone, at several sizes:
                  the embedded database up to 10,000 memories, and PostgreSQL, which is started for it unless DATABASE_URL
                  names one), tenants (50 organizations on one server and over a Citus cluster of two workers, where
                  ../shared/citus has it), speed, retrieval, reviews, hooks, start, citations, spaces (white space that means something, in
                  changed lines of those clones), formatting (real commits of formatters and others in clones of the
                  repositories in formatting.tsv, and code that was moved to where nothing runs it), inferred (citations
                  from mentions), supports (how often what citations rest on changes),
                  push (20 files of 20,000 citations change), duplicates (thresholds of likeness), safety, taint (what waits for a person before it
                  reaches other agents), scan (how the time of each safety pattern grows with hostile texts),
                  probes (how long a rule takes on repositories of several sizes, and what hostile rules cost),
                  titles (the rules of findings' titles), train-titles and train-facts (train the classifiers of titles and of facts and write them), reasons (which rejections are of one cause),
                  matches (which findings an exception covers),
                  weeks (which facts of a week are of one matter), weight (what a browser loads for each screen),
                  preferences (what configuration files in those clones are read as),
                  extraction, outcomes (what became of memories, inferred from answers), packs (what agents are given for
                  labelled tasks of real projects; --fit fits the model of relevance; with clones of them also what a diff adds), filters (vector search at 100,000
                  memories, with --postgres or DATABASE_URL) mem0 (its API beside
                  REST), hosts (what a request costs through the web process of a build and through the API host), tasks (how signatures group errors, and from which cosine patterns and failures are found), or chaos alone; chaos takes one part after the other away
                  while agents run and others write`;

const PARTS = [
  "titles",
  "train-titles",
  "train-facts",
  "reasons",
  "matches",
  "weeks",
  "answers",
  "preferences",
  "speed",
  "retrieval",
  "reviews",
  "hooks",
  "start",
  "citations",
  "spaces",
  "inferred",
  "supports",
  "push",
  "formatting",
  "duplicates",
  "safety",
  "scan",
  "probes",
  "taint",
  "chaos",
  "extraction",
  "outcomes",
  "filters",
  "packs",
  "mem0",
  "tasks",
  "scale",
  "tenants",
  "hosts",
  "weight",
];
const OUTPUT = "test-results/bench.json";

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
    start: { type: "boolean", default: false },
    only: { type: "string" },
    citations: { type: "boolean", default: false },
    repositories: { type: "string" },
    truth: { type: "boolean", default: false },
    safety: { type: "boolean", default: false },
    extraction: { type: "boolean", default: false },
    add: { type: "string" },
    fit: { type: "boolean", default: false },
    learning: { type: "boolean", default: false },
    sizes: { type: "string" },
    parts: { type: "string" },
    profile: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const SIZE = flags.quick
  ? { memories: 1_000, citations: 200, rounds: 20, filter_queries: 10, documents: 100 }
  : {
      memories: 10_000,
      citations: 2_000,
      rounds: 200,
      filter_queries: 100,
      documents: Number.POSITIVE_INFINITY,
    };

type Report = {
  started_at: string;
  machine: { node: string; cores: number; processor: string; load: { before: number[]; after: number[] } };
  size: typeof SIZE;
  databases: { name: string; load_seconds: number; speed: Speed[]; filters: FilterRecall[] }[];
  correlated_filters: { name: string; memories: number; filters: FilterRecall[] }[];
  retrieval: { name: string; results: Retrieval[]; compared: Comparison[] }[];
  reviews: {
    name: string;
    findings: number;
    load_seconds: number;
    rollup_rows: number;
    figures: ReviewSpeed[];
  }[];
  hooks: { name: string; memories: number; load_seconds: number; figures: HookSpeed[] }[];
  start: Start[];
  citations: { group: string; mode: string; accuracy: Accuracy }[];
  sweeps: SweepSpeed[];
  safety: SafetyRow[];
  scan: ScanRow[];
  probes: ProbeRow[];
  hosts: HostFigures[];
  taint: SafetyRow[];
  chaos: Chaos | null;
  extraction: ExtractionRow[];
  extraction_corpus: CorpusRow[];
  extraction_with_model: ModelFigures | null;
  outcomes: OutcomeVerdict[];
  packs: PackResult[];
  product_sweeps: ProductSweep[];
  scale: ScaleFigures[];
  weight: PageWeight[];
};

/** What prints one table and records nothing, by what `--only` calls it. */
const TABLES: Record<string, () => string | Promise<string>> = {
  "train-titles": trainTitleModel,
  "train-facts": () => trainFactModel(process.env.CASEBOOK_BENCH_FACTS),
  titles: titlesTable,
  matches: matchesTable,
  reasons: reasonsTable,
  preferences: () => preferencesTable(cloneAt),
  answers: () => answersTable(process.env.CASEBOOK_BENCH_ANSWERS),
  weeks: () => weekTable(WEEK_THRESHOLDS),
  duplicates: measureDuplicates,
  inferred: () => inferredTable(cloneAt),
};

const say = (line: string) => console.log(`  … ${line}`);
const wants = (part: string) => flags.only === undefined || flags.only === part;

/** Where clones of public repositories are, if a folder is named. */
const repositoriesFolder = () => flags.repositories ?? process.env.CASEBOOK_BENCH_REPOSITORIES;

/** The git directory of a public repository, null where it is not on this machine. */
function cloneAt(name: string): string | null {
  const folder = repositoriesFolder();
  if (folder === undefined) return null;
  return cloneOf(folder, name);
}

async function main(): Promise<void> {
  const before = loadavg();
  const report: Report = {
    started_at: new Date().toISOString(),
    machine: {
      node: process.version,
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? "unknown",
      load: { before, after: before },
    },
    size: SIZE,
    databases: [],
    correlated_filters: [],
    retrieval: [],
    reviews: [],
    hooks: [],
    start: [],
    citations: [],
    sweeps: [],
    safety: [],
    scan: [],
    probes: [],
    hosts: [],
    taint: [],
    chaos: null,
    extraction: [],
    extraction_corpus: [],
    extraction_with_model: null,
    outcomes: [],
    packs: [],
    product_sweeps: [],
    scale: [],
    weight: [],
  };
  const { node, cores, processor } = report.machine;
  console.log(`Node ${node}, ${cores} cores (${processor}), load average ${formatLoad(before)}`);
  if ((before[0] ?? 0) > cores / 2)
    console.log("Other programs are running: times are worse than the product's own; the ratios say more.");

  if (wants("speed")) await reportSpeed(report);
  if (wants("retrieval")) await reportRetrieval(report);
  if (flags.only === "reviews") await reportReviews(report);
  if (flags.only === "filters") await onServer((open) => filtersOn(report, open));
  if (flags.only === "hooks") await reportHooks(report);
  const makeTable = TABLES[flags.only ?? ""];
  if (makeTable) console.log(`\n${await makeTable()}`);
  if (flags.start || flags.only === "start") await reportStart(report);
  if (flags.citations || flags.only === "citations") await reportCitations(report);
  if (flags.only === "spaces") await reportSpaces();
  if (flags.only === "supports") await reportSupports();
  if (flags.only === "push") await reportPush();
  if (flags.only === "formatting") await reportFormatting();
  if (flags.safety || flags.only === "safety") await reportSafety(report);
  if (flags.only === "probes") {
    report.probes = await measureProbes({ quick: flags.quick, say: console.log });
    console.log(`\n${probeTable(report.probes)}`);
  }
  if (flags.only === "hosts") {
    report.hosts = await measureHosts({ quick: flags.quick });
    console.log(`\n${hostTable(report.hosts)}`);
  }
  if (flags.only === "tasks") {
    console.log(`\n${failureTable(readFailureCases())}`);
    console.log(`\n${await solutionTables()}`);
  }
  if (flags.only === "scan") {
    report.scan = await measureScan();
    console.log(`\n${scanTables(report.scan)}`);
  }
  if (flags.safety || flags.only === "taint") reportTaint(report);
  if (flags.extraction || flags.only === "extraction") {
    reportExtraction(report);
    await reportWithModel(report);
  }

  if (flags.only === "packs") await reportPackExams(report);
  if (flags.only === "outcomes") {
    report.outcomes = await measureOutcomes();
    console.log(`\nOutcomes inferred from answers\n\n${outcomeTables(report.outcomes)}`);
  }
  if (flags.only === "mem0") await reportMem0();
  if (flags.only === "scale") {
    const { quick, sizes, parts, profile } = flags;
    const measured = await measureScale({ quick, sizes, parts, profile, say, show: console.log });
    report.scale = measured.figures;
    if (measured.wrong.length > 0) process.exitCode = 1;
  }
  if (flags.only === "tenants") await reportTenants();
  if (flags.only === "weight") {
    report.weight = await measureWeight(say);
    console.log(
      `\nWhat a browser loads for a page that it has never opened\n\n${weightTable(report.weight)}`,
    );
  }
  if (flags.only === "chaos") await reportChaos(report);

  report.machine.load.after = loadavg();
  await mkdir("test-results", { recursive: true });
  await writeFile(OUTPUT, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nLoad average at the end ${formatLoad(report.machine.load.after)}. All figures: ${OUTPUT}`);
}

async function reportSpeed(report: Report): Promise<void> {
  await onDatabase(report, "the embedded database", openEmbeddedHouse);
  await onServer((open) => onDatabase(report, "a PostgreSQL server", open));
}

/** Many organizations on one server and over a cluster; a different answer is a failure. */
async function reportTenants(): Promise<void> {
  const memories_each = Number(flags.sizes ?? (flags.quick ? 200 : 20_000));
  const size = flags.quick
    ? { organizations: 4, memories_each, slice_ms: 1_000 }
    : { organizations: 50, memories_each, slice_ms: 10_000 };
  const { table, wrong } = await measureTenants(size, say);
  console.log(`\n${size.organizations} organizations of ${memories_each} memories\n\n${table}`);
  for (const line of wrong) console.log(`WRONG: ${line}`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Also on the server of DATABASE_URL, or with --postgres on one that is started for it. */
async function onServer(work: (open: () => Promise<Fixture>) => Promise<void>): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (url) return work(() => openServerHouse(url));
  if (!flags.postgres) return;
  try {
    const own = startPostgres();
    await work(async () => openServerHouse(await own));
  } finally {
    stopPostgres();
  }
}

/** What a server has done long before: counted the words, and checked what is cited at the newest commit. */
async function settle(fixture: Fixture, { repositories }: Loaded): Promise<void> {
  const { organization_id } = fixture.agent;
  await runJob(fixture, "memory_terms", {});
  for (const { id } of repositories) {
    await fixture.run(repositoryCheck, { repository_id: id }, { actor: fixture.owner });
    await runJob(fixture, "repository_check", { organization_id, repository_id: id });
  }
}

async function onDatabase(report: Report, what: string, open: () => Promise<Fixture>): Promise<void> {
  console.log(`\nSpeed on ${what}`);
  say(`storing ${count(SIZE.memories)} memories with synthetic vectors, ${count(SIZE.citations)} citations`);
  const fixture = await open();
  try {
    const embedder = syntheticEmbedder(new Map());
    const loaded = await load(fixture, { ...SIZE, embedder });
    try {
      await settle(fixture, loaded);
      const share = await matchedShare(fixture, 30);
      say(`a question's words occur in ${(share * 100).toFixed(0)} % of the memories (median)`);
      say(`measuring, ${SIZE.rounds} rounds after a warm-up`);
      const speed = await measureSpeed(fixture, { loaded, rounds: SIZE.rounds, before: SIZE.memories });
      console.log(`\n${fixture.name}: ${count(SIZE.memories)} memories, times in ms\n${speedTable(speed)}\n`);
      say(`comparing vector search with the exact answer, ${SIZE.filter_queries} queries a filter`);
      const filters = await measureFilters(fixture, { embedder, queries: SIZE.filter_queries });
      console.log(`\n${fixture.name}: recall@10 of vector search inside filters\n${filterTable(filters)}`);
      report.databases.push({ name: fixture.name, load_seconds: loaded.seconds, speed, filters });
    } finally {
      loaded.remove();
    }
  } finally {
    await fixture.close();
  }
}

/** Minutes, so only when it is asked for: 100,000 synthetic vectors on a server. */
async function filtersOn(report: Report, open: () => Promise<Fixture>): Promise<void> {
  const memories = flags.quick ? 5_000 : 100_000;
  const queries = flags.quick ? 5 : 40;
  const fixture = await open();
  try {
    const embedder = syntheticEmbedder(new Map());
    say(`storing ${count(memories)} memories with synthetic vectors`);
    const repositories = await loadCorrelated(fixture, { memories, embedder });
    const arms = [
      { name: "the index alone, as before", search: searchByIndexAlone },
      { name: "the product", search: searchVectors },
    ];
    for (const { name, filters } of await measureCorrelated(fixture, {
      embedder,
      filters: filtersOf(repositories),
      vectors: makeQueries(queries, embedder.dimensions).map(({ vector }) => vector),
      arms,
      say,
    })) {
      console.log(
        `\n${fixture.name}, ${count(memories)} memories, filters that the questions are not about, ${name}\n` +
          filterTable(filters),
      );
      report.correlated_filters.push({ name, memories, filters });
    }
  } finally {
    await fixture.close();
  }
}

/** Asked once; with --fit the model of relevance is fitted on the answers, for the next run to ask with. */
async function reportPackExams(report: Report): Promise<void> {
  console.log("\nPacks for labelled tasks of real projects, with 95 % intervals");
  const asked = await askExams(readExams(), { clones: repositoriesFolder(), say });
  const { table, results } = reportPacks(asked);
  report.packs = results;
  console.log(`\n${table}`);
  console.log(
    `\nThrough hooks: tasks with changed files, before and after they are known\n${reportPacksOfHooks(asked)}`,
  );
  const ofDiffs = reportPacksOfDiffs(asked);
  if (ofDiffs !== null)
    console.log(`\nTasks with a diff, of which its lines are known, or its text\n${ofDiffs}`);
  if (flags.learning)
    console.log(`\nLearned from simulated outcomes, 20 random halves each\n\n${await learnFromPacks(asked)}`);
  const more = givingMoreByWords(asked);
  if (more.length > 0) {
    console.log(`Words alone must never give more than with vectors:\n  ${more.join("\n  ")}`);
    process.exitCode = 1;
  }
  if (!flags.fit) return;
  console.log(`\nFitted on all repositories but one, tried on that one\n${leaveOneOut(asked)}`);
  const table_of_fit = await fitPacks(asked);
  console.log(
    `\nFitted (lib/memories/relevance/weights.json); run again to see what it gives.\n${table_of_fit}`,
  );
}

async function reportRetrieval(report: Report): Promise<void> {
  console.log("\nRetrieval quality");
  if (!existsSync(RETRIEVAL_FILE))
    console.log(`  ${RETRIEVAL_FILE} is not here, so only the prose of this repository is measured.`);
  await retrievalOn(report, openEmbeddedHouse);
  await onServer((open) => retrievalOn(report, open));
  console.log("Published over four whole sets, best method: recall@5 71.1, recall@10 78.5, MRR .595.");
}

async function retrievalOn(report: Report, open: () => Promise<Fixture>): Promise<void> {
  const root = makeRepositoryRoot("retrieval");
  const fixture = await open();
  try {
    const sets = await readSets();
    const scored = await measureRetrieval(fixture, { sets, root, most: SIZE.documents, say });
    const results = summarizeRetrieval(scored);
    const compared = compareRetrieval(scored);
    report.retrieval.push({ name: fixture.name, results, compared });
    const where = `Local embedder, ${fixture.name}, within each query's group, with 95 % intervals (bootstrap)`;
    console.log(`\n${where}\n${retrievalTable(results)}`);
    console.log(`\nThe same questions before and now, paired\n${comparisonTable(compared)}`);
  } finally {
    await fixture.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Minutes, so only when it is asked for: 1,000,000 findings on a server, a tenth of that in the embedded database. */
async function reportMem0(): Promise<void> {
  const fixture = await openEmbeddedHouse();
  const size = flags.quick ? { memories: 500, rounds: 60 } : { memories: 5_000, rounds: 300 };
  try {
    const figures = await measureMem0(fixture, size);
    console.log(
      `\n${fixture.name}, ${count(size.memories)} memories, ${size.rounds} rounds\n\n${mem0Table(figures)}`,
    );
  } finally {
    await fixture.close();
  }
}

async function reportReviews(report: Report): Promise<void> {
  const size = (findings: number, imported: number) =>
    flags.quick ? { findings: 20_000, imported: 1_000, rounds: 5 } : { findings, imported, rounds: 30 };
  const measure = async (fixture: Fixture, { findings, ...rest }: ReturnType<typeof size>) => {
    try {
      const measured = await measureReviews(fixture, { findings, ...rest, say });
      report.reviews.push({ name: fixture.name, findings, ...measured });
      const rows = measured.figures.map(({ what, median, p95, unit, target }) => [
        what,
        `${median.toFixed(1)} ${unit}`,
        `${p95.toFixed(1)} ${unit}`,
        target === null ? "" : `< ${target} ${unit}`,
        verdict(median, target),
      ]);
      console.log(
        `\n${fixture.name}: ${count(findings)} findings (${measured.load_seconds.toFixed(0)} s), kept as ${count(measured.rollup_rows)} counts\n` +
          formatTable(["reviews", "median", "p95", "target", ""], rows, new Set([1, 2, 3])),
      );
    } finally {
      await fixture.close();
    }
  };
  console.log("\nReviews");
  await measure(await openEmbeddedHouse(), size(100_000, 10_000));
  await onServer(async (open) => measure(await open(), size(1_000_000, 100_000)));
}

/** 100,000 memories on a server, a tenth of that in the embedded database. */
async function reportHooks(report: Report): Promise<void> {
  const rounds = flags.quick ? 10 : 200;
  const measure = async (fixture: Fixture, most: number) => {
    try {
      const memories = flags.quick ? 1_000 : most;
      const measured = await measureHooks(fixture, { memories, citations: memories / 5, rounds, say });
      report.hooks.push({ name: fixture.name, memories, ...measured });
      console.log(
        `\n${fixture.name}: ${count(memories)} memories (${measured.load_seconds.toFixed(0)} s)\n${hookTable(measured.figures)}`,
      );
    } finally {
      await fixture.close();
    }
  };
  console.log("\nHooks");
  await measure(await openEmbeddedHouse(), 10_000);
  await onServer(async (open) => measure(await open(), 100_000));
  const script = await measureHookScript(rounds / 10);
  report.hooks.push({ name: "script", memories: 0, load_seconds: 0, figures: script });
  console.log(`\nThe hook script\n${hookTable(script)}`);
}

/** By the 95th percentile, for an agent waits for the slow ones too. */
function hookTable(figures: readonly HookSpeed[]): string {
  const rows = figures.map(({ what, median, p95, target, note }) => [
    what,
    `${median.toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
    target === null ? "" : `p95 < ${target} ms`,
    verdict(p95, target),
    note,
  ]);
  return formatTable(["hook", "median", "p95", "target", "", ""], rows, new Set([1, 2, 3]));
}

async function reportChaos(report: Report): Promise<void> {
  console.log("\nTaking parts away, while agents run and others write");
  const { chaos, rows } = await measureChaos(say);
  report.chaos = chaos;
  const head = ["taken away", "runs", "failed", "served", "slowest ms", "writes", "what was said"];
  console.log(`\n${formatTable(head, rows, new Set([1, 2, 3, 4, 5]))}`);
  console.log(
    `${count(chaos.acknowledged)} writes were acknowledged, ${count(chaos.lost.length)} of them are lost.`,
  );
  if (harmOf(chaos) > 0) process.exitCode = 1;
}

async function reportStart(report: Report): Promise<void> {
  console.log("\nStarting, in a copy of this checkout");
  report.start = await measureStart(say);
  const rows = report.start.map(({ what, value, unit, target }) => [
    what,
    `${value.toFixed(unit === "s" ? 1 : 0)} ${unit}`,
    target === null ? "" : `< ${target} ${unit}`,
    verdict(value, target),
  ]);
  console.log(`\n${formatTable(["what", "measured", "target", ""], rows, new Set([1, 2]))}`);
}

/** Commits of the made-up history. */
const SYNTHETIC_COMMITS = 400;

async function reportCitations(report: Report): Promise<void> {
  console.log("\nCitations, followed through histories");
  if (flags.add !== undefined) return addTruth(flags.add.split(","));
  const judged: Judged[] = [];
  if (flags.truth) await remakeTruth();
  for (const repository of readTruth()) {
    const clone = cloneAt(repository.name);
    if (clone) await measureRepository(report, judged, { git_dir: clone, repository });
    else say(`${repository.name} is not here; fetch it and name its folder with --repositories`);
  }
  await withSyntheticRepository(SYNTHETIC_COMMITS, async (git_dir) => {
    const made = { name: "made up", aside: false, count: 100, say };
    const repository = await truthOfRepository(git_dir, made);
    await measureRepository(report, judged, { git_dir, repository });
  });
  const groups: [string, (one: Judged) => boolean][] = [
    [
      "repositories that the rules were tuned on",
      ({ repository, aside }) => !aside && repository !== "made up",
    ],
    ["repositories kept aside", ({ aside }) => aside],
    ["the made-up history", ({ repository }) => repository === "made up"],
  ];
  for (const [group, belongs] of groups)
    for (const mode of ["commit at hand", "commit gone"] as const) {
      const own = judged.filter((one) => one.mode === mode && belongs(one));
      if (own.length === 0) continue;
      const accuracy = accuracyOf(own);
      report.citations.push({ group, mode, accuracy });
      console.log(`\n${group}, ${mode}: ${count(own.length)} citations\n${accuracyTable(accuracy, mode)}`);
      console.log(`\n${confusionTable(own)}`);
    }
  await mkdir("test-results", { recursive: true });
  await writeFile(MISSES, formatMisses(judged));
  say(`what was judged otherwise than the truth: ${MISSES}`);
  console.log(`\nReading and verdicts, without the database\n${sweepTable(report.sweeps)}`);
  await reportProductSweep(report);
}

/** Coordinates and verdicts of what was judged wrongly, to be looked up in the clones. */
const MISSES = "test-results/citation-misses.tsv";
/** Swept through the product as well, where it is there: the largest of those that the rules were tuned on. */
const SWEPT = "vuejs/core";
const MOST_MEGABYTES = 500;

async function reportProductSweep(report: Report): Promise<void> {
  const repository = readTruth().find(({ name }) => name === SWEPT);
  const clone = cloneAt(SWEPT);
  const one = repository && clone ? await measureProduct(clone, repository) : null;
  if (!one) return say(`${SWEPT} is not here, so nothing is swept through the product`);
  report.product_sweeps.push(one);
  const { at_rest, peak, peak_heap } = one.megabytes;
  const rows = [
    ["citations a second, recorded", (one.citations / one.sweep_seconds).toFixed(0), "", ""],
    [
      "states of its progress that were seen",
      String(one.progress_seen),
      "> 2",
      one.progress_seen > 2 ? "ok" : "UNDER",
    ],
    ["most memory, MB", peak.toFixed(0), `< ${MOST_MEGABYTES}`, verdict(peak, MOST_MEGABYTES)],
    ["of it with the code loaded and the database open, MB", at_rest.toFixed(0), "", ""],
    ["most of its heap, MB", peak_heap.toFixed(0), "", ""],
    ["one citation, checked and recorded: median ms", one.single_median_ms.toFixed(1), "", ""],
    ["p95 ms", one.single_p95_ms.toFixed(1), "", ""],
  ];
  const what = `${count(one.memories)} memories, ${count(one.citations)} citations (${count(one.changed)} not unchanged), ${count(one.commits)} commits`;
  console.log(
    `\nThrough the product, embedded database, a process of its own, ${one.repository}: ${what}\n` +
      formatTable(["", "measured", "target", ""], rows, new Set([1, 2])),
  );
}

async function reportPush(): Promise<void> {
  const repository = readTruth().find(({ name }) => name === SWEPT);
  const clone = cloneAt(SWEPT);
  const found =
    repository && clone ? await measurePush(clone, repository, process.env.DATABASE_URL ?? null) : null;
  if (!found) return say(`${SWEPT} is not here, so nothing is pushed to it`);
  const ratio = found.first_check_ms / found.later_check_median_ms;
  const rows = [
    ["sweep of all, seconds", found.first_sweep_seconds.toFixed(2), ""],
    ["sweep after the push, seconds", found.push_sweep_seconds.toFixed(2), "< 2"],
    ["first check after the push, ms", found.first_check_ms.toFixed(0), ""],
    ["later checks, median ms", found.later_check_median_ms.toFixed(0), ""],
    ["p95 ms", found.later_check_p95_ms.toFixed(0), ""],
    ["first to later", ratio.toFixed(1), "<= 2"],
  ];
  console.log(
    `\nA push of ${found.files} files at ${count(found.citations)} citations (${count(found.changed)} not unchanged)\n` +
      formatTable(["", "measured", "target"], rows, new Set([1, 2])),
  );
}

async function measureRepository(
  report: Report,
  judged: Judged[],
  { git_dir, repository }: { git_dir: string; repository: TrueRepository },
): Promise<void> {
  const own = await judgeRepository(git_dir, repository);
  judged.push(...own);
  const speed = await measureSweep(git_dir, repository);
  if (speed) report.sweeps.push(speed);
  const { right_verdict } = accuracyOf(own);
  say(`${repository.name}: ${count(own.length / 2)} citations, ${percent(right_verdict)} right`);
}

async function reportSupports(): Promise<void> {
  for (const aside of [false, true]) {
    const standing: Standing[] = [];
    for (const { name } of readTruth().filter((one) => one.aside === aside)) {
      const clone = cloneAt(name);
      if (clone) standing.push(...(await standingOf(clone, { name })));
    }
    if (standing.length === 0) continue;
    await mkdir("test-results", { recursive: true });
    await writeFile(
      `test-results/support-warnings-${aside ? "aside" : "tuned"}.tsv`,
      warningsOf(standing).join("\n"),
    );
    console.log(`\n${aside ? "kept aside" : "tuned on"}\n${supportsTable(standing)}`);
    const { right, read, unread } = confirmedOf(standing);
    console.log(`Right by hand: ${right} of ${read} (${unread} not read)`);
  }
}

async function reportSpaces(): Promise<void> {
  const here = readTruth().flatMap((repository) => {
    const clone = cloneAt(repository.name);
    if (clone) return [{ repository, cases: casesOf(clone, repository) }];
    return [];
  });
  for (const aside of [false, true]) {
    const own = here.filter(({ repository }) => repository.aside === aside);
    const judged = await judgeSpaces(
      own.flatMap(({ cases }) => cases),
      aside,
    );
    for (const mode of ["commit at hand", "commit gone"] as const) {
      const of_mode = judged.filter((one) => one.mode === mode);
      const group = aside ? "kept aside" : "tuned on";
      console.log(`\n${group}, ${mode}: ${count(of_mode.length)} cases\n${spaceTable(of_mode)}`);
      const wrong = of_mode.filter(
        ({ wanted, status }) => (wanted.truth.status === "edited") !== (status === "edited"),
      );
      for (const { change, wanted, reason } of wrong) say(`${change}: ${wanted.origin.path}: ${reason}`);
    }
  }
}

async function reportFormatting(): Promise<void> {
  const commits = readFormatting();
  for (const aside of [false, true]) {
    const cases: FormattingCase[] = [];
    const own = commits.filter((one) => one.aside === aside);
    for (const name of new Set(own.map(({ repository }) => repository))) {
      const clone = cloneAt(name);
      const of_name = own.filter(({ repository }) => repository === name);
      if (clone) cases.push(...(await judgeFormatting(clone, of_name)));
    }
    const dead = readTruth().flatMap((repository) => {
      const clone = cloneAt(repository.name);
      if (clone && repository.aside === aside) return deadCasesOf(clone, repository);
      return [];
    });
    const judged = await judgeDead(dead, aside);
    for (const mode of ["commit at hand", "commit gone"] as const) {
      const table = formattingTable(cases.filter((one) => one.mode === mode));
      const dead_table = deadTable(judged.filter((one) => one.mode === mode));
      console.log(`\n${aside ? "kept aside" : "tuned on"}, ${mode}\n${table}\n\n${dead_table}`);
    }
    for (const { wanted, reason } of cases.filter((one) => one.kind === "other" && isFormatted(one)))
      say(`an edit called formatting: ${wanted.origin.path}:${wanted.origin.line_start}: ${reason}`);
  }
}

async function addTruth(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const clone = cloneAt(name);
    if (!clone) {
      say(`${name} is not here; fetch it and name its folder with --repositories`);
      continue;
    }
    const aside = readTruth().find((known) => known.name === name)?.aside ?? true;
    const made = await truthOfRepository(clone, { name, aside, count: 100, say });
    const others = readTruth().filter((known) => known.name !== name);
    await writeFile(TRUTH_FILE, formatTruth([...others, made]));
  }
}

async function remakeTruth(): Promise<void> {
  const known = readTruth();
  const made: TrueRepository[] = [];
  for (const repository of known) {
    const clone = cloneAt(repository.name);
    made.push(clone ? await truthOfRepository(clone, { ...repository, count: 100, say }) : repository);
  }
  await writeFile(TRUTH_FILE, formatTruth(made));
}

/** Made-up cases of each sort; the corpora are as large as they are. */
const SAFETY_CASES = 40;

async function reportSafety(report: Report): Promise<void> {
  console.log("\nSafety: what is redacted and what is quarantined");
  const folder = repositoriesFolder();
  if (folder === undefined)
    say(
      "public corpora are not measured; fetch those named in docs/safety.md and give their folder with --repositories",
    );
  report.safety = await measureSafety(folder, flags.quick ? 5 : SAFETY_CASES);
  console.log(`\n${safetyTables(report.safety)}`);
}

function reportTaint(report: Report): void {
  console.log("\nSafety: what is held from other agents until a person decides");
  report.taint = measureTaint(repositoriesFolder());
  console.log(`\n${safetyTables(report.taint)}`);
}

function reportExtraction(report: Report): void {
  report.extraction = measureExtraction().rows;
  console.log(`\nExtraction without a model, made-up answers\n\n${extractionTables(report.extraction)}`);
  const folder = repositoriesFolder();
  if (folder === undefined) {
    say(
      "real texts are not measured; fetch the repositories in tests/bench/extraction.tsv and give their folder",
    );
    return;
  }
  console.log("\nExtraction without a model, sections of public repositories");
  const { sections, absent } = judgeCorpus(folder);
  if (absent > 0) say(`${count(absent)} sections are passed over: their repository or commit is not there`);
  report.extraction_corpus = corpusRows(sections);
  console.log(`\n${corpusTables(sections)}`);
}

async function reportWithModel(report: Report): Promise<void> {
  const model = configuredLanguageModel();
  if (!model) {
    say(
      "no language model is measured; LANGUAGE_MODEL_BASE_URL configures one, which is asked once for each text",
    );
    return;
  }
  const folder = repositoriesFolder();
  const figures = await measureWithModel(model, folder, say);
  report.extraction_with_model = figures;
  const { asked, failed, tokens } = figures;
  console.log(`\nExtraction with a model\n\n${modelTable(figures)}`);
  console.log(`${count(asked)} questions, ${count(failed)} of them failed, ${count(tokens)} tokens`);
}

const ACCURACY: [keyof Omit<Accuracy, "citations">, string, number, number | null][] = [
  ["detected", "invalid ones detected, decoys among them", 0.99, null],
  ["detected_decoys", "of these, decoys: the text stands elsewhere", 0, null],
  ["false_positives", "valid ones called edited or missing", 0.005, 0.01],
  ["whitespace_kept", "changes of white space alone kept", 0.95, null],
  ["relocated", "found at the exact lines", 0.99, 0.98],
  ["relocated_duplicates", "of these, texts that stand more than once", 0.95, null],
  ["right_verdict", "right verdict", 0.97, null],
];

function accuracyTable(accuracy: Accuracy, mode: string): string {
  const rows = ACCURACY.map(([key, what, at_hand, gone]) => {
    const target = mode === "commit gone" ? gone : at_hand;
    const share = accuracy[key];
    const value = share.of === 0 ? null : share.hits / share.of;
    const most = key === "false_positives";
    const met =
      value === null || target === null || target === 0 || (most ? value <= target : value >= target);
    const counted = [what, percent(share), `${share.hits} of ${share.of}`];
    if (target === null || target === 0) return [...counted, "", ""];
    return [...counted, `${most ? "≤" : "≥"} ${target * 100} %`, met ? "ok" : "MISSED"];
  });
  return formatTable(["", "measured", "", "target", ""], rows, new Set([1, 2, 3]));
}

const VERDICTS = ["unchanged", "moved", "renamed", "edited", "missing", "unreachable"];

function confusionTable(judged: readonly Judged[]): string {
  const rows = [...confusionOf(judged)].map(([wanted, verdicts]) => [
    wanted === "invalid" ? "edited or missing" : wanted,
    ...VERDICTS.map((verdict) => String(verdicts.get(verdict) ?? 0)),
  ]);
  return formatTable(["truth \\ verdict", ...VERDICTS], rows, new Set([1, 2, 3, 4, 5, 6]));
}

function sweepTable(sweeps: readonly SweepSpeed[]): string {
  const rows = sweeps.map((sweep) => [
    sweep.repository,
    count(sweep.commits),
    sweep.single_median_ms.toFixed(1),
    sweep.single_p95_ms.toFixed(1),
    sweep.single_p95_cpu_ms.toFixed(1),
    "< 10",
    verdict(sweep.single_p95_ms, 10),
    count(sweep.sweep_citations),
    count(sweep.sweep_changed),
    count(Math.round(sweep.sweep_per_second)),
    "≥ 2,000",
    sweep.sweep_per_second >= 2000 ? "ok" : "UNDER",
    sweep.peak_megabytes.toFixed(0),
  ]);
  return formatTable(
    [
      "repository",
      "commits",
      "one: median ms",
      "p95 ms",
      "p95 cpu",
      "target",
      "",
      "sweep of",
      "changed",
      "a second",
      "target",
      "",
      "peak MB so far",
    ],
    rows,
    new Set([1, 2, 3, 4, 5, 7, 8, 9, 10, 12]),
  );
}

function speedTable(speed: readonly Speed[]): string {
  const rows = speed.map(({ operation, p10, median, p95, baseline, baseline_median, ratio, target }) => [
    operation,
    p10.toFixed(1),
    median.toFixed(1),
    p95.toFixed(1),
    target === null ? "" : `< ${target}`,
    verdict(median, target),
    baseline_median.toFixed(2),
    `${ratio.toFixed(1)}×`,
    baseline,
  ]);
  return formatTable(
    ["operation", "p10", "median", "p95", "target", "", "bare pg", "ratio", "bare statement"],
    rows,
    new Set([1, 2, 3, 4, 6, 7]),
  );
}

function verdict(value: number, target: number | null): string {
  if (target === null) return "";
  if (value < target) return "ok";
  return "OVER";
}
const count = (value: number) => value.toLocaleString("en");
const formatLoad = (load: readonly number[]) => load.map((value) => value.toFixed(2)).join(" ");

if (flags.help) console.log(USAGE);
else if (flags.only !== undefined && !PARTS.includes(flags.only)) {
  console.error(`There is no part ${flags.only}.\n${USAGE}`);
  process.exitCode = 1;
} else await main();
