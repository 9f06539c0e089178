import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import {
  DELIVERY_MODES,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryMode,
  type DeliveryStatus,
} from "../contract";
import { inVisible, key, skillRef, type Visible } from "../skills/queries";

const withSkillRef = { skill: skillRef } satisfies Prisma.deliveryInclude;

function toDelivery(row: Prisma.deliveryGetPayload<{ include: typeof withSkillRef }>): Delivery {
  const { repository, ...skill } = row.skill;
  return {
    id: row.id,
    skill,
    repository,
    version_number: row.version_number,
    mode: oneOf(DELIVERY_MODES, row.mode),
    status: oneOf(DELIVERY_STATUSES, row.status),
    error: row.error,
    base_sha256: row.base_sha256,
    found_sha256: row.found_sha256,
    attempts: row.attempts,
    branch: row.branch,
    commit_sha: row.commit_sha,
    url: row.url,
    pull_request: row.pull_request,
    followed_at: row.followed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export async function insertDelivery(
  db: Db,
  {
    now,
    ...rest
  }: Tenant & {
    skill_id: string;
    version_number: number;
    mode: DeliveryMode;
    base_sha256: string;
    now: Date;
  },
): Promise<Delivery> {
  const row = await db.delivery.create({
    data: { id: newId(), ...rest, created_at: now },
    include: withSkillRef,
  });
  return toDelivery(row);
}

export async function findDelivery(
  db: Db,
  params: Tenant & { delivery_id: string },
): Promise<Delivery | null> {
  const row = await db.delivery.findUnique({ where: key(params, params.delivery_id), include: withSkillRef });
  return row && toDelivery(row);
}

export async function listDeliveries(
  db: Db,
  params: Tenant & Paging & Visible & { status?: readonly DeliveryStatus[]; skill_id?: string },
): Promise<Page<Delivery>> {
  const { organization_id, cursor, limit, status, skill_id } = params;
  const where: Prisma.deliveryWhereInput = {
    organization_id,
    skill: inVisible(params),
    ...(status !== undefined && { status: { in: [...status] } }),
    skill_id,
  };
  const [rows, total] = await Promise.all([
    db.delivery.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: withSkillRef,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.delivery.count({ where }),
  ]);
  return toPage(rows.map(toDelivery), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

/** Statuses of a delivery that has not brought its version to the file. */
export const OUTSTANDING = [
  "pending",
  "open",
  "conflict",
  "failed",
  "closed",
] as const satisfies readonly DeliveryStatus[];

/** Deliveries of a skill that have not arrived, oldest first. */
export async function findOutstandingDeliveries(
  db: Db,
  { organization_id, skill_id }: Tenant & { skill_id: string },
): Promise<Delivery[]> {
  const rows = await db.delivery.findMany({
    where: { organization_id, skill_id, status: { in: [...OUTSTANDING] } },
    include: withSkillRef,
    orderBy: { id: "asc" },
  });
  return rows.map(toDelivery);
}

/** The ids of all deliveries to a repository that have not arrived, oldest first. */
export async function findOutstandingIds(
  db: Db,
  { organization_id, repository_id }: Tenant & { repository_id: string },
): Promise<string[]> {
  const rows = await db.delivery.findMany({
    where: { organization_id, skill: { repository_id }, status: { in: [...OUTSTANDING] } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}

/** Changes a delivery that is in one of the statuses `from`. @returns whether it was. */
export async function updateDelivery(
  db: Db,
  {
    organization_id,
    delivery_id,
    from,
    status,
    error,
    found_sha256,
    attempts,
    finished_at,
    place,
  }: Tenant & {
    delivery_id: string;
    from: readonly DeliveryStatus[];
    status: DeliveryStatus;
    error: string | null;
    found_sha256: string | null;
    attempts?: "add" | "reset";
    finished_at: Date | null;
    /** Where it went; what is left out stays. */
    place?: {
      branch?: string;
      commit_sha?: string | null;
      url?: string;
      pull_request?: number;
      followed_at?: Date;
    };
  },
): Promise<boolean> {
  const { count } = await db.delivery.updateMany({
    where: { organization_id, id: delivery_id, status: { in: [...from] } },
    data: {
      status,
      error,
      found_sha256,
      finished_at,
      ...place,
      ...(attempts !== undefined && { attempts: attempts === "add" ? { increment: 1 } : 0 }),
    },
  });
  return count === 1;
}

/** Open deliveries of an organization, those that were looked at longest ago first. */
export async function findOpenDeliveries(
  db: Db,
  { organization_id, most }: Tenant & { most: number },
): Promise<Delivery[]> {
  const rows = await db.delivery.findMany({
    where: { organization_id, status: "open" },
    include: withSkillRef,
    orderBy: [{ followed_at: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    take: most,
  });
  return rows.map(toDelivery);
}

/** The delivery that is on a pull request and may still change: open, or closed and perhaps opened again. */
export async function findPullRequestDelivery(
  db: Db,
  { organization_id, repository_id, pull_request }: Tenant & { repository_id: string; pull_request: number },
): Promise<Delivery | null> {
  const row = await db.delivery.findFirst({
    where: { organization_id, pull_request, status: { in: ["open", "closed"] }, skill: { repository_id } },
    include: withSkillRef,
    orderBy: { id: "desc" },
  });
  return row && toDelivery(row);
}

/** The skill's newest delivery; null when there was none. */
export async function findLatestDelivery(
  db: Db,
  { organization_id, skill_id }: Tenant & { skill_id: string },
): Promise<Delivery | null> {
  const row = await db.delivery.findFirst({
    where: { organization_id, skill_id },
    include: withSkillRef,
    orderBy: { id: "desc" },
  });
  return row && toDelivery(row);
}

/** Deliveries of these versions of a skill. */
export async function findDeliveriesOfVersions(
  db: Db,
  { organization_id, skill_id, numbers }: Tenant & { skill_id: string; numbers: readonly number[] },
): Promise<Delivery[]> {
  const rows = await db.delivery.findMany({
    where: { organization_id, skill_id, version_number: { in: [...numbers] } },
    include: withSkillRef,
    orderBy: { id: "asc" },
  });
  return rows.map(toDelivery);
}

/**
 * Ends the skill's outstanding deliveries of versions up to this one.
 * @returns the ids of those that have a pull request, or may have one that was not noted.
 */
export async function supersedeDeliveries(
  db: Db,
  {
    organization_id,
    skill_id,
    up_to_version,
    now,
  }: Tenant & { skill_id: string; up_to_version: number; now: Date },
): Promise<string[]> {
  const rows = await db.delivery.updateManyAndReturn({
    where: {
      organization_id,
      skill_id,
      version_number: { lte: up_to_version },
      status: { in: [...OUTSTANDING] },
    },
    data: { status: "superseded", finished_at: now },
    select: { id: true, pull_request: true, mode: true },
  });
  return rows
    .filter(({ pull_request, mode }) => pull_request !== null || mode === "pull_request")
    .map(({ id }) => id);
}
