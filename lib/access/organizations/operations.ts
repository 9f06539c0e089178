import type { Database, Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { assertMapped, unknownAgents } from "../agents/allowed-agents";
import * as contract from "../contract";
import { loginLimits } from "../logins/limits";
import { findMembershipsOfPerson, findReachOfLogin } from "../unscoped";
import * as organizationsQueries from "./queries";

const noOrganization = () => new AppError("not_found", "This organization does not exist.");

async function loadOrganization(context: { db: Db; actor: Actor }) {
  const organization = await organizationsQueries.findOrganization(context.db, tenantOf(context));
  if (!organization) throw noOrganization();
  return organization;
}

export const organizationGet = defineQuery(contract.organizationGet, {
  read: async ({ db, actor }) => {
    const organization = await organizationsQueries.findOrganizationAndParent(db, tenantOf({ actor }));
    if (!organization) throw noOrganization();
    return {
      ...organization,
      actor: { ...actorRef(actor), role: actor.role, permissions: [...actor.permissions] },
    };
  },
});

export const organizationMine = defineQuery(contract.organizationMine, {
  read: async ({ db, actor, now }) => {
    const reached = await reachedBy(db, { actor, now: now() });
    return {
      items: reached.map(
        ({ organization_id: id, organization_slug: slug, organization_name: name, role }) => ({
          id,
          slug,
          name,
          role,
          current: id === actor.organization_id,
        }),
      ),
    };
  },
});

/** Without a login, as the command line acts, only the organization that the actor is in. */
async function reachedBy(db: Database, { actor, now }: { actor: Actor; now: Date }) {
  if (actor.login) return findReachOfLogin(db, { login_id: actor.login.id, ...loginLimits(now) });
  const memberships = await findMembershipsOfPerson(db, { person_id: actor.id });
  return memberships.filter(({ organization_id }) => organization_id === actor.organization_id);
}

export const organizationUpdate = defineCommand(contract.organizationUpdate, {
  load: loadOrganization,
  write: async ({ db, input, subject, now, actor, audit }) => {
    if (input.version !== undefined && input.version !== subject.version)
      throw new AppError(
        "conflict",
        `The organization changed meanwhile; its version is ${subject.version}.`,
      );
    const settings = { ...subject.settings, ...input.settings };
    assertMapped({ settings, changed: input.settings });
    const updated = await organizationsQueries.updateOrganization(db, {
      ...tenantOf({ actor }),
      version: subject.version,
      name: input.name ?? subject.name,
      settings,
      now: now(),
    });
    if (!updated) throw new AppError("conflict", "The organization changed meanwhile; read it again.");
    audit({
      subject_id: subject.id,
      before: { ...subject.settings, name: subject.name },
      after: { ...settings, name: updated.name },
    });
    return {
      ...updated,
      unknown_agents: await unknownAgents(db, { ...tenantOf({ actor }), settings, changed: input.settings }),
    };
  },
});
