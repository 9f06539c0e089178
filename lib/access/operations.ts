import type { Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { publicUrl } from "@/lib/env";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { defineOperation } from "@/lib/runtime/operation";
import { MAIN_AGENT_TYPE } from "./agents/agent-types";
import { assertMapped, unknownAgents } from "./agents/allowed-agents";
import { createAgentKey, createLoginToken } from "./agents/keys";
import * as agentsQueries from "./agents/queries";
import * as auditQueries from "./audit/queries";
import * as refusalQueries from "./audit/refusal-queries";
import { checkBaseUrl, sealCredentials, sealWebhookSecret, tryConnection } from "./connections/connections";
import * as connectionsQueries from "./connections/queries";
import * as contract from "./contract";
import * as membersQueries from "./members/queries";
import * as organizationsQueries from "./organizations/queries";
import { mayGrant, mayManageRole } from "./policy";
import { insertLoginLink, upsertPerson } from "./unscoped";

const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });

async function loadOrganization(context: { db: Db; actor: Actor }) {
  const organization = await organizationsQueries.findOrganization(context.db, ofActor(context));
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
    assertMapped({ settings, changed: input.settings });
    const updated = await organizationsQueries.updateOrganization(db, {
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
    return {
      ...updated,
      unknown_agents: await unknownAgents(db, { ...ofActor({ actor }), settings, changed: input.settings }),
    };
  },
});

const memberList = defineOperation(contract.memberList, {
  authorize: () => true,
  handle: ({ db, actor, input }) => membersQueries.listMembers(db, { ...ofActor({ actor }), ...input }),
});

const SIGN_IN_LINK_DAYS = 7;

