import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { repositoriesOfMemories } from "../memory/queries";

export type UnreadMemory = {
  id: string;
  kind: string;
  statement: string;
  reasoning: string | null;
  metadata: unknown;
  session_id: string | null;
  removed_mentions: string[];
  citations: { anchor_path: string; anchor_line_start: number; anchor_line_end: number; position: number }[];
};

const unread = { mentions_read_at: null, deleted_at: null } satisfies Prisma.memoryWhereInput;

/** Memories of a repository whose text nobody has read for mentions yet, oldest first. */
export async function listUnreadMemories(
  db: Db,
  { organization_id, repository_id, limit }: Tenant & { repository_id: string; limit: number },
): Promise<UnreadMemory[]> {
  return db.memory.findMany({
    where: { organization_id, repository_id, ...unread },
    orderBy: { id: "asc" },
    take: limit,
    select: {
      id: true,
      kind: true,
      statement: true,
      reasoning: true,
      metadata: true,
      session_id: true,
      removed_mentions: true,
      citations: {
        select: { anchor_path: true, anchor_line_start: true, anchor_line_end: true, position: true },
        orderBy: { position: "asc" },
      },
    },
  });
}

/** Repositories with memories whose text nobody has read for mentions yet. */
export async function listRepositoriesWithUnread(db: Db, { organization_id }: Tenant): Promise<string[]> {
  return repositoriesOfMemories(db, { organization_id, where: unread });
}

/** Says that the text of a memory was read. False when somebody else was first, or it is gone. */
export async function markMentionsRead(
  db: Db,
  { organization_id, memory_id, now }: Tenant & { memory_id: string; now: Date },
): Promise<boolean> {
  const { count } = await db.memory.updateMany({
    where: { organization_id, id: memory_id, ...unread },
    data: { mentions_read_at: now },
  });
  return count === 1;
}

/** The refs that agents said they work on, by session. */
export async function refsOfSessions(
  db: Db,
  { organization_id, session_ids }: Tenant & { session_ids: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db.agent_session.findMany({
    where: { organization_id, session_id: { in: [...session_ids] }, ref: { not: null } },
    select: { session_id: true, ref: true },
  });
  return new Map(rows.flatMap(({ session_id, ref }) => (ref === null ? [] : [[session_id, ref] as const])));
}

export async function findInferred(
  db: Db,
  { organization_id, citation_id }: Tenant & { citation_id: string },
): Promise<{ id: string; memory_id: string; mention: string | null } | null> {
  return db.citation.findFirst({
    where: { organization_id, id: citation_id },
    select: { id: true, memory_id: true, mention: true },
  });
}

/** Removes an inferred citation and keeps its mention, so that it is not inferred again. False when it is gone. */
export async function removeInferred(
  db: Db,
  {
    organization_id,
    citation_id,
    memory_id,
    mention,
  }: Tenant & { citation_id: string; memory_id: string; mention: string },
): Promise<boolean> {
  const { count } = await db.citation.deleteMany({ where: { organization_id, id: citation_id, mention } });
  if (count === 0) return false;
  await db.memory.updateMany({
    where: { organization_id, id: memory_id },
    data: { removed_mentions: { push: mention } },
  });
  return true;
}
