import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import { mayDecideGlobal, maySeeMemory } from "../policy";
import { redactText } from "../safety/redaction";
import { assertNotDeleted, loadMemory, reasonOf } from "../shared/loading";
import { written } from "../shared/written";
import { hashAt } from "../store/duplicate";
import { changedBy, changeMemory } from "./change";
import { mergeInto, widen } from "./merge";

/** How a person's word, or an agent's with a person's, lets a memory reach every repository. */

/** @throws AppError conflict when there is nothing to suggest or to decide. */
function assertMayWiden(memory: contract.Memory): void {
  assertNotDeleted(memory);
  if (memory.scope === "global") throw new AppError("conflict", "This memory is already global.");
  if (memory.held_at !== null)
    throw new AppError(
      "conflict",
      `This memory waits for a person, because it ${memory.held_reason}; decide on it in the quarantine first.`,
    );
  if (memory.status !== "active" && memory.status !== "drifted")
    throw new AppError("conflict", `This memory is ${memory.status}; bring it back first.`);
}

const memorySuggestGlobal = defineCommand(contract.memorySuggestGlobal, {
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: ({ input }) => redactText(input.reason),
  write: async ({ db, actor, subject, prepared: reason, now, audit }) => {
    assertMayWiden(subject);
    audit({ subject_id: subject.id, detail: { reason } });
    if (subject.suggested_at !== null)
      return { ...written(subject), notes: ["It is already suggested; a lead decides."] };
    const at = now();
    await changeMemory(db, changedBy({ actor, now: at }), {
      memory: subject,
      change: { suggested_at: at },
      type: "global_suggested",
      reason,
    });
    return written(await memoryQueries.findMemory(db, { ...tenantOf({ actor }), memory_id: subject.id }));
  },
});

const memoryDecideGlobal = defineCommand(contract.memoryDecideGlobal, {
  load: loadMemory,
  authorize: (actor, memory) => mayDecideGlobal(actor) && maySeeMemory(actor, memory),
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    assertMayWiden(subject);
    audit({ subject_id: subject.id, detail: { decision: input.decision, reason } });
    const decision = { actor, memory: subject, reason, now: now() };
    if (input.decision === "accept") return accept(db, decision);
    return dismiss(db, decision);
  },
});

type Decided = { actor: Actor; memory: contract.Memory; reason: string | null; now: Date };

/** Where everybody knows the same already, the memory is merged into what they know. */
async function accept(tx: Db, { actor, memory, reason, now }: Decided): Promise<contract.WriteAnswer> {
  const { organization_id } = actor;
  const by = changedBy({ actor, now });
  const known = await memoryQueries.findByHashes(tx, { organization_id, hashes: [hashAt(memory, "global")] });
  const same = known.find(({ id, status }) => id !== memory.id && status === "active");
  if (!same) {
    await widen(tx, { ...by, memory, reason, detail: {} });
    return written(await memoryQueries.findMemory(tx, { organization_id, memory_id: memory.id }));
  }
  const why = "The same memory was already global.";
  const compared = new Map([[memory.id, memory.version]]);
  const [step] = await mergeInto(tx, { ...by, into: same.id, ids: [memory.id], compared, reason: why });
  if (!step)
    throw new AppError(
      "conflict",
      `It was not merged into ${same.id}, which says the same and is global: one of them changed meanwhile, or that one waits for a person. Read both again.`,
    );
  return {
    ...written(await memoryQueries.findMemory(tx, { organization_id, memory_id: memory.id })),
    notes: [`It says the same as ${same.id}, which is global, and was merged into it.`],
  };
}

async function dismiss(tx: Db, { actor, memory, reason, now }: Decided): Promise<contract.WriteAnswer> {
  if (memory.suggested_at === null)
    throw new AppError("conflict", "Nobody suggested making this memory global.");
  await changeMemory(tx, changedBy({ actor, now }), {
    memory,
    change: { suggested_at: null },
    type: "global_dismissed",
    reason,
    detail: { suggested_at: memory.suggested_at },
  });
  return written(await memoryQueries.findMemory(tx, { ...tenantOf({ actor }), memory_id: memory.id }));
}

export const globalOperations = [memorySuggestGlobal, memoryDecideGlobal];
