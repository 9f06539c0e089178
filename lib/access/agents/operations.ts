import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { mayGrant } from "../policy";
import { MAIN_AGENT_TYPE } from "./agent-types";
import { createAgentKey } from "./keys";
import * as agentsQueries from "./queries";

export const agentKeyList = defineQuery(contract.agentKeyList, {
  read: ({ db, actor, input }) => agentsQueries.listAgentKeys(db, { ...tenantOf({ actor }), ...input }),
});

export const agentKeyCreate = defineCommand(contract.agentKeyCreate, {
  authorize: (actor, _subject, input) => mayGrant(actor, input.permissions),
  write: async ({ db, actor, input, now, audit }) => {
    if (input.expires_at !== null && new Date(input.expires_at) <= now())
      throw invalidField("/expires_at", "must be in the future");
    const [agent_type = MAIN_AGENT_TYPE] = input.agent_types ?? [];
    const agent = await agentsQueries.upsertAgent(db, {
      ...tenantOf({ actor }),
      name: input.agent,
      agent_type,
    });
    const { key, key_hash, prefix } = createAgentKey();
    const agent_key = await agentsQueries.insertAgentKey(db, {
      ...tenantOf({ actor }),
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
  const found = await agentsQueries.findAgentKey(context.db, { ...tenantOf(context), agent_key_id });
  if (!found) throw new AppError("not_found", "This agent key does not exist.");
  return found;
}

export const agentKeyRevoke = defineCommand(contract.agentKeyRevoke, {
  load: loadAgentKey,
  authorize: (actor, subject) => mayGrant(actor, subject.permissions),
  write: async ({ db, actor, input, now, audit, subject }) => {
    audit({ subject_id: subject.id, detail: { name: subject.name } });
    if (subject.revoked_at !== null) return subject;
    return agentsQueries.revokeAgentKey(db, { ...tenantOf({ actor }), ...input, now: now() });
  },
});

const HOUR_MS = 3_600_000;

function earlierOf(expires_at: string | null, ends: Date): Date {
  return expires_at !== null && new Date(expires_at) < ends ? new Date(expires_at) : ends;
}

export const agentKeyRotate = defineCommand(contract.agentKeyRotate, {
  load: loadAgentKey,
  authorize: (actor, subject) => mayGrant(actor, subject.permissions),
  write: async ({ db, actor, input, now, audit, subject }) => {
    const at = now();
    const { name, agent, agent_types, permissions, repository_ids, tool_sets, expires_at } = subject;
    if (subject.revoked_at !== null || (expires_at !== null && new Date(expires_at) <= at))
      throw new AppError("conflict", "This key is revoked or expired; make a new one instead.");
    const [agent_type = MAIN_AGENT_TYPE] = agent_types ?? [];
    const { id: agent_id } = await agentsQueries.upsertAgent(db, {
      ...tenantOf({ actor }),
      name: agent,
      agent_type,
    });
    const { key, key_hash, prefix } = createAgentKey();
    const agent_key = await agentsQueries.insertAgentKey(db, {
      ...tenantOf({ actor }),
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
        "This key was rotated already; rotate the one that took its place, or revoke it.",
      );
    audit({
      subject_id: agent_key.id,
      detail: { name, replaces: subject.id, overlap_hours: input.overlap_hours },
    });
    return { agent_key, key, replaced };
  },
});
