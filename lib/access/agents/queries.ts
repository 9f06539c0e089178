import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import { PERMISSIONS, type Permission } from "@/lib/kernel/permissions";
import type { AgentKey } from "../contract";

const withAgent = { agent: true } satisfies Prisma.agent_keyInclude;

function toAgentKey(row: Prisma.agent_keyGetPayload<{ include: typeof withAgent }>): AgentKey {
  return {
    id: row.id,
    name: row.name,
    agent: row.agent.name,
    agent_types: row.agent_types.length === 0 ? null : row.agent_types,
    prefix: row.prefix,
    permissions: row.permissions.filter(isPermission),
    repository_ids: row.all_repositories ? null : row.repository_ids,
    tool_sets: row.tool_sets.filter(isToolSet),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    replaced_by: row.replaced_by,
    created_by_key: row.created_by_key,
  };
}

// A permission that a later version removed must not break the keys that still name it.
export function isPermission(value: string): value is Permission {
  return PERMISSIONS.some((permission) => permission === value);
}

/** The keys of an organization, or only those that one key made; newest first. */
export async function listAgentKeys(
  db: Db,
  {
    organization_id,
    cursor,
    limit,
    created_by_key,
  }: { organization_id: string; created_by_key?: string } & Paging,
): Promise<Page<AgentKey>> {
  const where: Prisma.agent_keyWhereInput = {
    organization_id,
    ...(created_by_key !== undefined && { created_by_key }),
  };
  const [rows, total] = await Promise.all([
    db.agent_key.findMany({
      where: { ...where, ...afterCursor(cursor) },
      include: withAgent,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.agent_key.count({ where }),
  ]);
  return toPage(rows.map(toAgentKey), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export async function findAgentKey(
  db: Db,
  { organization_id, agent_key_id }: { organization_id: string; agent_key_id: string },
) {
  const row = await db.agent_key.findUnique({
    where: { organization_id_id: { organization_id, id: agent_key_id } },
    include: withAgent,
  });
  return row && toAgentKey(row);
}

/** Whether an agent of this name has, or had, a key that another one than this made. */
export async function hasKeyOfOthers(
  db: Db,
  { organization_id, agent: name, key_id }: { organization_id: string; agent: string; key_id: string },
): Promise<boolean> {
  const found = await db.agent_key.findFirst({
    where: {
      organization_id,
      agent: { name },
      OR: [{ created_by_key: null }, { created_by_key: { not: key_id } }],
    },
    select: { id: true },
  });
  return found !== null;
}

/** The names of the agents that have, or had, a key. */
export async function findAgentNames(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<string[]> {
  return (await db.agent.findMany({ where: { organization_id }, select: { name: true } })).map(
    ({ name }) => name,
  );
}

/** The agent of this name, made when it is new. */
export async function upsertAgent(
  db: Db,
  { organization_id, name, agent_type }: { organization_id: string; name: string; agent_type: string },
) {
  return db.agent.upsert({
    where: { organization_id_name: { organization_id, name } },
    create: { organization_id, id: newId(), name, agent_type },
    update: {},
  });
}

// As with permissions: a set that a later version removed must not break the keys that name it.
export function isToolSet(value: string): value is ToolSet {
  return TOOL_SETS.some((set) => set === value);
}

export async function insertAgentKey(
  db: Db,
  {
    agent_types,
    repository_ids,
    ...rest
  }: {
    organization_id: string;
    agent_id: string;
    name: string;
    prefix: string;
    key_hash: string;
    permissions: Permission[];
    agent_types: string[] | null;
    repository_ids: string[] | null;
    tool_sets: ToolSet[];
    created_by: string;
    created_by_key: string | null;
    created_by_person: string | null;
    expires_at: string | null;
  },
): Promise<AgentKey> {
  const row = await db.agent_key.create({
    data: {
      id: newId(),
      ...rest,
      agent_types: agent_types ?? [],
      repository_ids: repository_ids ?? [],
      all_repositories: repository_ids === null,
    },
    include: withAgent,
  });
  return toAgentKey(row);
}

/** Records that the key was used. */
export async function touchAgentKey(
  db: Db,
  { organization_id, agent_key_id, now }: { organization_id: string; agent_key_id: string; now: Date },
) {
  await db.agent_key.updateMany({
    where: { organization_id, id: agent_key_id },
    data: { last_used_at: now },
  });
}

export async function revokeAgentKey(
  db: Db,
  { organization_id, agent_key_id, now }: { organization_id: string; agent_key_id: string; now: Date },
) {
  const row = await db.agent_key.update({
    where: { organization_id_id: { organization_id, id: agent_key_id } },
    data: { revoked_at: now },
    include: withAgent,
  });
  return toAgentKey(row);
}

/**
 * Has a key give way to another: it works until then and no longer; null: not at all any more.
 * @returns null when it was revoked or gave way to another one meanwhile.
 */
export async function replaceAgentKey(
  db: Db,
  {
    organization_id,
    agent_key_id,
    replaced_by,
    expires_at,
    now,
  }: {
    organization_id: string;
    agent_key_id: string;
    replaced_by: string;
    expires_at: Date | null;
    now: Date;
  },
): Promise<AgentKey | null> {
  const { count } = await db.agent_key.updateMany({
    where: { organization_id, id: agent_key_id, replaced_by: null, revoked_at: null },
    data: { replaced_by, ...(expires_at === null ? { revoked_at: now } : { expires_at }) },
  });
  if (count === 0) return null;
  return findAgentKey(db, { organization_id, agent_key_id });
}

/** Neither revoked nor expired. */
export function isInForce({ revoked_at, expires_at }: AgentKey, now: Date): boolean {
  return revoked_at === null && (expires_at === null || new Date(expires_at) > now);
}

/**
 * The keys that a key made, or a person with whatever became of them, those that they made, and so on, without revoked
 * ones.
 */
export async function findKeysMadeBy(
  db: Db,
  {
    organization_id,
    ...maker
  }: { organization_id: string } & ({ agent_key_id: string } | { person_id: string }),
): Promise<AgentKey[]> {
  const made: AgentKey[] = [];
  let where: Prisma.agent_keyWhereInput =
    "person_id" in maker ? { created_by_person: maker.person_id } : { created_by_key: maker.agent_key_id };
  for (;;) {
    const rows = await db.agent_key.findMany({ where: { ...where, organization_id }, include: withAgent });
    const known = new Set(made.map(({ id }) => id));
    const found = rows.filter(({ id }) => !known.has(id));
    if (found.length === 0) break;
    made.push(...found.map(toAgentKey));
    where = { created_by_key: { in: found.map(({ id }) => id) } };
  }
  return made.filter(({ revoked_at }) => revoked_at === null);
}

/** Has the keys that one key made belong to the one that took its place. */
export async function inheritKeys(
  db: Db,
  { organization_id, from, to }: { organization_id: string; from: string; to: string },
): Promise<void> {
  await db.agent_key.updateMany({
    where: { organization_id, created_by_key: from },
    data: { created_by_key: to },
  });
}

/** Those of these ids that are no repository of the organization. */
export async function findUnknownRepositories(
  db: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.repository.findMany({
    where: { organization_id, id: { in: [...ids] } },
    select: { id: true },
  });
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
