import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ToolSet } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { ROLES, type Role } from "@/lib/kernel/permissions";
import { DAY_MS } from "@/lib/kernel/time";
import { hashSecret } from "./agents/keys";
import { isPermission, isToolSet } from "./agents/queries";

/**
 * The few look-ups that cannot name an organization, because they find out which one it is: by key hash, by person, by
 * one-time link. Everything else goes through a store.
 */

export type KeyIdentity = {
  organization_id: string;
  key_id: string;
  agent_id: string;
  agent_name: string;
  agent_types: string[] | null;
  permissions: ReturnType<typeof permissionsIn>;
  repository_ids: string[] | null;
  tool_sets: ToolSet[];
  last_used_at: Date | null;
  expires_at: Date | null;
};

const permissionsIn = (values: string[]) => values.filter(isPermission);

const keyRow = (key_hash: string) => Prisma.sql`
  select k.organization_id, k.id as key_id, k.agent_id, a.name as agent_name, k.agent_types, k.permissions,
         k.repository_ids::text[] as repository_ids, k.all_repositories, k.tool_sets, k.last_used_at,
         k.expires_at
  from agent_key k join agent a on a.organization_id = k.organization_id and a.id = k.agent_id
  where k.key_hash = ${key_hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;

/** Who a key speaks for, or null when it is unknown, revoked or expired. */
export async function findIdentityOfKey(db: Db, key: string): Promise<KeyIdentity | null> {
  type Row = Omit<KeyIdentity, "agent_types" | "permissions" | "repository_ids" | "tool_sets"> & {
    agent_types: string[];
    tool_sets: string[];
    permissions: string[];
    repository_ids: string[];
    all_repositories: boolean;
  };
  const [row] = await db.$queryRaw<Row[]>(keyRow(hashSecret(key)));
  if (!row) return null;
  const { agent_types, all_repositories, repository_ids, tool_sets, permissions, ...rest } = row;
  return {
    ...rest,
    agent_types: agent_types.length === 0 ? null : agent_types,
    permissions: permissionsIn(permissions),
    repository_ids: all_repositories ? null : repository_ids,
    tool_sets: tool_sets.filter(isToolSet),
  };
}

/** Of a membership `m` in an organization `o`: an example is open to members of the organization that it belongs to. */
const ENTERS_EXAMPLE = Prisma.sql`(o.example_of is null or exists (
  select 1 from member own where own.organization_id = o.example_of and own.person_id = m.person_id))`;

/** The organizations a person is a member of, oldest membership first. */
export async function findMembershipsOfPerson(db: Db, { person_id }: { person_id: string }) {
  type Row = {
    organization_id: string;
    organization_slug: string;
    organization_name: string;
    is_example: boolean;
    role: string;
    name: string;
    email: string;
  };
  const rows = await db.$queryRaw<Row[]>`
    select m.organization_id, o.slug as organization_slug, o.name as organization_name,
           o.example_of is not null as is_example, m.role, p.name, p.email
    from member m join organization o on o.id = m.organization_id join person p on p.id = m.person_id
    where m.person_id = ${person_id}::uuid and ${ENTERS_EXAMPLE} order by m.created_at, m.id`;
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

/** Whether a person is a member of another organization, or signs in by what is bound to none: a provider, a passkey. */
export async function hasOtherWayIn(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<boolean> {
  const elsewhere = { organization_id: { not: organization_id }, organization: { example_of: null } };
  const count = await db.person.count({
    where: {
      id: person_id,
      OR: [
        { members: { some: elsewhere } },
        { accounts: { some: {} } },
        { passkeys: { some: { organization_id: null } } },
      ],
    },
  });
  return count > 0;
}

/** The person with this e-mail address, made when new. */
export async function upsertPerson(db: Db, params: { email: string; name: string }) {
  const email = params.email.toLowerCase();
  return db.person.upsert({
    where: { email },
    create: { id: newId(), email, name: params.name },
    update: {},
  });
}

/** As `upsertPerson`, and whether this call made the person: of two at once, one did. */
export async function ensurePerson(db: Db, params: { email: string; name: string }) {
  const email = params.email.toLowerCase();
  const { count } = await db.person.createMany({
    data: [{ id: newId(), email, name: params.name }],
    skipDuplicates: true,
  });
  return { person: await db.person.findUniqueOrThrow({ where: { email } }), created: count === 1 };
}

export async function findPersonByEmail(db: Db, { email }: { email: string }) {
  return db.person.findUnique({ where: { email: email.toLowerCase() } });
}

export async function findPersonByAccount(db: Db, params: { provider: string; provider_account_id: string }) {
  const account = await db.person_account.findUnique({
    where: { provider_provider_account_id: params },
    include: { person: true },
  });
  return account?.person ?? null;
}

export async function insertPersonAccount(
  db: Db,
  params: { provider: string; provider_account_id: string; person_id: string },
) {
  await db.person_account.create({ data: params });
}

export async function insertLoginLink(
  db: Db,
  params: {
    token_hash: string;
    person_id: string;
    organization_id: string;
    created_by: string | null;
    expires_at: Date;
  },
) {
  await db.login_link.create({ data: params });
}

/** The login of a cookie, with the memberships that it reaches; empty when it has ended or reaches none. */
export async function findReachOfLogin(
  db: Db,
  { login_id, seen_since, begun_since }: { login_id: string; seen_since: Date; begun_since: Date },
) {
  type Row = {
    person_id: string;
    bound_to: string | null;
    method: string;
    last_seen_at: Date;
    begun_at: Date;
    organization_id: string;
    organization_slug: string;
    organization_name: string;
    role: string;
    name: string;
  };
  const rows = await db.$queryRaw<Row[]>`
    select l.person_id, l.organization_id as bound_to, l.method, l.last_seen_at,
           l.created_at as begun_at, m.organization_id,
           o.slug as organization_slug, o.name as organization_name, m.role, p.name
    from login l
    join person p on p.id = l.person_id
    join member m on m.person_id = l.person_id and not m.organization_id = any(l.ended_in)
    join organization o on o.id = m.organization_id
      and (l.organization_id is null or l.organization_id in (o.id, o.example_of)) and ${ENTERS_EXAMPLE}
    where l.id = ${login_id}::uuid and l.last_seen_at > ${seen_since} and l.created_at > ${begun_since}
    order by m.created_at, m.id`;
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

const roleOf = (value: string): Role => ROLES.find((role) => role === value) ?? "developer";

/** What a person is invited to and can still accept, oldest first. */
export async function findInvitationsOfPerson(
  db: Db,
  { person_id, now }: { person_id: string; now: Date },
): Promise<
  {
    id: string;
    organization_id: string;
    organization_slug: string;
    organization_name: string;
    role: Role;
    invited_by: string;
    created_at: Date;
    expires_at: Date;
  }[]
> {
  type Row = {
    id: string;
    organization_id: string;
    organization_slug: string;
    organization_name: string;
    role: string;
    invited_by: string;
    created_at: Date;
    expires_at: Date;
  };
  const rows = await db.$queryRaw<Row[]>`
    select i.id, i.organization_id, o.slug as organization_slug, o.name as organization_name, i.role,
           p.name as invited_by, i.created_at, i.expires_at
    from invitation i join organization o on o.id = i.organization_id join person p on p.id = i.invited_by
    where i.person_id = ${person_id}::uuid and i.expires_at > ${now} order by i.created_at, i.id`;
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

/** The organization that a first start made, or the oldest one there is. */
export async function findFirstOrganization(db: Db) {
  return db.organization.findFirst({
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
    select: { id: true, slug: true, name: true },
  });
}

export async function findOrganizationBySlug(db: Db, { slug }: { slug: string }) {
  return db.organization.findUnique({ where: { slug }, select: { id: true, slug: true, name: true } });
}

/** Uses up a one-time link: of two attempts at once exactly one gets the person and the organization that it is for. */
export async function consumeLoginLink(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<{ person_id: string; organization_id: string } | null> {
  const token_hash = hashSecret(token);
  const { count } = await db.login_link.updateMany({
    where: { token_hash, used_at: null, expires_at: { gt: now } },
    data: { used_at: now },
  });
  if (count === 0) return null;
  return db.login_link.findUnique({
    where: { token_hash },
    select: { person_id: true, organization_id: true },
  });
}

/** Whose a one-time link is that no longer signs in, because it was used or has expired; null: there is no such link. */
export async function findSpentLink(
  db: Db,
  { token }: { token: string },
): Promise<{ person_id: string; organization_id: string } | null> {
  return db.login_link.findUnique({
    where: { token_hash: hashSecret(token) },
    select: { person_id: true, organization_id: true },
  });
}

/** The connection that a webhook names, with its secret as it is kept; null when there is none or it has no secret. */
export async function findWebhookConnection(db: Db, { connection_id }: { connection_id: string }) {
  const [row] = await db.$queryRaw<{ organization_id: string; sealed_webhook: string }[]>`
    select organization_id, sealed_webhook from connection
    where id = ${connection_id}::uuid and sealed_webhook is not null`;
  return row ?? null;
}

/** Makes those who start a new Casebook at the same time take turns until their transactions end. */
export async function lockFirstStart(tx: Db): Promise<void> {
  await tx.$queryRaw`select count(pg_advisory_xact_lock(hashtextextended('first start', 0)))`;
}

/** How many organizations there are; none means a first start. */
export async function countOrganizations(db: Db): Promise<number> {
  return db.organization.count();
}

/** The one organization that is meant, else all of them. */
export async function findOrganizationIds(db: Db, only?: string): Promise<string[]> {
  if (only !== undefined) return [only];
  const rows = await db.organization.findMany({ select: { id: true }, orderBy: { created_at: "asc" } });
  return rows.map((row) => row.id);
}

/** Organizations with uses of memories that are not counted yet. */
export async function findOrganizationsWithUses(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select distinct u.organization_id::text as id from memory_use u order by 1`;
  return rows.map(({ id }) => id);
}

