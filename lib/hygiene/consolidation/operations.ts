import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { briefOf } from "@/lib/memories";
import { defineCommand } from "@/lib/runtime/operation";
import { recordContradictions } from "../conflicts/conflicts";
import * as store from "../conflicts/queries";
import * as contract from "../contract";
import { readAll } from "../jobs";
import { byId } from "../queues/operations";
import { carryOut, countContradictions, type Plan, planConsolidation } from "./consolidate";

async function inWords(db: Db, actor: Actor, plan: Plan): Promise<Omit<contract.Consolidation, "conflicts">> {
  const ids = [...plan.promotions, ...plan.endings].map(({ id }) => id);
  const memories = await byId(db, actor, ids);
  return {
    merges: plan.merges.map(({ into, merged, why }) => ({
      kept: briefOf(into),
      merged: merged.map(briefOf),
      why,
    })),
    promotions: plan.promotions.flatMap(({ id, why }) => {
      const memory = memories.get(id);
      if (memory) return [{ memory: briefOf(memory), why }];
      return [];
    }),
    endings: plan.endings.flatMap(({ id }) => {
      const memory = memories.get(id);
      if (memory) return [briefOf(memory)];
      return [];
    }),
  };
}

export const memoryConsolidate = defineCommand(contract.memoryConsolidate, {
  // What memories claim is read before, some at a time; it is kept, and changes no memory.
  prepare: ({ db, actor, now }) => readAll(db, { ...tenantOf({ actor }), now }),
  write: async ({ db, actor, input: { dry_run }, ai, now, audit }) => {
    const by = { ...tenantOf({ actor }), actor: actorRef(actor), now: now() };
    const plan = await planConsolidation(db, {
      ...tenantOf({ actor }),
      session: null,
      embedder_id: ai.embedder?.id ?? null,
    });
    const planned = await inWords(db, actor, plan);
    if (dry_run)
      return {
        ...planned,
        dry_run,
        steps: [],
        conflicts: await countContradictions(db, actor.organization_id),
      };
    const { steps, ...did } = await carryOut(db, { ...by, plan });
    const conflicts = await recordContradictions(db, { ...by, session_id: null, ids: null });
    await store.insertConsolidation(db, { ...by, session_id: null, did: { ...did, conflicts }, steps });
    audit({ detail: { ...did, conflicts } });
    return { ...planned, conflicts, dry_run, steps };
  },
});
