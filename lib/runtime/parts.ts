import path from "node:path";
import {
  createEmbedder,
  createLanguageModel,
  createReranker,
  type Embedder,
  type EmbedderConfig,
  embedQuery,
  findNativeFolder,
  type LanguageModel,
  loadTokenizer,
  type Reranker,
} from "@/lib/ai";
import { type Database, database, openDatabase } from "@/lib/db/client";
import { isDiskFull } from "@/lib/db/disk-full";
import { createReplica, type Replica, type ReplicaState } from "@/lib/db/replica";
import { pingDatabase } from "@/lib/db/sql/health";
import {
  deleteChangePositions,
  findChangePosition,
  findReplayedPosition,
  putChangePosition,
} from "@/lib/db/sql/replication";
import { addRequestCounts, deleteRequestCounts } from "@/lib/db/sql/request-counts";
import { env } from "@/lib/env";
import { log } from "@/lib/telemetry/log";
import type { SharedCounts } from "./request-counts";

type Models = {
  embedder: Embedder | null;
  language_model: LanguageModel | null;
  reranker?: Reranker | null;
};

/** What belongs to a process and reaches an operation through its context; a test brings its own. */
export type Parts = { db: Database; replica?: Replica | null; ai: Models; now: () => Date };

// One pool and one model in memory for each process, also when development reloads this module.
const held = globalThis as { casebook_models?: Models; casebook_replica?: Replica | null };

/**
 * The parts of this process, from the settings; nothing is opened or loaded before it is used.
 * @throws AiError `misconfigured`, naming the setting.
 */
export function parts(): Parts {
  held.casebook_models ??= createModels();
  return { db: database(), replica: replica(), ai: held.casebook_models, now: () => new Date() };
}

/** The replica of DATABASE_READ_URL, or null. */
function replica(): Replica | null {
  held.casebook_replica ??= openReplica();
  return held.casebook_replica;
}

function openReplica(): Replica | null {
  const { DATABASE_READ_URL, DATABASE_POOL_SIZE } = env();
  if (!DATABASE_READ_URL) return null;
  const primary = database();
  const db = openDatabase(DATABASE_READ_URL, DATABASE_POOL_SIZE);
  return createReplica({
    db,
    positions: {
      note: (who) => putChangePosition(primary, { who }),
      find: (who) => findChangePosition(primary, { who }),
      replayed: () => findReplayedPosition(db),
      forget: (params) => deleteChangePositions(primary, params),
    },
  });
}

/** How the replica is, or null where none is configured. */
export async function replicaState(): Promise<ReplicaState | null> {
  return (await replica()?.state()) ?? null;
}

/** Counts of requests that all web processes of this database share. */
export function sharedRequestCounts(): SharedCounts {
  return {
    add: async (counts) => addRequestCounts(database(), counts),
    forget: async (params) => deleteRequestCounts(database(), params),
  };
}

const WARMING_LIMIT_MS = 60_000;

let warming: Promise<unknown> | undefined;

/** Loads the model, by embedding a word, and the tokenizer, once; never rejects. */
export async function warmModels(): Promise<void> {
  warming ??= Promise.resolve()
    .then(() => embedQuery(parts().ai.embedder, "casebook", WARMING_LIMIT_MS))
    .then(loadTokenizer);
  await warming.catch(() => undefined);
}

/** What the database does for us now: all, everything but changes and why not, or nothing. */
export type DatabaseState = "ok" | "read_only" | "disk_full" | "unavailable";

/** Asks the database whether it answers and is migrated, and whether it takes changes. Never rejects. */
export async function databaseState(): Promise<DatabaseState> {
  try {
    const { is_read_only } = await pingDatabase(database());
    if (is_read_only) return "read_only";
    if (isDiskFull()) return "disk_full";
    return "ok";
  } catch (error) {
    if (await replica()?.standsIn(error)) return "read_only";
    return "unavailable";
  }
}

/**
 * Reads what the settings say of models, as every process of this start will; nothing is loaded or called.
 * @throws AiError `misconfigured`, naming the setting.
 */
export async function assertModelsUsable(): Promise<void> {
  const { embedder } = createModels();
  await embedder?.close();
}

function createModels(): Models {
  return {
    embedder: configuredEmbedder(),
    language_model: configuredLanguageModel(),
    reranker: configuredReranker(),
  };
}

/** A new embedder as the settings name it, or null; the caller closes it. */
export const configuredEmbedder = (): Embedder | null => createEmbedder(embedderConfig());

function embedderConfig(): EmbedderConfig {
  const settings = env();
  switch (settings.EMBEDDING_PROVIDER) {
    case "local":
      return {
        provider: "local",
        native_folder: findNativeFolder(nativeFolders()) ?? settings.CASEBOOK_ONNXRUNTIME_DIR,
        model_folder: settings.EMBEDDING_MODEL_DIR ?? null,
        on_problem: (problem) => log().warn({ problem }, "onnxruntime-node is installed and does not work"),
      };
    case "openai":
      return {
        provider: "openai",
        base_url: settings.EMBEDDING_BASE_URL,
        api_key: settings.EMBEDDING_API_KEY ?? null,
        model: settings.EMBEDDING_MODEL,
        dimensions: settings.EMBEDDING_DIMENSIONS,
      };
    case "none":
      return { provider: "none" };
  }
}

/** Where the native engine may be: the folder of the settings, and the one that `casebook install-engine` fills. */
function nativeFolders(): string[] {
  return [env().CASEBOOK_ONNXRUNTIME_DIR, engineFolder()];
}

/** Where `casebook install-engine` installs: in the data folder, where `npm ci` removes nothing. */
export function engineFolder(): string {
  return path.resolve(/* turbopackIgnore: true */ env().CASEBOOK_DATA_DIR, "engine");
}

/** The reranker that the settings name, or null. */
function configuredReranker(): Reranker | null {
  const { RERANK_BASE_URL, RERANK_API_KEY, RERANK_MODEL, RERANK_DEADLINE_MS } = env();
  if (RERANK_BASE_URL === undefined) return null;
  return createReranker({
    base_url: RERANK_BASE_URL,
    api_key: RERANK_API_KEY ?? null,
    model: RERANK_MODEL,
    deadline_ms: RERANK_DEADLINE_MS,
  });
}

/** The language model that the settings name, or null. */
export function configuredLanguageModel(): LanguageModel | null {
  const settings = env();
  const base_url = settings.LANGUAGE_MODEL_BASE_URL;
  return createLanguageModel(
    base_url === undefined
      ? { provider: "none" }
      : {
          provider: "openai",
          base_url,
          api_key: settings.LANGUAGE_MODEL_API_KEY ?? null,
          model: settings.LANGUAGE_MODEL,
          price: priceOf(settings.LANGUAGE_MODEL_INPUT_PRICE, settings.LANGUAGE_MODEL_OUTPUT_PRICE),
        },
  );
}

/** Both prices, or none: half a price would show half the cost. */
function priceOf(input: number | undefined, output: number | undefined) {
  if (input === undefined || output === undefined) return null;
  return { input, output };
}
