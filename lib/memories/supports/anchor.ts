import { insertSupports, type PreparedSupport, prepareSupports } from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import { type CodeAt, readUnread } from "../shared/unread";
import { withoutSecrets } from "../store/prepare";
import { followRestedOn } from "./follow";
import * as supportQueries from "./queries";

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
  const ids = { organization_id, repository_id };
  const anchored: string[] = [];
  const head = await readUnread(db, {
    ...ids,
    signal,
    list: (limit) => supportQueries.listUnread(db, { ...ids, limit }),
    refsOf: commitsOfFirstCitations,
    read: async (memories, at) => {
      const found = await supportsOf(memories, at);
      for (const [index, memory] of memories.entries()) {
        const supports = found[index] ?? [];
        if (await keep(db, { ...ids, memory, supports, now: now() })) anchored.push(memory.id);
      }
    },
  });
  // What changed since a memory was written is a change as well.
  if (head !== null && anchored.length > 0)
    await followRestedOn(db, { ...ids, commit: head, memory_ids: anchored, now: now(), signal });
}

const commitsOfFirstCitations = (memories: readonly supportQueries.UnreadMemory[]): Map<string, string> =>
  new Map(memories.flatMap(({ id, citations: [first] }) => (first ? [[id, first.commit] as const] : [])));

async function supportsOf(
  memories: readonly supportQueries.UnreadMemory[],
  { source, repository, commit }: CodeAt,
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