const memberAdd = defineOperation(contract.memberAdd, {
  authorize: (actor, _subject, input) => mayManageRole(actor, input.role),
  handle: async ({ db, actor, input, now, audit }) => {
    const person = await upsertPerson(db, input);
    const member = await membersQueries.insertMember(db, {
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
  const member = await membersQueries.findMember(context.db, {
    ...ofActor(context),
    member_id: context.input.member_id,
  });
  if (!member) throw new AppError("not_found", "This member does not exist.");
  return member;
}

/** An organization without an owner could never be managed again. */
async function keepAnOwner(db: Db, organization_id: string, role: string): Promise<void> {
  if (role === "owner" && (await membersQueries.countOwners(db, { organization_id })) <= 1)
    throw new AppError("unprocessable", "This is the only owner; make another member an owner first.");
}

const memberUpdate = defineOperation(contract.memberUpdate, {
  load: loadMember,
  authorize: (actor, subject, input) =>
    mayManageRole(actor, subject.role) && mayManageRole(actor, input.role),
  handle: async ({ db, actor, input, subject, audit }) => {
    if (input.role !== "owner") await keepAnOwner(db, actor.organization_id, subject.role);
    audit({ subject_id: subject.id, detail: { before: subject.role, after: input.role } });
    return membersQueries.updateMemberRole(db, { ...ofActor({ actor }), ...input });
  },
});

const memberRemove = defineOperation(contract.memberRemove, {
  load: loadMember,
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  handle: async ({ db, actor, subject, audit }) => {
    await keepAnOwner(db, actor.organization_id, subject.role);
    await membersQueries.deleteMember(db, { ...ofActor({ actor }), member_id: subject.id });
    audit({ subject_id: subject.id, detail: { email: subject.email, role: subject.role } });
    return { removed: true as const };
  },
});

const agentKeyList = defineOperation(contract.agentKeyList, {
  authorize: () => true,
  handle: ({ db, actor, input }) => agentsQueries.listAgentKeys(db, { ...ofActor({ actor }), ...input }),
});

const agentKeyCreate = defineOperation(contract.agentKeyCreate, {
  authorize: (actor, _subject, input) => mayGrant(actor, input.permissions),
  handle: async ({ db, actor, input, now, audit }) => {
    if (input.expires_at !== null && new Date(input.expires_at) <= now())
      throw invalidField("/expires_at", "must be in the future");
    const [agent_type = MAIN_AGENT_TYPE] = input.agent_types ?? [];
    const agent = await agentsQueries.upsertAgent(db, {
      ...ofActor({ actor }),
      name: input.agent,
      agent_type,
    });
    const { key, key_hash, prefix } = createAgentKey();
    const agent_key = await agentsQueries.insertAgentKey(db, {
      ...ofActor({ actor }),
      agent_id: agent.id,
      name: input.name,
      prefix,
      key_hash,
      permissions: input.permissions,
      agent_types: input.agent_types,
      repository_ids: input.repository_ids,
      tool_sets: [...new Set(input.tool_sets)],
      created_by: actor.name,
      expires_at: input.expires_at,
    });
    audit({ subject_id: agent_key.id, detail: { name: input.name, permissions: input.permissions } });
    return { agent_key, key };
  },
});

async function loadAgentKey(context: { db: Db; actor: Actor; input: { agent_key_id: string } }) {
  const { agent_key_id } = context.input;
  const found = await agentsQueries.findAgentKey(context.db, { ...ofActor(context), agent_key_id });
  if (!found) throw new AppError("not_found", "This agent key does not exist.");
  return found;
}

const agentKeyRevoke = defineOperation(contract.agentKeyRevoke, {
  load: loadAgentKey,
  authorize: (actor, subject) => mayGrant(actor, subject.permissions),
  handle: async ({ db, actor, input, now, audit, subject }) => {
    audit({ subject_id: subject.id, detail: { name: subject.name } });
    if (subject.revoked_at !== null) return subject;
    return agentsQueries.revokeAgentKey(db, { ...ofActor({ actor }), ...input, now: now() });
  },
});

const HOUR_MS = 3_600_000;

const agentKeyRotate = defineOperation(contract.agentKeyRotate, {
  load: loadAgentKey,
  authorize: (actor, subject) => mayGrant(actor, subject.permissions),
  handle: async ({ db, actor, input, now, audit, subject }) => {
    const at = now();
    const { name, agent, agent_types, permissions, repository_ids, tool_sets, expires_at } = subject;
    if (subject.revoked_at !== null || (expires_at !== null && new Date(expires_at) <= at))
      throw new AppError("conflict", "This key is revoked or expired; make a new one instead.");
    const [agent_type = MAIN_AGENT_TYPE] = agent_types ?? [];
    const { id: agent_id } = await agentsQueries.upsertAgent(db, {
      ...ofActor({ actor }),
      name: agent,
      agent_type,
    });
    const { key, key_hash, prefix } = createAgentKey();
    const agent_key = await agentsQueries.insertAgentKey(db, {
      ...ofActor({ actor }),
      agent_id,
      name,
      prefix,
      key_hash,
      permissions,
      agent_types,
      repository_ids,
      tool_sets,
      expires_at,
      created_by: actor.name,
    });
    const ends = new Date(at.getTime() + input.overlap_hours * HOUR_MS);
    const replaced = await agentsQueries.replaceAgentKey(db, {
      ...ofActor({ actor }),
      agent_key_id: subject.id,
      replaced_by: agent_key.id,
      now: at,
      // The overlap prolongs nothing.
      expires_at:
        input.overlap_hours === 0
          ? null
          : expires_at !== null && new Date(expires_at) < ends
            ? new Date(expires_at)
            : ends,
    });
    if (!replaced)
      throw new AppError(
        "conflict",
        "This key was rotated already; rotate the one that took its place, or revoke it.",
      );
    audit({
      subject_id: agent_key.id,
      detail: { name, replaces: subject.id, overlap_hours: input.overlap_hours },
    });
    return { agent_key, key, replaced };
  },
});

async function loadConnection(context: { db: Db; actor: Actor; input: { connection_id: string } }) {
  const found = await connectionsQueries.findConnection(context.db, {
    ...ofActor(context),
    ...context.input,
  });
  if (!found) throw new AppError("not_found", "This connection does not exist.");
  return found;
}

const noWebhookHere = () =>
  invalidField("/webhook_secret", "is for connections to GitHub only; leave it out");
const labelTaken = (label: string) => (error: unknown) => {
  if (!isUniqueViolation(error)) throw error;
  throw new AppError("conflict", `There is a connection ${label} already; choose another label.`, {
    cause: error,
  });
};

const connectionList = defineOperation(contract.connectionList, {
  authorize: () => true,
  handle: ({ db, actor, input }) =>
    connectionsQueries.listConnections(db, { ...ofActor({ actor }), ...input }),
});

const connectionCreate = defineOperation(contract.connectionCreate, {
  authorize: () => true,
  prepare: async ({ input: { base_url, credentials, webhook_secret } }) => {
    if (credentials.kind === "git_password" && webhook_secret !== null) throw noWebhookHere();
    if (credentials.kind === "git_password" && base_url === contract.GITHUB_API)
      throw invalidField("/base_url", "must be the https address of the git server");
    return { base_url: await checkBaseUrl(base_url, "/base_url") };
  },
  handle: async ({ db, actor, input, prepared, audit }) => {
    const key = { ...ofActor({ actor }), connection_id: newId() };
    const { label, credentials, webhook_secret } = input;
    const added = await connectionsQueries
      .insertConnection(db, {
        ...key,
        ...prepared,
        ...sealCredentials(key, credentials),
        label,
        sealed_webhook: sealWebhookSecret(key, webhook_secret),
      })
      .catch(labelTaken(label));
    audit({ subject_id: added.id, detail: { label, kind: added.kind, base_url: added.base_url } });
    return added;
  },
});

const connectionUpdate = defineOperation(contract.connectionUpdate, {
  load: loadConnection,
  authorize: () => true,
  prepare: async ({ input, subject }) => {
    const kind = input.credentials?.kind ?? subject.kind;
    if (kind === "git_password" && input.webhook_secret) throw noWebhookHere();
    // Sending kept credentials to a new address would give them to whoever can change addresses.
    if (input.base_url !== undefined && input.credentials === undefined)
      throw invalidField("/base_url", "can change only together with credentials; enter them too");
    if (input.credentials !== undefined && (kind === "git_password") !== (subject.kind === "git_password"))
      throw invalidField(
        "/credentials/kind",
        "cannot change between GitHub and git; make another connection",
      );
    return input.base_url === undefined ? {} : { base_url: await checkBaseUrl(input.base_url, "/base_url") };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { connection_id, label, credentials, webhook_secret, version = subject.version } = input;
    const key = { ...ofActor({ actor }), connection_id };
    const updated = await connectionsQueries
      .updateConnection(db, {
        ...key,
        version,
        now: now(),
        fields: {
          ...prepared,
          ...(label === undefined ? {} : { label }),
          ...(credentials === undefined ? {} : sealCredentials(key, credentials)),
          ...(webhook_secret === undefined ? {} : { sealed_webhook: sealWebhookSecret(key, webhook_secret) }),
        },
      })
      .catch(labelTaken(label ?? subject.label));
    if (!updated) throw new AppError("conflict", "The connection changed meanwhile; read it again.");
    audit({
      subject_id: connection_id,
      detail: {
        label: updated.label,
        ...(credentials === undefined ? {} : { credentials: "replaced", base_url: updated.base_url }),
        ...(webhook_secret === undefined
          ? {}
          : { webhook_secret: webhook_secret === null ? "removed" : "replaced" }),
      },
    });
    return updated;
  },
});

const connectionTest = defineOperation(contract.connectionTest, {
  load: loadConnection,
  authorize: () => true,
  prepare: ({ db, actor, subject, now }) =>
    tryConnection(db, { ...ofActor({ actor }), connection: subject, now: now() }),
  handle: async ({ db, actor, input, prepared, audit }) => {
    const tested = await connectionsQueries.updateConnectionTest(db, {
      ...ofActor({ actor }),
      ...input,
      ...prepared,
    });
    if (!tested) throw new AppError("not_found", "This connection does not exist.");
    audit({ subject_id: tested.id, detail: { ok: prepared.test.ok, account: prepared.test.account } });
    return tested;
  },
});

const connectionRemove = defineOperation(contract.connectionRemove, {
  load: loadConnection,
  authorize: () => true,
  handle: async ({ db, actor, input, subject, audit }) => {
    if (subject.repositories > 0)
      throw new AppError(
        "unprocessable",
        `Repositories are read through it: ${subject.repositories}. Remove those first.`,
      );
    await connectionsQueries.deleteConnection(db, { ...ofActor({ actor }), ...input });
    audit({ subject_id: subject.id, detail: { label: subject.label, base_url: subject.base_url } });
    return { removed: true as const };
  },
});

const auditList = defineOperation(contract.auditList, {
  authorize: () => true,
  handle: ({ db, actor, input }) => auditQueries.listAuditEntries(db, { ...ofActor({ actor }), ...input }),
});

const REFUSALS_DAYS = 30;

const refusalList = defineOperation(contract.refusalList, {
  // Which agents are kept out is a matter of people.
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input, now }) => {
    const since = new Date(now().getTime() - REFUSALS_DAYS * DAY_MS);
    return refusalQueries.listRefusals(db, { ...ofActor({ actor }), ...input, since });
  },
});

export const operations = [
  refusalList,
  organizationGet,
  organizationUpdate,
  memberList,
  memberAdd,
  memberUpdate,
  memberRemove,
  agentKeyList,
  agentKeyCreate,
  agentKeyRevoke,
  agentKeyRotate,
  connectionList,
  connectionCreate,
  connectionUpdate,
  connectionTest,
  connectionRemove,
  auditList,
];
