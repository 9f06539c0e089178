import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineOperation } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { mayDecideGlobal, maySeeMemory } from "../policy";
import { redactText } from "../safety/redaction";
import { hashAt } from "../store/duplicate";
import * as eventQueries from "./event-queries";
import { mergeInto, widen } from "./merge";

/** How a person's word, or an agent's with a person's, lets a memory reach every repository. */

type OfMemory = { db: Db; actor: Actor; input: { memory_id: string; version?: number | undefined } };

async function loadMemory({ db, actor, input }: OfMemory): Promise<contract.Memory> {
  const { organization_id } = actor;
  const memory = await memoryQueries.findMemory(db, { organization_id, memory_id: input.memory_id });
  if (!memory || (memory.deleted_at !== null && actor.kind === "agent"))
    throw new AppError("not_found", "This memory does not exist.");
  return memory;
}

/** @throws AppError conflict when there is nothing to suggest or to decide. */
function assertMayWiden(memory: contract.Memory, version: number | undefined): void {
  if (version !== undefined && version !== memory.version)
    throw new AppError(
      "conflict",
      `The memory changed meanwhile; its version is ${memory.version}. Read it again.`,
    );
  if (memory.deleted_at !== null) throw new AppError("conflict", "This memory is deleted; restore it first.");
  if (memory.scope === "global")
    throw new AppError("conflict", "This memory reaches every repository already.");
  if (memory.status !== "active" && memory.status !== "drifted")
    throw new AppError("conflict", `This memory is ${memory.status}; bring it back first.`);
}

const answerOf = (memory: contract.Memory | null): contract.WriteAnswer => ({
  stored: true,
  reason: null,
  memory,
  duplicate_of: null,
  notes: [],
});

const memorySuggestGlobal = defineOperation(contract.memorySuggestGlobal, {
  load: async (context) => {
    const { db, actor } = context;
    const { organization_id } = actor;
    const off = actor.kind === "agent" && !(await settingsOf(db, { organization_id })).enabled;
    return off ? null : loadMemory(context);
  },
  authorize: (actor, memory) => memory === null || maySeeMemory(actor, memory),
  prepare: ({ input }) => redactText(input.reason),
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null)
      return { stored: false, reason: "memory_off" as const, memory: null, duplicate_of: null, notes: [] };
    assertMayWiden(subject, input.version);
    audit({ subject_id: subject.id, detail: { reason } });
    if (subject.suggested_at !== null)
      return { ...answerOf(subject), notes: ["It waits for a lead already."] };
    const { organization_id } = actor;
    const at = now();
    await memoryChanges.updateMemory(db, {
      organization_id,
      memory_id: subject.id,
      version: subject.version,
      now: at,
      change: { suggested_at: at },
    });
    await eventQueries.insertEvents(db, {
      organization_id,
      actor: actorRef(actor),
      now: at,
      events: [{ memory_id: subject.id, type: "global_suggested", reason }],
    });
    return answerOf(await memoryQueries.findMemory(db, { organization_id, memory_id: subject.id }));
  },
});

const memoryDecideGlobal = defineOperation(contract.memoryDecideGlobal, {
  load: loadMemory,
  authorize: (actor, memory) => mayDecideGlobal(actor) && maySeeMemory(actor, memory),
  prepare: async ({ input }) => (input.reason === undefined ? null : redactText(input.reason)),
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    assertMayWiden(subject, input.version);
    audit({ subject_id: subject.id, detail: { decision: input.decision, reason } });
    const decision = { actor, memory: subject, reason, now: now() };
    return input.decision === "accept" ? accept(db, decision) : dismiss(db, decision);
  },
});

type Decided = { actor: Actor; memory: contract.Memory; reason: string | null; now: Date };

/** Where everybody knows the same already, the memory is merged into what they know. */
async function accept(tx: Db, { actor, memory, reason, now }: Decided): Promise<contract.WriteAnswer> {
  const { organization_id } = actor;
  const by = { organization_id, actor: actorRef(actor), now };
  const known = await memoryQueries.findByHashes(tx, { organization_id, hashes: [hashAt(memory, "global")] });
  const same = known.find(({ id, status }) => id !== memory.id && status === "active");
  if (!same) {
    await widen(tx, { ...by, memory, reason, detail: {} });
    return answerOf(await memoryQueries.findMemory(tx, { organization_id, memory_id: memory.id }));
  }
  const why = "It was known to reach every repository already.";
  await mergeInto(tx, { ...by, into: same.id, ids: [memory.id], reason: why });
  return {
    ...answerOf(await memoryQueries.findMemory(tx, { organization_id, memory_id: memory.id })),
    notes: [`It says the same as ${same.id}, which reaches every repository, and was merged into it.`],
  };
}

async function dismiss(tx: Db, { actor, memory, reason, now }: Decided): Promise<contract.WriteAnswer> {
  if (memory.suggested_at === null)
    throw new AppError("conflict", "Nobody suggests that this memory reaches every repository.");
  const { organization_id } = actor;
  await memoryChanges.updateMemory(tx, {
    organization_id,
    memory_id: memory.id,
    version: memory.version,
    now,
    change: { suggested_at: null },
  });
  await eventQueries.insertEvents(tx, {
    organization_id,
    actor: actorRef(actor),
    now,
    events: [
      {
        memory_id: memory.id,
        type: "global_dismissed",
        reason,
        detail: { suggested_at: memory.suggested_at },
      },
    ],
  });
  return answerOf(await memoryQueries.findMemory(tx, { organization_id, memory_id: memory.id }));
}

export const globalOperations = [memorySuggestGlobal, memoryDecideGlobal];
