import { agentKeyCreate } from "@/lib/access/contract";
import { createEmbedder } from "@/lib/ai";
import { repositoryCheck } from "@/lib/memories/contract";
import { startPostgres, stopPostgres } from "../../support/postgres";
import { FILTER_TARGET, filterTable } from "../filters";
import { type Fixture, openEmbeddedHouse, openServerHouse, runJob } from "../house";
import { openCounters } from "./counters";
import { childNamed, parentOf, untilIdle } from "./cpu";
import { loadScale, type ScaleData } from "./data";
import { measureScaleFilters, type ScaleFilters } from "./filters";
import { type Known, learnMeaning, makeScaleQuestions } from "./meaning";
import { CLIENTS, measureOperation, type OperationFigures } from "./measure";
import { operationsOf } from "./operations";
import { measurePages } from "./pages";
import { profileFile, profileOperations, profileTable, type SelfTime } from "./profile";
import { type Server, startBare, startProduct } from "./servers";
import { costTable, loadTable, type PageFigures, pageTable, type SizeFigures, sizeTable } from "./tables";

const DEFAULT_SIZES = [10_000, 100_000];
/** The embedded database is for a team's first months, not for more. */
const MOST_EMBEDDED = 10_000;
const PROFILED = ["search", "context pack", "recent 50", "store"];

/** What is measured: exact answers inside filters, requests over HTTP, pages. */
export const SCALE_PARTS = ["filters", "requests", "pages"] as const;
type Part = (typeof SCALE_PARTS)[number];

type How = {
  quick: boolean;
  profile: boolean;
  parts: ReadonlySet<Part>;
  say: (line: string) => void;
  show: (text: string) => void;
};

export type ScaleFigures = {
  database: string;
  memories: number;
  product: Server["what"] | null;
  load_seconds: number;
  sizes: SizeFigures[];
  filters: { before_analyze: ScaleFilters; after_analyze: ScaleFilters } | null;
  operations: OperationFigures[];
  pages: PageFigures[];
  profile: SelfTime[];
};

/**
 * How the product keeps up as memories grow: exact answers inside filters, and every hot operation beside what Node and the
 * database alone take for it. `wrong` says where an answer was not right; a slow one is only shown.
 */
export async function measureScale({
  sizes,
  parts,
  ...shown
}: Omit<How, "parts"> & { sizes: string | undefined; parts: string | undefined }): Promise<{
  figures: ScaleFigures[];
  wrong: string[];
}> {
  const how: How = { ...shown, parts: partsOf(parts) };
  const asked = sizes?.split(",").map(Number) ?? (how.quick ? [1_000] : DEFAULT_SIZES);
  if (asked.some((size) => !Number.isInteger(size) || size < 1_000))
    throw new Error(`--sizes takes numbers from 1000, separated by commas, not ${sizes}`);
  const figures: ScaleFigures[] = [];
  const wrong: string[] = [];
  const embedder = createEmbedder({ provider: "local" });
  how.say("asking the model for the vectors of a part");
  const known = {
    embedder,
    meaning: await learnMeaning(embedder, how.quick ? 100 : 400),
    questions: await makeScaleQuestions(embedder, how.quick ? 10 : 100),
  };
  const measure = async (fixture: Fixture, size: { memories: number; embedded: boolean }) => {
    const measured = await measureSize(fixture, { ...size, ...how, ...known }).finally(() => fixture.close());
    figures.push(measured.figures);
    wrong.push(...measured.wrong);
    for (const line of measured.wrong) how.show(`WRONG: ${line}`);
  };
  const own = process.env.DATABASE_URL;
  try {
    const url = own ?? (await startPostgres({ preload: "pg_stat_statements" }));
    for (const memories of asked) {
      await measure(await openServerHouse(url), { memories, embedded: false });
      if (memories <= MOST_EMBEDDED) await measure(await openEmbeddedHouse(), { memories, embedded: true });
    }
  } finally {
    if (own === undefined) stopPostgres();
    await embedder.close();
  }
  return { figures, wrong };
}

/** @throws Error for a part that there is not. */
function partsOf(text: string | undefined): Set<Part> {
  if (text === undefined) return new Set(SCALE_PARTS);
  const names = text.split(",");
  const parts = SCALE_PARTS.filter((part) => names.includes(part));
  if (parts.length !== names.length)
    throw new Error(`--parts takes some of ${SCALE_PARTS.join(", ")}, separated by commas, not ${text}`);
  return new Set(parts);
}

type Size = How & Known & { memories: number; embedded: boolean };

async function measureSize(
  fixture: Fixture,
  size: Size,
): Promise<{ figures: ScaleFigures; wrong: string[] }> {
  const { memories, embedder, meaning, embedded, say, show } = size;
  const title = `${fixture.name}, ${memories.toLocaleString("en")} memories`;
  show(`\n${title}`);
  say("storing them, and a fifth as many of another organization");
  const data = await loadScale(fixture, { memories, embedder, meaning, embedded });
  try {
    const filters = size.parts.has("filters")
      ? await measureFilters(fixture, { data, title, ...size })
      : null;
    await fixture.bare.query("vacuum analyze");
    const sizes = await sizesOf(fixture);
    show(`\n${title}: loaded in ${data.seconds.toFixed(0)} s\n${sizeTable(sizes)}`);
    const served = await measureServed(fixture, { data, title, ...size });
    const wrong = [
      ...(filters?.before_analyze.measured ?? []).map((each) => ({ ...each, when: "before" })),
      ...(filters?.after_analyze.measured ?? []).map((each) => ({ ...each, when: "after" })),
    ]
      .filter(({ recall }) => recall < FILTER_TARGET)
      .map(
        ({ filter, recall, when }) =>
          `${title}: recall@10 ${recall.toFixed(3)} in ${filter}, ${when} analyze`,
      );
    const load_seconds = data.seconds;
    return { wrong, figures: { database: fixture.name, memories, load_seconds, sizes, filters, ...served } };
  } finally {
    data.remove();
  }
}

