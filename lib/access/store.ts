import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { lockOrganization } from "@/lib/db/sql/skills";
import type { ActorRef } from "@/lib/kernel/actor";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import { PERMISSIONS, type Permission, ROLES, type Role } from "@/lib/kernel/permissions";
import {
  type AgentKey,
  CONNECTION_KINDS,
  type Connection,
  type ConnectionKind,
  type ConnectionTest,
  connectionTestSchema,
  type Member,
  type Organization,
  type RateLimit,
  REFUSALS,
  type Refusal,
  rateLimitSchema,
  type SettingsChange,
  settingsChangeSchema,
  settingsSchema,
} from "./contract";

type Paging = { cursor?: string | undefined; limit: number };

// Organizations ---------------------------------------------------------------------------------------------

function toOrganization(row: Prisma.organizationGetPayload<object>): Organization {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    settings: settingsSchema.parse(row.settings),
    version: row.version,
    created_at: row.created_at.toISOString(),
  };
}

export async function findOrganization(db: Db, { organization_id }: { organization_id: string }) {
  const row = await db.organization.findUnique({ where: { id: organization_id } });
  return row && toOrganization(row);
}

/** The secret by which sessions fall into the holdout or out of it. */
export async function findHoldoutSecret(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<string> {
  const { holdout_secret } = await db.organization.findUniqueOrThrow({
    where: { id: organization_id },
    select: { holdout_secret: true },
  });
  return holdout_secret;
}

export async function insertOrganization(db: Db, params: { slug: string; name: string; settings: object }) {
  return toOrganization(await db.organization.create({ data: { id: newId(), ...params } }));
}

/** Null when the version is no longer the one given. */
export async function updateOrganization(
  db: Db,
  {
    organization_id,
    version,
    name,
    settings,
    now,
  }: { organization_id: string; version: number; name: string; settings: object; now: Date },
): Promise<Organization | null> {
  const { count } = await db.organization.updateMany({
    where: { id: organization_id, version },
    data: { name, settings, version: { increment: 1 }, updated_at: now },
  });
  return count === 0 ? null : findOrganization(db, { organization_id });
}

/** Whether what was stored by earlier rules of scope was brought under the present ones. */
export async function isScopeMigrated(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<boolean> {
  const row = await db.organization.findUnique({
    where: { id: organization_id },
    select: { scopes_migrated_at: true },
  });
  return row === null || row.scopes_migrated_at !== null;
}

export async function markScopeMigrated(
  db: Db,
  { organization_id, now }: { organization_id: string; now: Date },
): Promise<void> {
  await db.organization.updateMany({ where: { id: organization_id }, data: { scopes_migrated_at: now } });
}

// Settings of repositories -----------------------------------------------------------------------------------

type OfRepository = { organization_id: string; repository_id: string };

/** What a repository overrides; nothing, in version 0, when it never did. */
export async function findRepositorySettings(
  db: Db,
  { organization_id, repository_id }: OfRepository,
): Promise<{ settings: SettingsChange; version: number }> {
  const row = await db.repository_settings.findUnique({
    where: { organization_id_repository_id: { organization_id, repository_id } },
  });
  return row
    ? { settings: settingsChangeSchema.parse(row.settings), version: row.version }
    : { settings: {}, version: 0 };
}

/** Replaces what a repository overrides. False when its version is no longer the one given. */
export async function putRepositorySettings(
  db: Db,
  {
    organization_id,
    repository_id,
    settings,
    version,
    now,
  }: OfRepository & { settings: SettingsChange; version: number; now: Date },
): Promise<boolean> {
  const { count } =
    version === 0
      ? await db.repository_settings.createMany({
          data: [{ organization_id, repository_id, settings, updated_at: now }],
          skipDuplicates: true,
        })
      : await db.repository_settings.updateMany({
          where: { organization_id, repository_id, version },
          data: { settings, version: { increment: 1 }, updated_at: now },
        });
  return count === 1;
}

// Members ----------------------------------------------------------------------------------------------------

const withPerson = { person: true } satisfies Prisma.memberInclude;

function toMember(row: Prisma.memberGetPayload<{ include: typeof withPerson }>): Member {
  return {
    id: row.id,
    person_id: row.person_id,
    name: row.person.name,
    email: row.person.email,
    role: toRole(row.role),
    created_at: row.created_at.toISOString(),
  };
}

function toRole(role: string): Role {
  const known = ROLES.find((item) => item === role);
  if (!known) throw new Error(`unknown role in the database: ${role}`);
  return known;
}

export async function listMembers(
  db: Db,
  { organization_id, cursor, limit }: { organization_id: string } & Paging,
): Promise<Page<Member>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.memberWhereInput = { organization_id };
  const [rows, total] = await Promise.all([
    db.member.findMany({
      where: after ? { ...where, id: { gt: after.id } } : where,
      include: withPerson,
      orderBy: { id: "asc" },
      take: limit + 1,
    }),
    db.member.count({ where }),
  ]);
  return toPage(rows.map(toMember), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export async function listAllMembers(db: Db, { organization_id }: { organization_id: string }) {
  const rows = await db.member.findMany({
    where: { organization_id },
    include: withPerson,
    orderBy: { id: "asc" },
  });
  return rows.map(toMember);
}

export async function findMember(
  db: Db,
  { organization_id, member_id }: { organization_id: string; member_id: string },
) {
  const row = await db.member.findUnique({
    where: { organization_id_id: { organization_id, id: member_id } },
    include: withPerson,
  });
  return row && toMember(row);
}

/**
 * By which names evaluations know a member: those of the account, which a sign-in proved, and those the member claimed.
 * None for who is no member.
 */
export async function gitAuthorsOf(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<{ known_as: string[]; git_authors: string[] }> {
  const row = await db.member.findUnique({
    where: { organization_id_person_id: { organization_id, person_id } },
    include: withPerson,
  });
  return row
    ? { known_as: [row.person.name, row.person.email], git_authors: row.git_authors }
    : { known_as: [], git_authors: [] };
}

/**
 * Replaces the names that a member claims.
 * @throws AppError invalid_input for one that is another member's already.
 */
export async function claimGitAuthors(
  tx: Db,
  {
    organization_id,
    person_id,
    git_authors,
  }: { organization_id: string; person_id: string; git_authors: readonly string[] },
): Promise<void> {
  const names = [...git_authors];
  // Of two members who claim a name at once, one comes second.
  await lockOrganization(tx, { organization_id });
  const others = await tx.member.findMany({
    where: {
      organization_id,
      person_id: { not: person_id },
      OR: [
        { git_authors: { hasSome: names } },
        { person: { OR: [{ name: { in: names } }, { email: { in: names } }] } },
      ],
    },
    include: withPerson,
  });
  for (const [index, name] of names.entries()) {
    const taken = others.some(
      ({ person, git_authors: claimed }) =>
        person.name === name || person.email === name || claimed.includes(name),
    );
    if (taken)
      throw invalidField(`/git_authors/${index}`, "is another member's; ask them, or an owner, about it");
  }
  await tx.member.updateMany({ where: { organization_id, person_id }, data: { git_authors: names } });
}

export async function countOwners(db: Db, { organization_id }: { organization_id: string }): Promise<number> {
  return db.member.count({ where: { organization_id, role: "owner" } });
}

export async function insertMember(
  db: Db,
  params: { organization_id: string; person_id: string; role: Role },
) {
  const row = await db.member.create({ data: { id: newId(), ...params }, include: withPerson });
  return toMember(row);
}

export async function updateMemberRole(
  db: Db,
  { organization_id, member_id, role }: { organization_id: string; member_id: string; role: Role },
) {
  const row = await db.member.update({
    where: { organization_id_id: { organization_id, id: member_id } },
    data: { role },
    include: withPerson,
  });
  return toMember(row);
}

export async function deleteMember(
  db: Db,
  { organization_id, member_id }: { organization_id: string; member_id: string },
) {
  await db.member.delete({ where: { organization_id_id: { organization_id, id: member_id } } });
}

// Agents and their keys --------------------------------------------------------------------------------------

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
  };
}

// A permission that a later version removed must not break the keys that still name it.
export function isPermission(value: string): value is Permission {
  return PERMISSIONS.some((permission) => permission === value);
}

export async function listAgentKeys(
  db: Db,
  { organization_id, cursor, limit }: { organization_id: string } & Paging,
): Promise<Page<AgentKey>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.agent_keyWhereInput = { organization_id };
  const [rows, total] = await Promise.all([
    db.agent_key.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
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
  return count === 0 ? null : findAgentKey(db, { organization_id, agent_key_id });
}

// Connections ------------------------------------------------------------------------------------------------

const withUse = { _count: { select: { repositories: true } } } satisfies Prisma.connectionInclude;

function toConnection(row: Prisma.connectionGetPayload<{ include: typeof withUse }>): Connection {
  return {
    id: row.id,
    kind: toConnectionKind(row.kind),
    label: row.label,
    base_url: row.base_url,
    username: row.username,
    app_id: row.app_id,
    installation_id: row.installation_id,
    has_webhook_secret: row.sealed_webhook !== null,
    repositories: row._count.repositories,
    test: row.test === null ? null : connectionTestSchema.parse(row.test),
    rate_limits: rateLimitSchema.array().parse(row.rate_limits),
    version: row.version,
    created_at: row.created_at.toISOString(),
  };
}

function toConnectionKind(kind: string): ConnectionKind {
  const known = CONNECTION_KINDS.find((item) => item === kind);
  if (!known) throw new Error(`unknown kind of connection in the database: ${kind}`);
  return known;
}

export async function listConnections(
  db: Db,
  { organization_id, cursor, limit }: { organization_id: string } & Paging,
): Promise<Page<Connection>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.connectionWhereInput = { organization_id };
  const [rows, total] = await Promise.all([
    db.connection.findMany({
      where: after ? { ...where, id: { gt: after.id } } : where,
      include: withUse,
      orderBy: { id: "asc" },
      take: limit + 1,
    }),
    db.connection.count({ where }),
  ]);
  return toPage(rows.map(toConnection), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

type ConnectionKey = { organization_id: string; connection_id: string };

export async function findConnection(
  db: Db,
  { organization_id, connection_id }: ConnectionKey,
): Promise<Connection | null> {
  const row = await db.connection.findUnique({
    where: { organization_id_id: { organization_id, id: connection_id } },
    include: withUse,
  });
  return row && toConnection(row);
}

/** A connection with its secrets as they are kept: encrypted. */
export type SealedConnection = Pick<Connection, "id" | "kind" | "base_url" | "version"> & {
  username: string | null;
  app_id: string | null;
  installation_id: string | null;
  sealed_credential: string;
};

export async function findSealedConnection(
  db: Db,
  { organization_id, connection_id }: ConnectionKey,
): Promise<SealedConnection | null> {
  const row = await db.connection.findUnique({
    where: { organization_id_id: { organization_id, id: connection_id } },
    select: {
      id: true,
      kind: true,
      base_url: true,
      version: true,
      username: true,
      app_id: true,
      installation_id: true,
      sealed_credential: true,
    },
  });
  return row && { ...row, kind: toConnectionKind(row.kind) };
}

export type ConnectionFields = {
  label: string;
  base_url: string;
  kind: ConnectionKind;
  username: string | null;
  app_id: string | null;
  installation_id: string | null;
  sealed_credential: string;
  sealed_webhook: string | null;
};

export async function insertConnection(
  db: Db,
  { connection_id, ...data }: ConnectionKey & ConnectionFields,
): Promise<Connection> {
  const row = await db.connection.create({ data: { id: connection_id, ...data }, include: withUse });
  return toConnection(row);
}

/** Null when the version is no longer the one given. A test says nothing of new credentials, so it is forgotten. */
export async function updateConnection(
  db: Db,
  {
    organization_id,
    connection_id,
    version,
    now,
    fields,
  }: ConnectionKey & { version: number; now: Date; fields: Partial<ConnectionFields> },
): Promise<Connection | null> {
  const renewed = fields.sealed_credential !== undefined;
  const { count } = await db.connection.updateMany({
    where: { organization_id, id: connection_id, version },
    data: {
      ...fields,
      ...(renewed ? { test: Prisma.DbNull, rate_limits: [] } : {}),
      version: { increment: 1 },
      updated_at: now,
    },
  });
  return count === 0 ? null : findConnection(db, { organization_id, connection_id });
}

/** Keeps what a test found, and the limits it saw. Null when the connection was removed meanwhile. */
export async function updateConnectionTest(
  db: Db,
  {
    organization_id,
    connection_id,
    test,
    rate_limits,
  }: ConnectionKey & { test: ConnectionTest; rate_limits: RateLimit[] },
): Promise<Connection | null> {
  await db.connection.updateMany({
    where: { organization_id, id: connection_id },
    data: { test, rate_limits },
  });
  return findConnection(db, { organization_id, connection_id });
}

export async function updateRateLimits(
  db: Db,
  { organization_id, connection_id, rate_limits }: ConnectionKey & { rate_limits: RateLimit[] },
): Promise<void> {
  await db.connection.updateMany({ where: { organization_id, id: connection_id }, data: { rate_limits } });
}

export async function deleteConnection(
  db: Db,
  { organization_id, connection_id }: ConnectionKey,
): Promise<void> {
  await db.connection.delete({ where: { organization_id_id: { organization_id, id: connection_id } } });
}

// Audit ------------------------------------------------------------------------------------------------------

export async function insertAuditEntry(
  db: Db,
  {
    actor,
    detail,
    ...rest
  }: {
    organization_id: string;
    actor: ActorRef;
    operation: string;
    request_id: string;
    subject_id: string | null;
    detail: Record<string, unknown>;
    at: Date;
  },
): Promise<void> {
  await db.audit_entry.create({
    data: {
      id: newId(),
      ...rest,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      detail: detail as Prisma.InputJsonObject,
    },
  });
}

export async function listAuditEntries(
  db: Db,
  {
    organization_id,
    subject_id,
    cursor,
    limit,
  }: { organization_id: string; subject_id?: string | undefined } & Paging,
) {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.audit_entryWhereInput = {
    organization_id,
    ...(subject_id === undefined ? {} : { subject_id }),
  };
  const [rows, total] = await Promise.all([
    db.audit_entry.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.audit_entry.count({ where }),
  ]);
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: toActorKind(row.actor_kind), id: row.actor_id, name: row.actor_name },
    operation: row.operation,
    subject_id: row.subject_id,
    request_id: row.request_id,
    detail: row.detail as Record<string, unknown>,
  }));
  return toPage(items, limit, total, (row) => ({ at: row.at, id: row.id }));
}

