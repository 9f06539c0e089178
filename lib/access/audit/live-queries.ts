import type { Db } from "@/lib/db/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { toActorKind } from "../actor-columns";
import { findAuditNames } from "./name-queries";

export type LiveEntry = { id: string; operation: string; subject_ids: string[]; actor: ActorRef };

/** The records that an entry is about: its subject, and those that a decision on several names. */
function subjectsOf(subject_id: string | null, detail: unknown): string[] {
  const own = subject_id === null ? [] : [subject_id];
  const ids: unknown = detail !== null && typeof detail === "object" ? Reflect.get(detail, "ids") : null;
  if (!Array.isArray(ids)) return own;
  return [...own, ...ids.filter((id): id is string => typeof id === "string")];
}

/** What was done after an entry, the oldest first. */
export async function findEntriesAfter(
  db: Db,
  { organization_id, after, limit }: Tenant & { after: string; limit: number },
): Promise<LiveEntry[]> {
  const rows = await db.audit_entry.findMany({
    where: { organization_id, id: { gt: after } },
    select: {
      id: true,
      operation: true,
      subject_id: true,
      detail: true,
      actor_kind: true,
      actor_id: true,
      actor_name: true,
    },
    orderBy: { id: "asc" },
    take: limit,
  });
  const people = rows.flatMap(({ actor_kind, actor_id }) => {
    if (actor_kind === "person") return [actor_id];
    return [];
  });
  const names = await findAuditNames(db, { organization_id, actor_ids: people });
  return rows.map(({ id, operation, subject_id, detail, actor_kind, actor_id, actor_name }) => ({
    id,
    operation,
    subject_ids: subjectsOf(subject_id, detail),
    actor: { kind: toActorKind(actor_kind), id: actor_id, name: names.get(actor_id) ?? actor_name },
  }));
}
