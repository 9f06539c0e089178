import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { decodeCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { DELIVERY_MODES, DELIVERY_STATUSES, type DeliveryMode, type Skill } from "../contract";

/** Null: every repository. */
export type Visible = { repository_ids: readonly string[] | null };

export const key = ({ organization_id }: Tenant, id: string) => ({
  organization_id_id: { organization_id, id },
});

export const inVisible = ({ repository_ids }: Visible) =>
  repository_ids === null ? {} : { repository_id: { in: [...repository_ids] } };

const repositoryRef = { select: { id: true, name: true } };

export const skillRef = { select: { id: true, name: true, path: true, repository: repositoryRef } };

const withState = {
  repository: repositoryRef,
  deliveries: { select: { status: true }, orderBy: { id: "desc" }, take: 1 },
  _count: { select: { proposals: { where: { status: "open" } } } },
} satisfies Prisma.skillInclude;

function toSkill(row: Prisma.skillGetPayload<{ include: typeof withState }>): Skill {
  const [latest] = row.deliveries;
  return {
    id: row.id,
    repository: row.repository,
    path: row.path,
    name: row.name,
    description: row.description,
    current_version: row.current_version,
    delivery_mode: oneOf(DELIVERY_MODES, row.delivery_mode),
    delivery_status: latest ? oneOf(DELIVERY_STATUSES, latest.status) : null,
    open_proposals: row._count.proposals,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

export async function findSkill(db: Db, params: Tenant & { skill_id: string }): Promise<Skill | null> {
  const row = await db.skill.findUnique({ where: key(params, params.skill_id), include: withState });
  return row && toSkill(row);
}

/** Skills by name, all of them: of one repository or of the organization. */
export async function findSkills(
  db: Db,
  { organization_id, repository_id, skill_id }: Tenant & { repository_id?: string; skill_id?: string },
): Promise<Skill[]> {
  const rows = await db.skill.findMany({
    where: {
      organization_id,
      ...(repository_id === undefined ? {} : { repository_id }),
      ...(skill_id === undefined ? {} : { id: skill_id }),
    },
    include: withState,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(toSkill);
}

export async function listSkills(
  db: Db,
  params: Tenant & Paging & Visible & { repository_id?: string; name?: string },
): Promise<Page<Skill>> {
  const { organization_id, cursor, limit, repository_id, name } = params;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.skillWhereInput = {
    organization_id,
    AND: [
      inVisible(params),
      repository_id === undefined ? {} : { repository_id },
      name === undefined ? {} : { name },
    ],
  };
  const last = after && (await db.skill.findUnique({ where: key(params, after.id), select: { name: true } }));
  const [rows, total] = await Promise.all([
    db.skill.findMany({
      where:
        last && after
          ? { ...where, OR: [{ name: { gt: last.name } }, { name: last.name, id: { gt: after.id } }] }
          : where,
      include: withState,
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: limit + 1,
    }),
    db.skill.count({ where }),
  ]);
  return toPage(rows.map(toSkill), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export async function insertSkill(
  db: Db,
  {
    now,
    ...rest
  }: Tenant & {
    repository_id: string;
    path: string;
    name: string;
    description: string;
    delivery_mode: DeliveryMode;
    now: Date;
  },
): Promise<string> {
  const id = newId();
  await db.skill.create({ data: { id, ...rest, current_version: 0, created_at: now, updated_at: now } });
  return id;
}

/** Chooses how versions of a skill reach its file. @returns whether it was still in that version of its record. */
export async function setDeliveryMode(
  db: Db,
  {
    organization_id,
    skill_id,
    version,
    delivery_mode,
    now,
  }: Tenant & { skill_id: string; version: number; delivery_mode: DeliveryMode; now: Date },
): Promise<boolean> {
  const { count } = await db.skill.updateMany({
    where: { organization_id, id: skill_id, version },
    data: { delivery_mode, version: { increment: 1 }, updated_at: now },
  });
  return count === 1;
}
