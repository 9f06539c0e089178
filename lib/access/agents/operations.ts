import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { type Grant, mayManageKey, whyNotGrantable } from "../policy";
import { MAIN_AGENT_TYPE } from "./agent-types";
import { createAgentKey } from "./keys";
import * as agentsQueries from "./queries";

export const agentKeyList = defineQuery(contract.agentKeyList, {
  read: ({ db, actor, input }) =>
    agentsQueries.listAgentKeys(db, {
      ...tenantOf({ actor }),
      ...input,
      ...(actor.kind === "agent" && { created_by_key: keyOf(actor) }),
    }),
});

export const agentKeyCreate = defineCommand(contract.agentKeyCreate, {
  write: async ({ db, actor, input, now, audit }) => {
    const { repository_ids, agent_types, permissions } = input;
    const expires_at = input.expires_at === null ? null : new Date(input.expires_at);
    if (expires_at !== null && expires_at <= now())
      throw invalidField("/expires_at", "must be in the future");
    assertGrantable(actor, { permissions, repository_ids, agent_types, expires_at });
    await assertSpeaksFor(db, { actor, agent: input.agent });
    const unknown = await agentsQueries.findUnknownRepositories(db, {
      ...tenantOf({ actor }),
      ids: repository_ids ?? [],
    });
    if (unknown.length > 0)
      throw invalidField("/repository_ids", `has ids that are not repositories: ${unknown.join(", ")}`);
    const { agent_key, key } = await insertKey(db, {
      actor,
      grant: input,
      created_by_key: actor.kind === "agent" ? keyOf(actor) : null,
    });
    audit({ subject_id: agent_key.id, detail: { name: input.name, permissions } });
    return { agent_key, key };
  },
});

/** @throws AppError permission_denied that names the field, when the grant is more than the actor has. */
function assertGrantable(actor: Actor, grant: Grant): void {
  const problem = whyNotGrantable(actor, grant);
  if (problem) throw new AppError("permission_denied", `/${problem.field} ${problem.detail}.`);
}

/**
 * An agent makes keys for itself and for agents that it brings into being: with a key of another one it would read what is
 * that agent's alone, and change it as its author.
 * @throws AppError permission_denied.
 */
async function assertSpeaksFor(db: Db, { actor, agent }: { actor: Actor; agent: string }): Promise<void> {
  if (actor.kind !== "agent" || agent === actor.name) return;
  const others = { ...tenantOf({ actor }), agent, key_id: keyOf(actor) };
  if (await agentsQueries.hasKeyOfOthers(db, others))
    throw new AppError(
      "permission_denied",
      "/agent names another agent that has keys already; name your own or a new one, or have a person make the key.",
    );
}

/** The id of the key that an agent came with. */
function keyOf(actor: Actor): string {
  if (!actor.key) throw new Error("an agent comes with a key");
  return actor.key.id;
}

type KeyToInsert = Pick<
  contract.AgentKey,
  "agent" | "name" | "permissions" | "agent_types" | "repository_ids" | "tool_sets" | "expires_at"
>;

async function insertKey(
  db: Db,
  { actor, grant, created_by_key }: { actor: Actor; grant: KeyToInsert; created_by_key: string | null },
) {
  const { agent: name, name: title, permissions, agent_types, repository_ids, tool_sets, expires_at } = grant;
  const [agent_type = MAIN_AGENT_TYPE] = grant.agent_types ?? [];
  const agent = await agentsQueries.upsertAgent(db, { ...tenantOf({ actor }), name, agent_type });
  const { key, key_hash, prefix } = createAgentKey();
  const agent_key = await agentsQueries.insertAgentKey(db, {
    ...tenantOf({ actor }),
    agent_id: agent.id,
    name: title,
    permissions,
    agent_types,
    repository_ids,
    expires_at,
    prefix,
    key_hash,
    tool_sets: [...new Set(tool_sets)],
    created_by: actor.name,
    created_by_key,
    created_by_person: actor.kind === "person" ? actor.id : null,
  });
  return { agent_key, key };
}

/** A key that an agent did not make is not there for it. */
async function loadAgentKey(context: { db: Db; actor: Actor; input: { agent_key_id: string } }) {
  const { agent_key_id } = context.input;
  const found = await agentsQueries.findAgentKey(context.db, { ...tenantOf(context), agent_key_id });
  if (!found || !mayManageKey(context.actor, found))
    throw new AppError("not_found", "This agent key does not exist.");
  return found;
}

export const agentKeyRevoke = defineCommand(contract.agentKeyRevoke, {
  load: loadAgentKey,
  write: async ({ db, actor, input: { agent_key_id, with_made }, now, audit, subject }) => {
    const tenant = tenantOf({ actor });
    const revoke = (key: contract.AgentKey) =>
      agentsQueries.revokeAgentKey(db, { ...tenant, agent_key_id: key.id, now: now() });
    const made = await agentsQueries.findKeysMadeBy(db, { ...tenant, agent_key_id });
    const revoked = subject.revoked_at === null ? await revoke(subject) : subject;
    const keys_made: contract.AgentKey[] = [];
    for (const key of made) keys_made.push(with_made ? await revoke(key) : key);
    audit({
      subject_id: subject.id,
      detail: { name: subject.name, with: with_made ? made.map(({ id }) => id) : [] },
      before: { revoked_at: subject.revoked_at },
      after: { revoked_at: revoked.revoked_at },
    });
    return { ...revoked, keys_made };
  },
});

const HOUR_MS = 3_600_000;

function earlierOf(expires_at: string | null, ends: Date): Date {
  if (expires_at !== null && new Date(expires_at) < ends) return new Date(expires_at);
  return ends;
}

export const agentKeyRotate = defineCommand(contract.agentKeyRotate, {
  load: loadAgentKey,
  write: async ({ db, actor, input, now, audit, subject }) => {
    const at = now();
    const { name, expires_at } = subject;
    if (subject.revoked_at !== null || (expires_at !== null && new Date(expires_at) <= at))
      throw new AppError("conflict", "This key is revoked or expired; create a new one instead.");
    assertGrantable(actor, { ...subject, expires_at: expires_at === null ? null : new Date(expires_at) });
    const { agent_key, key } = await insertKey(db, {
      actor,
      grant: subject,
      created_by_key: subject.created_by_key,
    });
    const ends = new Date(at.getTime() + input.overlap_hours * HOUR_MS);
    const replaced = await agentsQueries.replaceAgentKey(db, {
      ...tenantOf({ actor }),
      agent_key_id: subject.id,
      replaced_by: agent_key.id,
      now: at,
      // The overlap prolongs nothing.
      expires_at: input.overlap_hours === 0 ? null : earlierOf(expires_at, ends),
    });
    if (!replaced)
      throw new AppError(
        "conflict",
        "This key was rotated already; rotate the key that replaced it, or revoke it.",
      );
    await agentsQueries.inheritKeys(db, { ...tenantOf({ actor }), from: subject.id, to: agent_key.id });
    audit({
      subject_id: agent_key.id,
      detail: { name, replaces: subject.id, overlap_hours: input.overlap_hours },
    });
    return { agent_key, key, replaced };
  },
});