/** Before the tables are analyzed, and after. */
async function measureFilters(
  fixture: Fixture,
  { data, questions, embedder, quick, title, say, show }: Serving,
): Promise<NonNullable<ScaleFigures["filters"]>> {
  const vectors = questions.slice(0, quick ? 5 : 20).map(({ vector }) => vector);
  const measure = async (when: string) => {
    say(`comparing filtered search with the exact answer, ${when} the tables are analyzed`);
    const found = await measureScaleFilters(fixture, { data, embedder, vectors });
    show(`\n${title}: recall@10 inside filters ${when} analyze\n${filterTable(found.measured)}`);
    if (found.too_slow.length > 0) show(`The database gave up after 10 s in: ${found.too_slow.join("; ")}`);
    return found;
  };
  const before_analyze = await measure("before");
  await fixture.bare.query("vacuum analyze");
  return { before_analyze, after_analyze: await measure("after") };
}

/** What a server has done long before: counted the words, and checked what is cited. */
async function settle(fixture: Fixture, { repositories }: ScaleData): Promise<void> {
  const { organization_id } = fixture.agent;
  await runJob(fixture, "memory_terms", {});
  for (const repository_id of repositories.values()) {
    await fixture.run(repositoryCheck, { repository_id }, { actor: fixture.owner });
    await runJob(fixture, "repository_check", { organization_id, repository_id });
  }
}

async function sizesOf({ bare }: Fixture): Promise<SizeFigures[]> {
  const { rows } = await bare.query<{ relation: string; bytes: string }>(
    `select relname as relation, pg_relation_size(oid) as bytes from pg_class
     where relname in ('memory', 'memory_embedding', 'citation')
       or oid in (select indexrelid from pg_index
         where indrelid in ('memory'::regclass, 'memory_embedding'::regclass))
     order by pg_relation_size(oid) desc limit 12`,
  );
  return rows.map(({ relation, bytes }) => ({ relation, bytes: Number(bytes) }));
}

type Serving = Size & { data: ScaleData; title: string };

type Served = Pick<ScaleFigures, "product" | "operations" | "pages" | "profile">;

async function measureServed(fixture: Fixture, serving: Serving): Promise<Served> {
  const { data, questions, embedder, embedded, quick, parts, title, say, show } = serving;
  if (!parts.has("requests") && !parts.has("pages"))
    return { product: null, operations: [], pages: [], profile: [] };
  await settle(fixture, data);
  const keys = await makeKeys(fixture);
  const [key = ""] = keys;
  const database_pid = await databasePid(fixture, embedded);
  const counters = await openCounters(fixture.bare);
  const product = await startProduct(fixture, { root: data.root, key, embedded, from: "build" });
  const bare = await startBare(fixture, { embedder, embedded }).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  const operations: OperationFigures[] = [];
  let pages: PageFigures[] = [];
  try {
    for (const operation of parts.has("requests") ? operationsOf(data, questions) : []) {
      say(`${operation.name}: ${product.what} beside the bare server`);
      await untilIdle(database_pid);
      const measured = { rounds: quick ? 1 : 2, slice_ms: quick ? 300 : 1_000 };
      operations.push(
        await measureOperation(operation, { product, bare, database_pid, keys, counters }, measured),
      );
    }
    if (parts.has("requests")) {
      show(`\n${title}, ${product.what}: requests\n${loadTable(operations)}`);
      show(`\n${title}, ${product.what}: what one request costs\n${costTable(operations)}`);
    }
    if (parts.has("pages") && product.what === "npm start") {
      pages = await measurePages(fixture, { server: product, counters, rounds: quick ? 3 : 15 });
      show(`\n${title}: pages, by their owner\n${pageTable(pages)}`);
    }
  } finally {
    await product.stop();
    await bare.stop();
  }
  const profile = serving.profile ? await profiled(fixture, { ...serving, keys }) : [];
  return { product: product.what, operations, pages, profile };
}

/** From the sources, whose functions have names. */
async function profiled(
  fixture: Fixture,
  { data, questions, embedded, title, keys, say, show }: Serving & { keys: readonly string[] },
): Promise<SelfTime[]> {
  const file = profileFile();
  const [key = ""] = keys;
  const server = await startProduct(fixture, {
    root: data.root,
    key,
    embedded,
    from: "sources",
    profile: file,
  });
  try {
    say("recording where the web process spends its time");
    const operations = operationsOf(data, questions).filter(({ name }) => PROFILED.includes(name));
    const times = await profileOperations(operations, { server, file, keys });
    show(`\n${title}: where the web process spends its time\n${profileTable(times)}`);
    return times;
  } finally {
    await server.stop();
  }
}

/** One agent and one key for each client: a caller has no more than half of the places. */
async function makeKeys({ run, owner }: Fixture): Promise<string[]> {
  const keys: string[] = [];
  for (let client = 0; client < Math.max(...CLIENTS); client++) {
    const name = `scale-${client}`;
    const { key } = await run(agentKeyCreate, { name, agent: name }, { actor: owner });
    keys.push(key);
  }
  return keys;
}

/** The embedded database's process, or the first of the server's, above those of all connections. */
async function databasePid({ bare }: Fixture, embedded: boolean): Promise<number> {
  const child = embedded ? childNamed("embedded/main") : null;
  if (child !== null) return child;
  const { rows } = await bare.query<{ pid: number }>("select pg_backend_pid() as pid");
  return parentOf(rows[0]?.pid ?? 0);
}
