import { statfs } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { AiError, type Embedder, type LanguageModel } from "@/lib/ai";
import { type Database, transaction } from "@/lib/db/client";
import { migrationNames } from "@/lib/db/migrate";
import type { Replica } from "@/lib/db/replica";
import { pingDatabase } from "@/lib/db/sql/health";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { putEmbedding, searchVectors } from "@/lib/db/sql/search";
import {
  findAppliedMigrations,
  findDatabaseFacts,
  findJobFacts,
  findWebhookFacts,
} from "@/lib/db/sql/server";
import { countTerms } from "@/lib/db/sql/term-statistics";
import { searchText } from "@/lib/db/sql/text-search";
import { findVectorModels } from "@/lib/db/sql/vectors";
import { env, publicUrl } from "@/lib/env";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { isCalibrated, memoriesByIds, prepareMemories, storeMemories } from "@/lib/memories";
import { log } from "@/lib/telemetry/log";
import type { CheckName, DoctorCheck } from "./contract";

type Finding = Pick<DoctorCheck, "state" | "found"> & { remedy?: string };
type Given = {
  db: Database;
  replica?: Replica | null;
  actor: Actor;
  ai: { embedder: Embedder | null; language_model: LanguageModel | null };
  now: () => Date;
  ask_language_model: boolean;
};

const ok = (found: string): Finding => ({ state: "ok", found });
const off = (found: string): Finding => ({ state: "off", found });
const warning = (found: string, remedy: string): Finding => ({ state: "warning", found, remedy });
const failed = (found: string, remedy: string): Finding => ({ state: "failed", found, remedy });

/** What is asked for each part. One after the other: what a check finds slow is not another check's doing. */
const CHECKS: Record<CheckName, (params: Given) => Promise<Finding>> = {
  database,
  migrations,
  extensions,
  embedder,
  language_model,
  jobs,
  webhooks,
  disk,
  clock,
  public_url,
  round_trip,
};

const LIMIT_MS = 15_000;

/** Looks at every part. A check that fails says so and keeps none of the others from being made. */
export async function examine(params: Given): Promise<DoctorCheck[]> {
  const found: DoctorCheck[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const started = performance.now();
    const finding = await within(check(params)).catch((error: unknown) => {
      log().warn({ err: error, check: name }, "a check failed");
      return failed(
        error instanceof AiError
          ? error.message
          : "The check itself failed; the reason is in the server's log.",
        "Check the server's log, fix the reported problem, and run the check again.",
      );
    });
    const { state, found: sentence, remedy = null } = finding;
    found.push({ name: nameOf(name), state, found: sentence, remedy, ms: performance.now() - started });
  }
  return found;
}

const nameOf = (name: string): CheckName => {
  const known = Object.keys(CHECKS).find((each): each is CheckName => each === name);
  if (!known) throw new Error(`no check is called ${name}`);
  return known;
};

function within(work: Promise<Finding>): Promise<Finding> {
  const late = new Promise<Finding>((resolve) => {
    const finding = failed(
      `No answer within ${LIMIT_MS / 1000} s.`,
      "Check whether this part is overloaded or hangs, and restart it.",
    );
    setTimeout(() => resolve(finding), LIMIT_MS).unref();
  });
  return Promise.race([work, late]);
}

const SLOW_DATABASE_MS = 50;
const REPLICA = {
  behind: "Its replica is more than ten seconds behind, and everything is read from the primary.",
  unavailable: "Its replica does not answer, or is none any more; everything is read from the primary.",
} as const;
const ROUNDS = 5;

