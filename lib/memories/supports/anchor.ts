import {
  findRepositoryById,
  insertSupports,
  openRepositorySource,
  type PreparedSupport,
  prepareSupports,
  type Repository,
  type RepositorySource,
} from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import { groupBy } from "@/lib/kernel/group-by";
import { withoutSecrets } from "../store/prepare";
import { followRestedOn } from "./follow";
import * as supportQueries from "./queries";

const MEMORIES_AT_ONCE = 50;
/** Memories of a repository that one run reads; the next run goes on. */
const MOST_MEMORIES = 2_000;

type OfRepository = { organization_id: string; repository_id: string };

/**
 * Looks up what a repository's memories rest on, at the commit at which each cites it, else at the head, and keeps it to
 * be followed. After their citations were inferred: a name that is cited needs no support. Safe to repeat: each memory is
 * read once. @throws SourceError when the repository cannot be read.
 */
export async function anchorSupports(
  db: Database,
  { organization_id, repository_id, now, signal }: OfRepository & { now: () => Date; signal: AbortSignal },
): Promise<void> {
  const repository = await findRepositoryById(db, { organization_id, repository_id });
  if (!repository) return;
  const ids = { organization_id, repository_id };
  const source = await openRepositorySource(db, { organization_id, repository });
  const head = await source.headCommit();
  const anchored: string[] = [];
  for (let done = 0; done < MOST_MEMORIES; done += MEMORIES_AT_ONCE) {
    signal.throwIfAborted();
    const memories = await supportQueries.listUnread(db, { ...ids, limit: MEMORIES_AT_ONCE });
    for (const [commit, some] of await byCommit(source, { memories, head })) {
      const found = await supportsOf(source, { repository, commit, memories: some });
      for (const [index, memory] of some.entries()) {
        const supports = found[index] ?? [];
        if (await keep(db, { ...ids, memory, supports, now: now() })) anchored.push(memory.id);
      }
    }
    if (memories.length < MEMORIES_AT_ONCE) break;
  }
  // What changed since a memory was written is a change as well.
  if (anchored.length > 0)
    await followRestedOn(db, { ...ids, commit: head, memory_ids: anchored, now: now(), signal });
}

/** The memories by the commit of their first citation; the head for those without, or whose commit is gone. */
async function byCommit(
  source: RepositorySource,
  { memories, head }: { memories: readonly supportQueries.UnreadMemory[]; head: string },
): Promise<Map<string, supportQueries.UnreadMemory[]>> {
  const commits = new Map<string, string>();
  for (const { id, citations } of memories) {
    const cited = citations[0]?.commit;
    if (cited !== undefined) commits.set(id, await source.resolveRef(cited).catch(() => head));
  }
  return groupBy(memories, ({ id }) => commits.get(id) ?? head);
}

async function supportsOf(
  source: RepositorySource,
  {
    repository,
    commit,
    memories,
  }: { repository: Repository; commit: string; memories: readonly supportQueries.UnreadMemory[] },
): Promise<PreparedSupport[][]> {
  const texts = memories.map(({ statement, removed_mentions, citations }) => ({
    statement,
    except: new Set(removed_mentions),
    cited: citations.filter((citation) => citation.commit === commit),
  }));
  return prepareSupports(source, { repository, commit, texts });
}

/** @returns whether there were any, and nobody else was first. */
async function keep(
  db: Database,
  {
    memory,
    supports,
    ...params
  }: OfRepository & {
    memory: supportQueries.UnreadMemory;
    supports: readonly PreparedSupport[];
    now: Date;
  },
): Promise<boolean> {
  // In their order, and of one whose text holds a secret only the hashes.
  const clean = await withoutSecrets(supports);
  const prepared = supports.map((support, index) => ({ ...support, ...clean[index] }));
  const { organization_id, now } = params;
  return transaction(db, async (tx) => {
    if (!(await supportQueries.markRead(tx, { organization_id, memory_id: memory.id, now }))) return false;
    await insertSupports(tx, { ...params, memory_id: memory.id, supports: prepared });
    return prepared.length > 0;
  });
}
