import { LRUCache } from "lru-cache";
import type { Database } from "@/lib/db/client";
import { remembered } from "@/lib/db/remembered/remember";
import type { Actor } from "@/lib/kernel/actor";
import { PERMISSIONS, type Role } from "@/lib/kernel/permissions";
import { log } from "@/lib/telemetry/log";
import { hashSecret, isAgentKey } from "./agents/keys";
import { touchAgentKey } from "./agents/queries";
import { loginLimits } from "./logins/limits";
import { isLocal, signsInByLinks } from "./logins/providers";
import { touchLogin } from "./logins/queries";
import { permissionsOf } from "./policy";
import { findIdentityOfKey, findMembershipsOfPerson, findReachOfLogin, type KeyIdentity } from "./unscoped";

const USE_IS_RECORDED_EVERY_MS = 60_000;
const lastTouched = new LRUCache<string, number>({ max: 10_000 });

/** Who a key speaks for, or null; kept while every change of it is heard of. */
async function identityOf(db: Database, key: string): Promise<KeyIdentity | null> {
  const isValid = (identity: KeyIdentity | null) =>
    identity !== null && (identity.expires_at === null || identity.expires_at.getTime() > Date.now());
  return remembered(db, {
    key: `key ${hashSecret(key)}`,
    about: (identity) => identity && [identity.key_id, identity.agent_id, identity.organization_id],
    isFresh: isValid,
    read: () => findIdentityOfKey(db, key),
  });
}

/** The memberships that a login reaches; kept for as long as its use is not to be recorded again. */
async function reachOf(db: Database, { login_id, now }: { login_id: string; now: Date }) {
  const limits = loginLimits(now);
  return remembered(db, {
    key: `login ${login_id}`,
    about: ([first, ...others]) => {
      if (first === undefined) return null;
      const organizations = [first, ...others].map(({ organization_id }) => organization_id);
      return [login_id, first.person_id, ...organizations];
    },
    isFresh: ([first]) =>
      first !== undefined &&
      Math.abs(now.getTime() - first.last_seen_at.getTime()) < USE_IS_RECORDED_EVERY_MS &&
      first.last_seen_at > limits.seen_since &&
      first.begun_at > limits.begun_since,
    read: () => findReachOfLogin(db, { login_id, ...limits }),
  });
}

/** The actor an agent key speaks for, or null when the key is unknown, revoked or expired. Records its last use. */
export async function actorOfKey(db: Database, key: string, now: Date): Promise<Actor | null> {
  if (!isAgentKey(key)) return null;
  const identity = await identityOf(db, key);
  if (!identity) return null;
  // A write for every call would double the cost of a read; once a minute is exact enough for "last used".
  if (now.getTime() - (lastTouched.get(identity.key_id) ?? 0) >= USE_IS_RECORDED_EVERY_MS) {
    lastTouched.set(identity.key_id, now.getTime());
    await touchAgentKey(db, {
      organization_id: identity.organization_id,
      agent_key_id: identity.key_id,
      now,
      // Where nothing can be written, on a standby or a full disk, keys go on reading.
    }).catch((error: unknown) => {
      log().warn({ err: error }, "the use of a key could not be recorded");
    });
  }
  return {
    organization_id: identity.organization_id,
    kind: "agent",
    id: identity.agent_id,
    name: identity.agent_name,
    role: null,
    permissions: new Set(identity.permissions),
    agent_types: identity.agent_types,
    repository_ids: identity.repository_ids,
    tool_sets: identity.tool_sets,
    key: { id: identity.key_id, expires_at: identity.expires_at },
  };
}

/**
 * The actor a signed-in person is, in the organization named by its slug or else their first one.
 * Null when they are a member of none.
 */
export async function actorOfPerson(db: Database, person_id: string, slug?: string): Promise<Actor | null> {
  const memberships = await findMembershipsOfPerson(db, { person_id });
  const membership = chooseMembership(memberships, slug);
  return membership && personActor(membership, person_id);
}

/** The actor that a member is; null when the person is none any more. */
export async function actorOfMember(
  db: Database,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<Actor | null> {
  const memberships = await findMembershipsOfPerson(db, { person_id });
  const membership = memberships.find((item) => item.organization_id === organization_id);
  if (!membership) return null;
  return personActor(membership, person_id);
}

/**
 * The actor that a login is, in the organization named by its slug or else the first one that it reaches. Null when it has
 * ended or reaches none. Records that it was seen.
 */
export async function actorOfLogin(
  db: Database,
  { login_id, slug, now }: { login_id: string; slug: string | undefined; now: Date },
): Promise<Actor | null> {
  const reached = await reachOf(db, { login_id, now });
  const membership = chooseMembership(reached, slug);
  if (!membership) return null;
  const { person_id, method, bound_to, last_seen_at } = membership;
  if (isLocal(method) && !signsInByLinks()) return null;
  if (now.getTime() - last_seen_at.getTime() >= USE_IS_RECORDED_EVERY_MS)
    await touchLogin(db, { login_id, now }).catch((error: unknown) => {
      log().warn({ err: error }, "the use of a login could not be recorded");
    });
  return {
    ...personActor(membership, person_id),
    login: { id: login_id, organization_id: bound_to },
  };
}

type Membership = { organization_id: string; organization_slug: string; name: string; role: Role };

function chooseMembership<M extends Membership>(memberships: readonly M[], slug?: string): M | null {
  return memberships.find((item) => item.organization_slug === slug) ?? memberships[0] ?? null;
}

function personActor({ organization_id, name, role }: Membership, id: string): Actor {
  return {
    organization_id,
    kind: "person",
    id,
    name,
    role,
    permissions: permissionsOf(role),
    agent_types: null,
    repository_ids: null,
  };
}

/** The actor of background work, named after its job; it may do everything within one organization. */
export function jobActor(organization_id: string, job: string): Actor {
  return {
    organization_id,
    kind: "job",
    id: job,
    name: job,
    role: null,
    permissions: new Set(PERMISSIONS),
    agent_types: null,
    repository_ids: null,
  };
}