async function database({ db, replica }: Given): Promise<Finding> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await pingDatabase(db);
    times.push(performance.now() - started);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const { version, embedded } = await findDatabaseFacts(db);
  const found = `${embedded ? "The embedded database" : "PostgreSQL"} ${version} answers in ${median.toFixed(1)} ms.`;
  const behind = (await replica?.state()) ?? "ok";
  if (behind !== "ok")
    return warning(`${found} ${REPLICA[behind]}`, "Check DATABASE_READ_URL and that server.");
  if (median <= SLOW_DATABASE_MS) return ok(replica ? `${found} Its replica keeps up.` : found);
  return warning(
    found,
    "It should take under 50 ms: check whether it is overloaded, or far away on the network.",
  );
}

async function migrations({ db }: Given): Promise<Finding> {
  const expected = await migrationNames(path.resolve(/* turbopackIgnore: true */ "prisma/migrations"));
  const applied = new Set(await findAppliedMigrations(db));
  const missing = expected.filter((name) => !applied.has(name));
  if (missing.length > 0)
    return failed(
      `${missing.length} of ${expected.length} migrations are not applied: ${missing.join(", ")}.`,
      "Run `casebook migrate` on the server, or start it again.",
    );
  const newer = [...applied].filter((name) => !expected.includes(name));
  if (newer.length > 0)
    return warning(
      `The database was migrated by a newer Casebook: ${newer.join(", ")}.`,
      "Update this server to the version of the others.",
    );
  return ok(`All ${applied.size} migrations are applied.`);
}

async function extensions({ db }: Given): Promise<Finding> {
  const { vector, trigram } = await findDatabaseFacts(db);
  const [major = 0, minor = 0] = (vector ?? "0.0").split(".").map(Number);
  if (vector === null || trigram === null)
    return failed(
      `The extension ${vector === null ? "vector" : "pg_trgm"} is not installed.`,
      "Have an administrator run `create extension vector; create extension pg_trgm;` in this database.",
    );
  if (major === 0 && minor < 8)
    return failed(
      `pgvector is ${vector}.`,
      "Install pgvector 0.8 or newer and run `alter extension vector update`.",
    );
  return ok(`pgvector ${vector}, pg_trgm ${trigram}.`);
}

/** How the engines of the local model are called, with what another would gain. */
const ENGINES: Record<string, string> = {
  wasm: "WebAssembly (`casebook install-engine` on the server makes it five to seven times as fast)",
};

async function embedder({ db, actor, ai }: Given): Promise<Finding> {
  if (!ai.embedder) return off("No embedder is configured; search is by words only.");
  const { id, dimensions } = ai.embedder;
  const [vector] = await ai.embedder.embed(["Every berth has a depth."]);
  if (vector?.length !== dimensions)
    return failed(
      `${id} returned vectors of ${vector?.length ?? 0} numbers instead of ${dimensions}.`,
      "Set EMBEDDING_DIMENSIONS to the model's number, and restart the server.",
    );
  const models = await findVectorModels(db, { organization_id: actor.organization_id });
  const own = models.find(({ embedder_id }) => embedder_id === id);
  const others = models.filter(({ embedder_id }) => embedder_id !== id);
  if (own && own.dimensions !== dimensions)
    return failed(
      `Stored vectors of ${id} have ${own.dimensions} numbers, but the model returns ${dimensions}.`,
      "Set EMBEDDING_DIMENSIONS back, or embed again with `casebook reembed`.",
    );
  const engine = ai.embedder.engine?.() ?? null;
  const by = engine === null ? "" : `, computed by ${ENGINES[engine] ?? engine}`;
  const judged = isCalibrated(id)
    ? ""
    : "; packs are chosen by words alone, because no threshold was measured for it";
  const answers = `${id} answers with ${dimensions} numbers${by}${judged}`;
  const old = others.reduce((sum, { vectors }) => sum + vectors, 0);
  if (old > 0)
    return warning(
      `${answers}; ${own?.vectors ?? 0} vectors are its own, ${old} are of other models.`,
      "`casebook reembed` creates the missing vectors; `casebook reembed --clear` then deletes the others.",
    );
  return ok(`${answers}; ${own?.vectors ?? 0} vectors are stored.`);
}

