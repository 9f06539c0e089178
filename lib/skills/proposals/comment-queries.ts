import { actorColumns, toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { rowReader } from "@/lib/kernel/rows";
import { type Comment, commentSchema } from "../contract";

const readComment = rowReader(commentSchema);

const toComment = (row: Prisma.proposal_commentGetPayload<object>): Comment =>
  readComment({ ...row, author_kind: toActorKind(row.author_kind) });

export async function insertComment(
  db: Db,
  {
    organization_id,
    proposal_id,
    hunk_id,
    body,
    actor,
    now,
  }: Tenant & {
    proposal_id: string;
    hunk_id: string | null;
    body: string;
    actor: ActorRef;
    now: Date;
  },
): Promise<Comment> {
  const row = await db.proposal_comment.create({
    data: {
      organization_id,
      id: newId(),
      proposal_id,
      hunk_id,
      body,
      ...actorColumns("author", actor),
      created_at: now,
    },
  });
  return toComment(row);
}

/** People who said something about a proposal, once each. */
export async function findCommenters(
  db: Db,
  { organization_id, proposal_id }: Tenant & { proposal_id: string },
): Promise<string[]> {
  const rows = await db.proposal_comment.findMany({
    where: { organization_id, proposal_id, author_kind: "person" },
    distinct: ["author_id"],
    select: { author_id: true },
  });
  return rows.map(({ author_id }) => author_id);
}

/** Most comments that come with a proposal. */
const MOST_COMMENTS = 500;

export async function findComments(
  db: Db,
  { organization_id, proposal_id }: Tenant & { proposal_id: string },
): Promise<Comment[]> {
  const rows = await db.proposal_comment.findMany({
    where: { organization_id, proposal_id },
    orderBy: { id: "asc" },
    take: MOST_COMMENTS,
  });
  return rows.map(toComment);
}