/**
 * Repositories, of every organization, with a check that should be under way and of which nothing was heard within so many
 * milliseconds of now. A sign of life from further ahead is of a clock that was set back since.
 */
export async function findSilentChecks(
  db: Db,
  { now, silent_ms }: { now: Date; silent_ms: number },
): Promise<{ organization_id: string; repository_id: string }[]> {
  const [since, until] = [-silent_ms, silent_ms].map((ms) => new Date(now.getTime() + ms));
  return db.$queryRaw`
    select distinct c.organization_id::text as organization_id, c.repository_id::text as repository_id
    from repository_check c
    where c.status in ('waiting', 'running') and coalesce(c.alive_at, c.created_at) not between ${since} and ${until}`;
}

/** The oldest owner of the organization with this slug, or of the oldest one; null when there is none. */
export async function findFirstOwner(
  db: Db,
  { slug = null }: { slug?: string | null } = {},
): Promise<{ organization_id: string; person_id: string } | null> {
  const rows = await db.$queryRaw<{ organization_id: string; person_id: string }[]>`
    select m.organization_id, m.person_id from member m join organization o on o.id = m.organization_id
    where m.role = 'owner' and (${slug}::text is null or o.slug = ${slug})
    order by o.created_at, m.created_at, m.id limit 1`;
  return rows[0] ?? null;
}

