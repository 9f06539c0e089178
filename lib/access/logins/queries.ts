import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/kernel/ids";
import { iso } from "@/lib/kernel/time";
import { LOGIN_METHODS, type Login, type LoginMethod } from "../contract";
import { deviceOf } from "./device";
import type { LoginLimits } from "./limits";

const MAX_LISTED = 200;
const MAX_USER_AGENT = 300;

type Row = Prisma.loginGetPayload<object>;

function toLogin(row: Row): Omit<Login, "current"> {
  return {
    id: row.id,
    method: LOGIN_METHODS.find((method) => method === row.method) ?? "link",
    device: deviceOf(row.user_agent),
    this_organization_only: row.organization_id !== null,
    created_at: iso(row.created_at),
    last_seen_at: iso(row.last_seen_at),
  };
}

export async function insertLogin(
  db: Db,
  params: {
    person_id: string;
    bound_to: string | null;
    method: LoginMethod;
    user_agent: string;
    ended_in: readonly string[];
    now: Date;
  },
): Promise<string> {
  const { bound_to, user_agent, ended_in, now, ...rest } = params;
  const { id } = await db.login.create({
    data: {
      id: newId(),
      ...rest,
      organization_id: bound_to,
      user_agent: user_agent.slice(0, MAX_USER_AGENT),
      ended_in: [...ended_in],
      created_at: now,
      last_seen_at: now,
    },
  });
  return id;
}

export async function touchLogin(db: Db, { login_id, now }: { login_id: string; now: Date }): Promise<void> {
  await db.login.updateMany({
    where: { id: login_id, last_seen_at: { lt: now } },
    data: { last_seen_at: now },
  });
}

/** Ends the login of a cookie; one that has ended is no error. */
export async function deleteLogin(db: Db, { login_id }: { login_id: string }): Promise<void> {
  await db.login.deleteMany({ where: { id: login_id } });
}

type OfPerson = {
  person_id: string;
  /** The organization that the asking login is bound to: it sees and ends only logins bound to the same; null: all. */
  bound_to: string | null;
};

function ofPerson({ person_id, bound_to }: OfPerson): Prisma.loginWhereInput {
  if (bound_to === null) return { person_id };
  return { person_id, organization_id: bound_to };
}

const alive = ({ seen_since, begun_since }: LoginLimits): Prisma.loginWhereInput => ({
  last_seen_at: { gt: seen_since },
  created_at: { gt: begun_since },
});

/** Logins of a person that are alive, last seen first. */
export async function listLoginsOfPerson(
  db: Db,
  { limits, ...person }: OfPerson & { limits: LoginLimits },
): Promise<Omit<Login, "current">[]> {
  const rows = await db.login.findMany({
    where: { ...ofPerson(person), ...alive(limits) },
    orderBy: [{ last_seen_at: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return rows.map(toLogin);
}

/** Ends logins of a person: one, or all but one. Returns how many ended. */
export async function endLoginsOfPerson(
  db: Db,
  { login_id, besides, ...person }: OfPerson & { login_id: string | null; besides: string | null },
): Promise<number> {
  const { count } = await db.login.deleteMany({
    where: {
      AND: [
        ofPerson(person),
        login_id === null ? {} : { id: login_id },
        besides === null ? {} : { id: { not: besides } },
      ],
    },
  });
  return count;
}

const reaching = ({ organization_id, person_id }: { organization_id: string; person_id: string }) => ({
  person_id,
  OR: [{ organization_id }, { organization_id: null, NOT: { ended_in: { has: organization_id } } }],
});

/** Logins of a person that reach an organization and are alive, last seen first. */
export async function listLoginsOfMember(
  db: Db,
  { organization_id, person_id, limits }: { organization_id: string; person_id: string; limits: LoginLimits },
): Promise<Omit<Login, "current">[]> {
  const rows = await db.login.findMany({
    where: { AND: [reaching({ organization_id, person_id }), alive(limits)] },
    orderBy: [{ last_seen_at: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return rows.map(toLogin);
}

/**
 * Ends one login of a person in an organization, or all of them: one that is bound to it is gone, another one reaches it
 * no more and goes on elsewhere. Returns how many ended.
 */
export async function endLoginsOfMember(
  db: Db,
  {
    organization_id,
    person_id,
    login_id,
  }: { organization_id: string; person_id: string; login_id: string | null },
): Promise<number> {
  const id = login_id === null ? {} : { id: login_id };
  const bound = await db.login.deleteMany({ where: { ...id, person_id, organization_id } });
  const free = await db.login.updateMany({
    where: { ...id, person_id, organization_id: null, NOT: { ended_in: { has: organization_id } } },
    data: { ended_in: { push: organization_id } },
  });
  return bound.count + free.count;
}

/**
 * Has a login reach an organization again in which it had ended. With `ruled_by_provider` a login of OpenID Connect stays as it
 * is: the provider may have left the organization out.
 */
export async function reopenLogin(
  db: Db,
  {
    login_id,
    organization_id,
    ruled_by_provider,
  }: { login_id: string; organization_id: string; ruled_by_provider: boolean },
): Promise<void> {
  const login = await db.login.findUnique({
    where: { id: login_id },
    select: { ended_in: true, method: true },
  });
  if (!login?.ended_in.includes(organization_id)) return;
  if (ruled_by_provider && login.method === "oidc") return;
  const ended_in = login.ended_in.filter((id) => id !== organization_id);
  // Where it ended elsewhere meanwhile, that stands, and signing in again reaches the organization.
  await db.login.updateMany({
    where: { id: login_id, ended_in: { equals: login.ended_in } },
    data: { ended_in },
  });
}

/** Ends the links of an organization by which who has this invitation could accept it. */
export async function deleteLinksOfInvited(
  db: Db,
  { organization_id, invitation_id }: { organization_id: string; invitation_id: string },
): Promise<void> {
  const person = { invitations: { some: { organization_id, id: invitation_id } } };
  await db.login_link.deleteMany({ where: { organization_id, used_at: null, person } });
}

/** Ends the links of an organization by which a person could sign in. */
export async function deleteLinksOfPerson(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<void> {
  await db.login_link.deleteMany({ where: { organization_id, person_id, used_at: null } });
}