const wordSchema = z.object({ word: z.string() });

async function language_model({ ai, ask_language_model }: Given): Promise<Finding> {
  const model = ai.language_model;
  if (!model) return off("No language model is configured; everything works without one.");
  if (!ask_language_model) return off(`${model.id} is configured, but was not tested.`);
  const { usage } = await model.generate(
    {
      system: "You answer in JSON.",
      prompt: 'Answer {"word": "casebook"}.',
      schema: wordSchema,
      schema_name: "word",
      max_output_tokens: 50,
    },
    { signal: AbortSignal.timeout(LIMIT_MS - 1_000) },
  );
  return ok(
    `${model.id} answers in the shape it is asked for (${usage.input_tokens + usage.output_tokens} tokens).`,
  );
}

/** A job is due every minute, so this silence is no coincidence. */
const SILENT_WORKER_MS = 10 * 60_000;

async function jobs({ db, actor, now }: Given): Promise<Finding> {
  const at = now();
  const since = new Date(at.getTime() - DAY_MS);
  const facts = await findJobFacts(db, { organization_id: actor.organization_id, since });
  const silent =
    facts.last_finished_at === null || at.getTime() - facts.last_finished_at.getTime() > SILENT_WORKER_MS;
  if (silent || facts.late > 0)
    return failed(
      facts.late > 0
        ? `${facts.late} jobs have been due for more than ten minutes.`
        : "No worker has finished anything for ten minutes.",
      "Check whether the worker process runs (`npm start` starts one), and its log.",
    );
  if (facts.overdue > 0)
    return warning(
      `${facts.overdue} jobs exceeded their time limit; they will be run again.`,
      "If it persists, restart the worker process.",
    );
  if (facts.failed > 0)
    return warning(
      `${facts.failed} jobs failed within a day, the last with: ${facts.error ?? "no reason given"}`,
      "Retry them under Settings → Jobs.",
    );
  return ok(`${facts.waiting} wait or run, none failed within a day.`);
}

const QUIET_WEBHOOK_DAYS = 14;

async function webhooks({ db, actor, now }: Given): Promise<Finding> {
  const { connections, last_at, last_event } = await findWebhookFacts(db, {
    organization_id: actor.organization_id,
  });
  if (connections === 0) return off("No connection receives webhooks; repositories are checked every night.");
  const remedy = `Check the webhook's recent deliveries on GitHub; its address is ${publicUrl()}/api/webhooks/github/<connection>.`;
  if (last_at === null) return warning("No delivery was received yet.", remedy);
  const days = (now().getTime() - last_at.getTime()) / DAY_MS;
  const found = `The last delivery (${last_event}) was received ${days < 1 ? "within a day" : `${Math.floor(days)} days ago`}.`;
  if (days > QUIET_WEBHOOK_DAYS) return warning(found, remedy);
  return ok(found);
}

const GB = 1024 ** 3;
const LITTLE_BYTES = 2 * GB;
const TOO_LITTLE_BYTES = GB / 4;

async function disk(_: Given): Promise<Finding> {
  const folder = path.resolve(/* turbopackIgnore: true */ env().CASEBOOK_DATA_DIR);
  const { bavail, bsize, blocks } = await statfs(folder);
  const free = bavail * bsize;
  const found = `${(free / GB).toFixed(1)} GB of ${((blocks * bsize) / GB).toFixed(0)} GB are free for the data folder.`;
  const remedy = "Free some space, or move the folder to a larger disk and set CASEBOOK_DATA_DIR.";
  if (free < TOO_LITTLE_BYTES) return failed(found, remedy);
  if (free < LITTLE_BYTES) return warning(found, remedy);
  return ok(found);
}

const CLOCK_MS = 2_000;

