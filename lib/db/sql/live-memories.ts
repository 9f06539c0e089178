import { Prisma } from "@/lib/db/generated/client";
import { visibleTo } from "./memory-conditions";

/** Whose memories are looked at: everybody's, or what one session stored or observed again. */
export type Among = { organization_id: string; session_id: string | null; ids: readonly string[] | null };

export const LIVE = (m: Prisma.Sql) =>
  Prisma.sql`${m}.deleted_at is null and ${m}.status in ('active', 'drifted')`;

export const M = Prisma.sql`m`;

/** Conditions on `m` for what one session has to do with. */
export function among({ session_id, ids }: Among): Prisma.Sql {
  if (session_id === null) return Prisma.sql`true`;
  return Prisma.sql`(m.session_id = ${session_id} or m.id = any(${[...(ids ?? [])]}::uuid[]))`;
}

/** What may be seen of the queues of hygiene, and which repository's. */
export type HygieneWhere = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  repository_id: string | null;
};

export const EVERYTHING = Prisma.sql`true`;

/** Conditions on `m` of what may be seen. */
export function visible({
  visible_repository_ids,
  repository_id,
}: Omit<HygieneWhere, "organization_id">): Prisma.Sql {
  const seen = visibleTo(visible_repository_ids);
  if (repository_id === null) return seen;
  return Prisma.sql`${seen} and m.repository_id = ${repository_id}::uuid`;
}

export const ALL = { visible_repository_ids: null, repository_id: null };
