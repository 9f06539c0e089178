import { actorColumns, toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import {
  type Skill,
  type SkillVersion,
  type SkillVersionDetail,
  skillVersionSchema,
  type VersionOrigin,
} from "../contract";
import { sha256 } from "../skills/files";
import { inVisible, key, type Visible } from "../skills/queries";

const headOnly = { content: true } satisfies Prisma.skill_versionOmit;

const readVersion = rowReader(skillVersionSchema);

const toVersion = (row: Prisma.skill_versionGetPayload<{ omit: typeof headOnly }>): SkillVersion =>
  readVersion({ ...row, created_by_kind: toActorKind(row.created_by_kind) });

/** Adds the skill's next version and makes it the current one. The caller holds the skill (see `lockSkills`). */
export async function insertVersion(
  db: Db,
  params: Tenant & {
    skill_id: string;
    content: string;
    name: string;
    description: string;
    origin: VersionOrigin;
    proposal_id?: string | null;
    actor: ActorRef;
    note?: string | null;
    now: Date;
  },
): Promise<SkillVersion> {
  const { organization_id, skill_id, content, name, description, origin, actor, now } = params;
  const { current_version: number } = await db.skill.update({
    where: key(params, skill_id),
    data: {
      name,
      description,
      current_version: { increment: 1 },
      version: { increment: 1 },
      updated_at: now,
    },
    select: { current_version: true },
  });
  const row = await db.skill_version.create({
    data: {
      organization_id,
      id: newId(),
      skill_id,
      number,
      content,
      content_sha256: sha256(content),
      origin,
      proposal_id: params.proposal_id ?? null,
      ...actorColumns("created_by", actor),
      note: params.note ?? null,
      created_at: now,
    },
  });
  return toVersion(row);
}

export async function findVersion(
  db: Db,
  { organization_id, skill_id, number }: Tenant & { skill_id: string; number: number },
): Promise<SkillVersionDetail | null> {
  const row = await db.skill_version.findUnique({
    where: { organization_id_skill_id_number: { organization_id, skill_id, number } },
  });
  return row && { ...toVersion(row), content: row.content };
}

export async function listVersions(
  db: Db,
  { organization_id, cursor, limit, skill_id }: Tenant & Paging & { skill_id: string },
): Promise<Page<SkillVersion>> {
  const where: Prisma.skill_versionWhereInput = { organization_id, skill_id };
  const [rows, total] = await Promise.all([
    db.skill_version.findMany({
      where: { ...where, ...afterCursor(cursor) },
      omit: headOnly,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.skill_version.count({ where }),
  ]);
  return toPage(rows.map(toVersion), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

/** The current text of each of these skills, by skill id. */
export async function findCurrentContents(
  db: Db,
  { organization_id, skills }: Tenant & { skills: readonly Skill[] },
): Promise<Map<string, string>> {
  if (skills.length === 0) return new Map();
  const rows = await db.skill_version.findMany({
    where: {
      organization_id,
      OR: skills.map(({ id, current_version }) => ({ skill_id: id, number: current_version })),
    },
    select: { skill_id: true, content: true },
  });
  return new Map(rows.map((row) => [row.skill_id, row.content]));
}

/** The latest version with this text, among those up to a number. */
export async function findContentBySha256(
  db: Db,
  {
    organization_id,
    skill_id,
    content_sha256,
    up_to,
  }: Tenant & { skill_id: string; content_sha256: string; up_to: number },
): Promise<string | null> {
  const row = await db.skill_version.findFirst({
    where: { organization_id, skill_id, content_sha256, number: { lte: up_to } },
    select: { content: true },
    orderBy: { number: "desc" },
  });
  return row?.content ?? null;
}

/** Numbers and hashes of all versions, newest first. */
export async function findVersionHashes(
  db: Db,
  { organization_id, skill_id }: Tenant & { skill_id: string },
): Promise<{ number: number; content_sha256: string }[]> {
  return db.skill_version.findMany({
    where: { organization_id, skill_id },
    select: { number: true, content_sha256: true },
    orderBy: { number: "desc" },
  });
}

/** Every version of a skill without its text, oldest first, with how far its delivery came; null: it has none. */
export async function findHistory(db: Db, { organization_id, skill_id }: Tenant & { skill_id: string }) {
  const versions = await db.skill_version.findMany({
    where: { organization_id, skill_id },
    omit: headOnly,
    orderBy: { number: "asc" },
  });
  const deliveries = await db.delivery.findMany({
    where: { organization_id, skill_id },
    select: { version_number: true, mode: true, status: true },
  });
  return versions.map((row) => ({
    ...toVersion(row),
    delivery: deliveries.find(({ version_number }) => version_number === row.number) ?? null,
  }));
}

/** The latest versions made by approving a proposal, oldest first. */
export async function findApprovedVersions(
  db: Db,
  params: Tenant &
    Visible & {
      repository_id?: string;
      skill_id?: string;
      from?: Date;
      to?: Date;
      most: number;
    },
) {
  const { organization_id, repository_id, from, to, most } = params;
  const rows = await db.skill_version.findMany({
    where: {
      organization_id,
      origin: "approved",
      created_at: { gte: from, lt: to },
      skill: {
        AND: [inVisible(params), { repository_id }, { id: params.skill_id }],
      },
    },
    omit: headOnly,
    include: { skill: { select: { id: true, name: true, path: true } } },
    orderBy: [{ created_at: "desc" }, { id: "desc" }],
    take: most,
  });
  return rows.map((row) => ({ ...toVersion(row), skill: row.skill })).reverse();
}