async function clock({ db }: Given): Promise<Finding> {
  const before = Date.now();
  const { now: theirs } = await findDatabaseFacts(db);
  const ours = (before + Date.now()) / 2;
  const apart = Math.abs(theirs.getTime() - ours);
  const found = `The database's clock and this process's are ${Math.round(apart)} ms apart.`;
  if (apart <= CLOCK_MS) return ok(found);
  return warning(found, "Synchronize both machines' clocks with NTP: ids and charts depend on them.");
}

async function public_url(_: Given): Promise<Finding> {
  const url = publicUrl();
  const remedy = "Set CASEBOOK_PUBLIC_URL to the address under which people and agents reach this server.";
  const answer = await fetch(`${url}/api/health/live`, {
    signal: AbortSignal.timeout(3_000),
    redirect: "manual",
  }).catch(() => null);
  if (!answer) return warning(`${url} cannot be reached from the server itself.`, remedy);
  const body: unknown = await answer.json().catch(() => null);
  const alive = z.object({ status: z.literal("ok") }).safeParse(body);
  if (answer.status === 200 && alive.success) return ok(`${url} leads to a Casebook.`);
  return warning(`${url} answers ${answer.status}, but it is not Casebook.`, remedy);
}

/** Thrown to leave nothing behind. */
class RollBack extends Error {
  constructor(readonly finding: Finding) {
    super("rolled back on purpose");
  }
}

/** Stores a memory, finds it by words and by meaning, lists it, all in a transaction that is rolled back. */
async function round_trip({ db, actor, ai, now }: Given): Promise<Finding> {
  const { organization_id } = actor;
  const word = `doctor${newId().slice(-12)}`;
  const statement = `The ${word} checks that stored memories are found again.`;
  const prepared = await prepareMemories([
    {
      kind: "fact",
      statement,
      metadata: {},
      scope: "global",
      repository_id: null,
      source: { kind: "doctor", id: null },
    },
  ]);
  // Outside the transaction: a model may take its time.
  const vectors = await ai.embedder?.embed([statement, `what does the ${word} prove?`]);
  const [stored, asked] = vectors ?? [];
  const where: MemoryWhere = {
    organization_id,
    visible_repository_ids: null,
    asking_agent: null,
    deleted: false,
  };
  const failure = (step: string): Finding =>
    failed(
      `A memory that was just stored is not ${step}.`,
      "Run `casebook migrate`, then `casebook reindex`.",
    );
  const outcome = await transaction(db, async (tx): Promise<never> => {
    const at = now();
    const [written] = await storeMemories(tx, {
      organization_id,
      actor: actorRef(actor),
      memories: prepared,
      now: at,
    });
    const id = written?.memory.id;
    if (id === undefined) throw new RollBack(failure("stored"));
    if (ai.embedder && stored && asked) {
      const { search_text = "" } = prepared[0] ?? {};
      await putEmbedding(tx, {
        organization_id,
        memory_id: id,
        embedder: ai.embedder,
        vector: stored,
        search_text,
        now: at,
      });
      const near = await searchVectors(tx, { where, embedder: ai.embedder, vector: asked, limit: 10 });
      if (!near.some((each) => each.id === id)) throw new RollBack(failure("found by meaning"));
    }
    const words = [word];
    const statistics = await countTerms(tx, {
      organization_id,
      repository_id: null,
      words,
      max: 1,
      more: "sample",
    });
    const found = statistics ? await searchText(tx, { where, statistics, limit: 10 }) : [];
    if (!found.some((each) => each.id === id)) throw new RollBack(failure("found by words"));
    const listed = await memoriesByIds(tx, { organization_id, ids: [id] });
    if (listed[0]?.statement !== statement) throw new RollBack(failure("listed as it was stored"));
    const ways = ai.embedder ? "by words and by meaning" : "by words";
    throw new RollBack(ok(`A memory was stored, found ${ways}, listed, and removed again.`));
  }).catch((error: unknown) => error);
  if (outcome instanceof RollBack) return outcome.finding;
  throw outcome;
}