/** Stored actor kinds read back; anything unknown is shown as a job, which may do nothing. */
export function toActorKind(kind: string): ActorRef["kind"] {
  return kind === "person" || kind === "agent" ? kind : "job";
}

// Refusals ---------------------------------------------------------------------------------------------------

function toRefusal(row: Prisma.agent_refusalGetPayload<object>): Refusal {
  const what = REFUSALS.find((known) => known === row.what);
  if (!what) throw new Error(`unknown refusal in the database: ${row.what}`);
  return {
    id: row.id,
    what,
    agent: row.agent === "" ? null : row.agent,
    agent_type: row.agent_type,
    named: row.named === "" ? null : row.named,
    session_id: row.session_id === "" ? null : row.session_id,
    count: row.count,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  };
}

/** Refusals since then, the last first. */
export async function listRefusals(
  db: Db,
  { organization_id, since, cursor, limit }: { organization_id: string; since: Date } & Paging,
): Promise<Page<Refusal>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.agent_refusalWhereInput = { organization_id, last_at: { gte: since } };
  const older: Prisma.agent_refusalWhereInput = after
    ? { OR: [{ last_at: { lt: new Date(after.at) } }, { last_at: new Date(after.at), id: { lt: after.id } }] }
    : {};
  const [rows, total] = await Promise.all([
    db.agent_refusal.findMany({
      where: { AND: [where, older] },
      orderBy: [{ last_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.agent_refusal.count({ where }),
  ]);
  return toPage(rows.map(toRefusal), limit, total, ({ last_at, id }) => ({ at: last_at, id }));
}

const REFUSALS_OF_SESSION = 50;

export async function refusalsOfSession(
  db: Db,
  { organization_id, session_id }: { organization_id: string; session_id: string },
): Promise<Refusal[]> {
  const rows = await db.agent_refusal.findMany({
    where: { organization_id, session_id },
    orderBy: [{ first_at: "asc" }, { id: "asc" }],
    take: REFUSALS_OF_SESSION,
  });
  return rows.map(toRefusal);
}

// Idempotency keys -------------------------------------------------------------------------------------------

type RepeatId = { organization_id: string; actor_id: string; operation: string; key: string };

export async function findIdempotencyKey(db: Db, { organization_id, actor_id, operation, key }: RepeatId) {
  return db.idempotency_key.findUnique({
    where: { organization_id_actor_id_operation_key: { organization_id, actor_id, operation, key } },
  });
}

export async function insertIdempotencyKey(
  db: Db,
  params: RepeatId & { request_sha256: string; response: unknown },
) {
  await db.idempotency_key.create({
    data: { ...params, response: params.response as Prisma.InputJsonValue },
  });
}

// Webhooks ---------------------------------------------------------------------------------------------------

type Delivery = { organization_id: string; id: string; body_sha256: string };

/** True when a webhook's delivery was taken in before, or another one with the same body. */
export async function isDelivered(db: Db, { organization_id, id, body_sha256 }: Delivery): Promise<boolean> {
  const count = await db.webhook_delivery.count({
    where: { organization_id, OR: [{ id }, { body_sha256 }] },
  });
  return count > 0;
}

export async function keepDelivery(
  db: Db,
  { now, ...row }: Delivery & { event: string; now: Date },
): Promise<void> {
  await db.webhook_delivery.createMany({ data: [{ ...row, received_at: now }], skipDuplicates: true });
}
