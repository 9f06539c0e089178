import { LRUCache } from "lru-cache";
import type { LineIndex } from "../anchoring/line-index";
import { type Rename, SourceError, type TreeFiles } from "../repositories/source";
import { lastLine } from "./git-dir";
import { type GitOutcome, type InheritedEnvironment, runGit } from "./git-process";
import type { HeldFolder } from "./held-folder";
import { createObjectReader, type GitObject, type ObjectReader } from "./object-reader";
import { type GitOptions, LOCAL_TIMEOUT_MS, MAX_BLOB_BYTES, MAX_OUTPUT_BYTES } from "./options";
import type { Chain } from "./renames";

const IDLE_MS = 30_000;

/** What is held of an open repository: the process that reads its objects, and answers that never change. */
export interface GitRepository {
  readonly git_dir: string;
  readonly folder: HeldFolder;
  readonly inherit: InheritedEnvironment;
  readonly timeout_ms: number;
  readonly reader: ObjectReader;
  /** Reads under way, by object id. */
  readonly reads: Map<string, Promise<GitObject | null>>;
  /** The root trees of commits. */
  readonly roots: LRUCache<string, string>;
  readonly listings: LRUCache<string, TreeFiles>;
  readonly renames: LRUCache<string, readonly Rename[]>;
  readonly indexes: WeakMap<TreeFiles, LineIndex>;
  /** The longest stretch of history whose renames are known. */
  chain: Chain | null;
}

export function createRepository(folder: HeldFolder, options: GitOptions): GitRepository {
  const inherit = options.inherit ?? {};
  const timeout_ms = options.timeout_ms ?? LOCAL_TIMEOUT_MS;
  return {
    git_dir: folder.path,
    folder,
    inherit,
    timeout_ms,
    reader: createObjectReader({
      folder,
      inherit,
      max_object_bytes: options.max_blob_bytes ?? MAX_BLOB_BYTES,
      timeout_ms,
      idle_ms: IDLE_MS,
    }),
    reads: new Map(),
    roots: new LRUCache<string, string>({ max: 2000 }),
    listings: new LRUCache<string, TreeFiles>({
      maxSize: 300_000,
      sizeCalculation: (files) => files.size + 1,
    }),
    renames: new LRUCache<string, readonly Rename[]>({ max: 200 }),
    indexes: new WeakMap(),
    chain: null,
  };
}

export function run(
  { folder, inherit, timeout_ms }: GitRepository,
  args: readonly string[],
  max_bytes = MAX_OUTPUT_BYTES,
): Promise<GitOutcome> {
  return runGit({ args, folder, inherit, timeout_ms, max_bytes });
}

export async function runChecked(repository: GitRepository, args: readonly string[]): Promise<string> {
  const outcome = await run(repository, args);
  if (outcome.exit_code === 0) return outcome.stdout.toString("utf8");
  throw failureOf(outcome);
}

/** Why git failed: it lacks a commit, or something that says nothing of the content. */
export function failureOf({ stderr }: GitOutcome): SourceError {
  if (/bad object|bad revision|unknown revision|invalid revision/i.test(stderr)) {
    return new SourceError("unknown_ref", "The repository does not have this commit.");
  }
  return new SourceError("unreachable", `The repository cannot be read. ${lastLine(stderr)}`.trim());
}

/**
 * What an id names, which never changes: questions asked at the same time share one answer, so that a sweep
 * reads each blob once. Not for refs: an answer under way may be older than the push that made somebody ask.
 */
export function readObject(repository: GitRepository, id: string): Promise<GitObject | null> {
  const under_way = repository.reads.get(id);
  if (under_way) return under_way;
  const read = repository.reader.read(id).finally(() => repository.reads.delete(id));
  repository.reads.set(id, read);
  return read;
}
