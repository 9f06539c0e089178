import { createHash } from "node:crypto";
import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { countRepositoriesOf } from "@/lib/db/sql/solution-figures";
import { inText } from "@/lib/db/words";
import type { Tenant } from "@/lib/kernel/actor";
import { earlierThanCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { searchedWords } from "@/lib/text/searched-words";
import {
  type Failure,
  type FailureLanguage,
  type FailureStatus,
  failureSchema,
  type Occurrence,
  occurrenceSchema,
} from "../contract";

const readFailure = rowReader(failureSchema);
const readOccurrence = rowReader(occurrenceSchema);

type Seen = Tenant & { visible_repository_ids: readonly string[] | null };

const withRepository = { repository: { select: { id: true, name: true } } } as const;
type Row = Prisma.failureGetPayload<{ include: typeof withRepository }>;

export const digestOf = (signature: string): string => createHash("sha256").update(signature).digest("hex");

async function toFailures(db: Db, seen: Seen, rows: readonly Row[]): Promise<Failure[]> {
  const signature_sha256s = [...new Set(rows.map((row) => row.signature_sha256))];
  const counts = await countRepositoriesOf(db, { ...seen, signature_sha256s });
  return rows.map((row) =>
    readFailure({
      ...row,
      repository_count: counts.get(row.signature_sha256) ?? 0,
      solved_by_kind: row.solved_by_kind === null ? null : toActorKind(row.solved_by_kind),
    }),
  );
}

function visible(visible_repository_ids: readonly string[] | null): Prisma.failureWhereInput {
  if (visible_repository_ids === null) return {};
  return { OR: [{ repository_id: null }, { repository_id: { in: [...visible_repository_ids] } }] };
}

/** The failures with these ids that the asker sees, in the order of the ids. */
export async function failuresByIds(
  db: Db,
  { ids, ...seen }: Seen & { ids: readonly string[] },
): Promise<Failure[]> {
  const { organization_id, visible_repository_ids } = seen;
  if (ids.length === 0) return [];
  const rows = await db.failure.findMany({
    where: { organization_id, id: { in: [...ids] }, ...visible(visible_repository_ids) },
    include: withRepository,
  });
  const failures = await toFailures(db, seen, rows);
  const byId = new Map(failures.map((failure) => [failure.id, failure]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A failure with its search text, whatever the asker sees: an operation decides about that. */
export async function findFailure(
  db: Db,
  { id, ...seen }: Seen & { id: string },
): Promise<(Failure & { search_text: string }) | null> {
  const { organization_id } = seen;
  const row = await db.failure.findFirst({ where: { organization_id, id }, include: withRepository });
  if (!row) return null;
  const [failure] = await toFailures(db, seen, [row]);
  return failure ? { ...failure, search_text: row.search_text } : null;
}

/** Failures with one of these signatures that the asker sees, those with a solution first, then the ones seen last. */
export async function findBySignatures(
  db: Db,
  {
    signatures,
    statuses,
    repository_id,
    limit,
    ...seen
  }: Seen & {
    signatures: readonly string[];
    statuses: readonly FailureStatus[];
    repository_id?: string | undefined;
    limit: number;
  },
): Promise<Failure[]> {
  const { organization_id, visible_repository_ids } = seen;
  const conditions: Prisma.failureWhereInput[] = [visible(visible_repository_ids)];
  if (repository_id !== undefined) conditions.push({ repository_id });
  const rows = await db.failure.findMany({
    where: {
      organization_id,
      signature_sha256: { in: signatures.map(digestOf) },
      status: { in: [...statuses] },
      AND: conditions,
    },
    include: withRepository,
    orderBy: [{ fixed_at: { sort: "desc", nulls: "last" } }, { last_seen_at: "desc" }, { id: "desc" }],
    take: limit,
  });
  return toFailures(db, seen, rows);
}

export async function listFailures(
  db: Db,
  {
    repository_id,
    status,
    language,
    signature,
    q = "",
    cursor,
    limit,
    ...seen
  }: Seen &
    Paging & {
      q?: string | undefined;
      repository_id?: string | undefined;
      status?: readonly FailureStatus[] | undefined;
      language?: FailureLanguage | undefined;
      signature?: string | undefined;
    },
): Promise<Page<Failure>> {
  const { organization_id, visible_repository_ids } = seen;
  const conditions: Prisma.failureWhereInput[] = [visible(visible_repository_ids)];
  if (repository_id !== undefined) conditions.push({ repository_id });
  if (status !== undefined) conditions.push({ status: { in: [...status] } });
  if (language !== undefined) conditions.push({ language });
  if (signature !== undefined) conditions.push({ signature_sha256: digestOf(signature) });
  for (const text of searchedWords(q).map(inText))
    conditions.push({ OR: [{ signature: text }, { message: text }, { solution: text }] });
  const where = { organization_id, AND: conditions };
  const [rows, total] = await Promise.all([
    db.failure.findMany({
      where: { ...where, ...earlierThanCursor("last_seen_at", cursor) },
      include: withRepository,
      orderBy: [{ last_seen_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.failure.count({ where }),
  ]);
  const failures = await toFailures(db, seen, rows);
  return toPage(failures, limit, total, ({ last_seen_at, id }) => ({ at: last_seen_at, id }));
}

const OCCURRENCES_SHOWN = 50;

/** The latest occurrences of a failure. */
export async function findOccurrences(
  db: Db,
  { organization_id, failure_id }: Tenant & { failure_id: string },
): Promise<Occurrence[]> {
  const rows = await db.failure_occurrence.findMany({
    where: { organization_id, failure_id },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: OCCURRENCES_SHOWN,
  });
  return rows.map((row) =>
    readOccurrence({
      ...row,
      actor_kind: toActorKind(row.actor_kind),
      frames: Array.isArray(row.frames) ? row.frames : [],
    }),
  );
}