/** What is kept encrypted of every connection on the server. */
export async function findSealedSecrets(db: Db): Promise<
  {
    organization_id: string;
    connection_id: string;
    sealed_credential: string;
    sealed_webhook: string | null;
  }[]
> {
  return db.$queryRaw`
    select organization_id::text, id::text as connection_id, sealed_credential, sealed_webhook
    from connection order by id`;
}

const REFUSALS_KEPT_DAYS = 90;

/**
 * Removes what has served its time, of every organization: kept answers, one-time links, invitations and ids of webhooks
 * older than a week, logins that ended by themselves, and refusals older than 90 days.
 */
export async function purgeExpired(
  db: Db,
  { now, seen_since, begun_since }: { now: Date; seen_since: Date; begun_since: Date },
): Promise<void> {
  const before = new Date(now.getTime() - 7 * DAY_MS);
  await db.$executeRaw`delete from idempotency_key where created_at < ${before}`;
  await db.$executeRaw`delete from login_link where expires_at < ${before}`;
  await db.$executeRaw`delete from invitation where expires_at < ${before}`;
  await db.$executeRaw`delete from login where last_seen_at <= ${seen_since} or created_at <= ${begun_since}`;
  await db.$executeRaw`delete from passkey_challenge where expires_at < ${now}`;
  await db.$executeRaw`delete from webhook_delivery where received_at < ${before}`;
  const refused_before = new Date(now.getTime() - REFUSALS_KEPT_DAYS * DAY_MS);
  await db.$executeRaw`delete from agent_refusal where last_at < ${refused_before}`;
}
