import { actorColumns, readActor } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { afterCursorUpwards, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import type { InboxReference } from "../fields";
import type { InboxComment } from "./contract";

type StoredComment = Omit<InboxComment, "mentions">;

function toComment(row: Prisma.inbox_commentGetPayload<object>): StoredComment {
  const { id, body } = row;
  return {
    id,
    body,
    author: readActor(row, "author"),
    created_at: row.created_at.toISOString(),
  };
}

/** What was said about an item, the oldest first. */
export async function listInboxComments(
  db: Db,
  { organization_id, kind, subject_id, cursor, limit }: Tenant & InboxReference & Paging,
): Promise<Page<StoredComment>> {
  const where = { organization_id, kind, subject_id };
  const [rows, total] = await Promise.all([
    db.inbox_comment.findMany({
      where: { ...where, ...afterCursorUpwards(cursor) },
      orderBy: { id: "asc" },
      take: limit + 1,
    }),
    db.inbox_comment.count({ where }),
  ]);
  return toPage(rows.map(toComment), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export async function insertInboxComment(
  tx: Db,
  {
    organization_id,
    kind,
    subject_id,
    body,
    actor,
    now,
  }: Tenant & InboxReference & { body: string; actor: ActorRef; now: Date },
): Promise<StoredComment> {
  const row = await tx.inbox_comment.create({
    data: {
      organization_id,
      id: newId(),
      kind,
      subject_id,
      body,
      ...actorColumns("author", actor),
      created_at: now,
    },
  });
  return toComment(row);
}

/** Who said something about an item before, once each. */
export async function findCommenters(
  db: Db,
  { organization_id, kind, subject_id }: Tenant & InboxReference,
): Promise<string[]> {
  const rows = await db.inbox_comment.findMany({
    where: { organization_id, kind, subject_id, author_kind: "person" },
    distinct: ["author_id"],
    select: { author_id: true },
  });
  return rows.map(({ author_id }) => author_id);
}
