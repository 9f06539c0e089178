import type { Db } from "@/lib/db/client";
import { publicUrl } from "@/lib/env";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineOperation } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { createAgentKey, createLoginToken } from "./keys";
import { mayGrant, mayManageRole } from "./policy";
import * as store from "./store";
import { insertLoginLink, upsertPerson } from "./unscoped";

const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });

async function loadOrganization(context: { db: Db; actor: Actor }) {
  const organization = await store.findOrganization(context.db, ofActor(context));
  if (!organization) throw new AppError("not_found", "This organization does not exist.");
  return organization;
}

const organizationGet = defineOperation(contract.organizationGet, {
  load: loadOrganization,
  authorize: () => true,
  handle: async ({ subject, actor }) => ({
    ...subject,
    actor: { ...actorRef(actor), role: actor.role, permissions: [...actor.permissions] },
  }),
});

const organizationUpdate = defineOperation(contract.organizationUpdate, {
  load: loadOrganization,
  authorize: () => true,
  handle: async ({ db, input, subject, now, actor, audit }) => {
    if (input.version !== undefined && input.version !== subject.version)
      throw new AppError(
        "conflict",
        `The organization changed meanwhile; its version is ${subject.version}.`,
      );
    const settings = { ...subject.settings, ...input.settings };
    const updated = await store.updateOrganization(db, {
      ...ofActor({ actor }),
      version: subject.version,
      name: input.name ?? subject.name,
      settings,
      now: now(),
    });
    if (!updated) throw new AppError("conflict", "The organization changed meanwhile; read it again.");
    audit({
      subject_id: subject.id,
      detail: { before: subject.settings, after: settings, name: updated.name },
    });
    return updated;
  },
});

const memberList = defineOperation(contract.memberList, {
  authorize: () => true,
  handle: ({ db, actor, input }) => store.listMembers(db, { ...ofActor({ actor }), ...input }),
});

const SIGN_IN_LINK_DAYS = 7;

const memberAdd = defineOperation(contract.memberAdd, {
  authorize: (actor, _subject, input) => mayManageRole(actor, input.role),
  handle: async ({ db, actor, input, now, audit }) => {
    const person = await upsertPerson(db, input);
    const member = await store.insertMember(db, {
      ...ofActor({ actor }),
      person_id: person.id,
      role: input.role,
    });
    const { token, token_hash } = createLoginToken();
    const expires_at = new Date(now().getTime() + SIGN_IN_LINK_DAYS * 86_400_000);
    await insertLoginLink(db, { token_hash, person_id: person.id, expires_at });
    audit({ subject_id: member.id, detail: { email: member.email, role: member.role } });
    return {
      member,
      sign_in_url: `${publicUrl()}/sign-in?token=${token}`,
      sign_in_url_expires_at: expires_at.toISOString(),
    };
  },
});

async function loadMember(context: { db: Db; actor: Actor; input: { member_id: string } }) {
  const member = await store.findMember(context.db, {
    ...ofActor(context),
    member_id: context.input.member_id,
  });
  if (!member) throw new AppError("not_found", "This member does not exist.");
  return member;
}

/** An organization without an owner could never be managed again. */
async function keepAnOwner(db: Db, organization_id: string, role: string): Promise<void> {
  if (role === "owner" && (await store.countOwners(db, { organization_id })) <= 1)
    throw new AppError("unprocessable", "This is the only owner; make another member an owner first.");
}

const memberUpdate = defineOperation(contract.memberUpdate, {
  load: loadMember,
  authorize: (actor, subject, input) =>
    mayManageRole(actor, subject.role) && mayManageRole(actor, input.role),
  handle: async ({ db, actor, input, subject, audit }) => {
    if (input.role !== "owner") await keepAnOwner(db, actor.organization_id, subject.role);
    audit({ subject_id: subject.id, detail: { before: subject.role, after: input.role } });
    return store.updateMemberRole(db, { ...ofActor({ actor }), ...input });
  },
});

const memberRemove = defineOperation(contract.memberRemove, {
  load: loadMember,
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  handle: async ({ db, actor, subject, audit }) => {
    await keepAnOwner(db, actor.organization_id, subject.role);
    await store.deleteMember(db, { ...ofActor({ actor }), member_id: subject.id });
    audit({ subject_id: subject.id, detail: { email: subject.email, role: subject.role } });
    return { removed: true as const };
  },
});

const agentKeyList = defineOperation(contract.agentKeyList, {
  authorize: () => true,
  handle: ({ db, actor, input }) => store.listAgentKeys(db, { ...ofActor({ actor }), ...input }),
});

const agentKeyCreate = defineOperation(contract.agentKeyCreate, {
  authorize: (actor, _subject, input) => mayGrant(actor, input.permissions),
  handle: async ({ db, actor, input, now, audit }) => {
    if (input.expires_at !== null && new Date(input.expires_at) <= now())
      throw invalidField("/expires_at", "must be in the future");
    const [agent_type = "main"] = input.agent_types;
    const agent = await store.upsertAgent(db, { ...ofActor({ actor }), name: input.agent, agent_type });
    const { key, key_hash, prefix } = createAgentKey();
    const agent_key = await store.insertAgentKey(db, {
      ...ofActor({ actor }),
      agent_id: agent.id,
      name: input.name,
      prefix,
      key_hash,
      permissions: input.permissions,
      agent_types: input.agent_types,
      repository_ids: input.repository_ids,
      created_by: actor.name,
      expires_at: input.expires_at,
    });
    audit({ subject_id: agent_key.id, detail: { name: input.name, permissions: input.permissions } });
    return { agent_key, key };
  },
});

const agentKeyRevoke = defineOperation(contract.agentKeyRevoke, {
  load: async ({ db, actor, input }) => {
    const found = await store.findAgentKey(db, { ...ofActor({ actor }), ...input });
    if (!found) throw new AppError("not_found", "This agent key does not exist.");
    return found;
  },
  authorize: (actor, subject) => mayGrant(actor, subject.permissions),
  handle: async ({ db, actor, input, now, audit, subject }) => {
    audit({ subject_id: subject.id, detail: { name: subject.name } });
    if (subject.revoked_at !== null) return subject;
    return store.revokeAgentKey(db, { ...ofActor({ actor }), ...input, now: now() });
  },
});

const auditList = defineOperation(contract.auditList, {
  authorize: () => true,
  handle: ({ db, actor, input }) => store.listAuditEntries(db, { ...ofActor({ actor }), ...input }),
});

export const operations = [
  organizationGet,
  organizationUpdate,
  memberList,
  memberAdd,
  memberUpdate,
  memberRemove,
  agentKeyList,
  agentKeyCreate,
  agentKeyRevoke,
  auditList,
];
