import {
  findRepositoryById,
  openRepositorySource,
  type Repository,
  type RepositorySource,
} from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { groupBy } from "@/lib/kernel/group-by";

const MEMORIES_AT_ONCE = 50;
/** Memories of a repository that one run reads; the next run goes on. */
const MOST_MEMORIES = 2_000;

type Identified = { id: string };

/** How memories are read beside the code at a commit. */
type Reader<Memory extends Identified> = {
  /** Memories that are not read yet, at most `limit`, oldest first. `read` marks them. */
  list(limit: number): Promise<Memory[]>;
  /** Branch, tag or commit at which each is read, by id. */
  refsOf(memories: readonly Memory[]): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;
  read(memories: readonly Memory[], at: CodeAt): Promise<void>;
};

export type CodeAt = { source: RepositorySource; repository: Repository; commit: string };

/**
 * Reads the memories of a repository that are not read yet, those of one commit together; at the head where a memory has
 * no ref, or the repository no such commit. @returns the head; null when there is no such repository.
 * @throws SourceError when the repository cannot be read.
 */
export async function readUnread<Memory extends Identified>(
  db: Database,
  {
    organization_id,
    repository_id,
    signal,
    list,
    refsOf,
    read,
  }: Tenant & { repository_id: string; signal: AbortSignal } & Reader<Memory>,
): Promise<string | null> {
  const repository = await findRepositoryById(db, { organization_id, repository_id });
  if (!repository) return null;
  const source = await openRepositorySource(db, { organization_id, repository });
  const head = await source.headCommit();
  for (let done = 0; done < MOST_MEMORIES; done += MEMORIES_AT_ONCE) {
    signal.throwIfAborted();
    const memories = await list(MEMORIES_AT_ONCE);
    const commits = new Map<string, string>();
    for (const [id, ref] of await refsOf(memories))
      commits.set(id, await source.resolveRef(ref).catch(() => head));
    for (const [commit, some] of groupBy(memories, ({ id }) => commits.get(id) ?? head))
      await read(some, { source, repository, commit });
    if (memories.length < MEMORIES_AT_ONCE) break;
  }
  return head;
}
