import type { Db } from "@/lib/db/client";
import { countMemories } from "@/lib/db/sql/memory-counts";
import { findReaches } from "@/lib/db/sql/safety";
import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { nextCursor } from "@/lib/kernel/pagination";
import { DAY_MS } from "@/lib/kernel/time";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import * as sql from "../memory/rows";
import { mayRelease, maySeeMemory } from "../policy";
import { unreleased } from "../safety/allowances";
import * as safetyQueries from "../safety/queries";
import { redactText } from "../safety/redaction";
import { type KeyedSuspicion, suspicionsIn, textsIn } from "../safety/suspicions";
import { decodeListCursor, encodeListCursor } from "../search/cursor";
import { toWhere } from "../search/filters";
import { taintsOfMemories } from "../taint/hold";
import { reject, release, textsOf } from "./quarantine";

const NOWHERE: contract.MemoryReach = { agents: 0, recalls: 0, candidate: 0, served: 0 };

const quarantineList = defineQuery(contract.quarantineList, {
  // The texts are made to be read by models: no key opens them, whatever it may do.
  authorize: mayRelease,
  read: async ({ db, actor, input, now }) => {
    const { organization_id } = actor;
    const { cursor, limit, sort, memory_id, ...filters } = input;
    const after = cursor === undefined ? null : decodeListCursor(sort, cursor);
    const where = await toWhere(db, {
      actor,
      filters: { ...filters, awaiting_safety: true, deleted: false },
    });
    where.id = memory_id;
    const [keys, total] = await Promise.all([
      sql.findMemoryKeys(db, { where, order: { sort, after }, limit: limit + 1 }),
      countMemories(db, { where }),
    ]);
    const shown = keys.slice(0, limit);
    const ids = shown.map(({ id }) => id);
    const [memories, quarantined, held, reaches] = await Promise.all([
      memoryQueries.memoriesByIds(db, { organization_id, ids }),
      safetyQueries.findLastEvents(db, { organization_id, memory_ids: ids, type: "quarantined" }),
      safetyQueries.findLastEvents(db, { organization_id, memory_ids: ids, type: "held" }),
      findReaches(db, {
        organization_id,
        ids,
        since: new Date(now().getTime() - contract.REACH_DAYS * DAY_MS),
      }),
    ]);
    const found = await suspicionsOf(db, { organization_id, memories });
    return {
      items: memories.map((memory) => {
        const suspicions = found.get(memory.id) ?? [];
        const fields = new Set(suspicions.map(({ field }) => field));
        return {
          memory,
          suspicions,
          texts: textsIn(textsOf(memory)).filter(({ field }) => fields.has(field)),
          by: (memory.status === "quarantined" ? quarantined : held).get(memory.id)?.actor ?? null,
          reach: reaches.get(memory.id) ?? NOWHERE,
        };
      }),
      next_cursor: nextCursor(keys, limit, (last) => encodeListCursor(sort, last)),
      total,
    };
  },
});

async function suspicionsOf(
  db: Db,
  { organization_id, memories }: { organization_id: string; memories: readonly contract.Memory[] },
): Promise<Map<string, KeyedSuspicion[]>> {
  const found = await Promise.all(
    memories.map(async ({ id, ...memory }) => ({ id, own: await suspicionsIn(textsOf({ id, ...memory })) })),
  );
  const held = new Set(
    await unreleased(db, { organization_id, suspicions: found.flatMap(({ own }) => own) }),
  );
  const taints = await taintsOfMemories(db, { organization_id, memories });
  return new Map(
    found.map(({ id, own }) => [
      id,
      [...own.filter((suspicion) => held.has(suspicion)), ...(taints.get(id) ?? [])],
    ]),
  );
}

const quarantineDecide = defineCommand(contract.quarantineDecide, {
  load: async ({ db, actor, input }) => {
    const { organization_id } = actor;
    const found = await memoryQueries.memoriesByIds(db, { organization_id, ids: [...new Set(input.ids)] });
    return found.filter((memory) => maySeeMemory(actor, memory));
  },
  authorize: mayRelease,
  prepare: async ({ db, actor, input, subject }) => ({
    reason: await redactText(input.reason),
    taints: await taintsOfMemories(db, { ...tenantOf({ actor }), memories: subject }),
  }),
  write: async ({ db, actor, input, subject, prepared: { reason, taints }, now, audit }) => {
    const memories = new Map(subject.map((memory) => [memory.id, memory]));
    const decide = input.decision === "release" ? release : reject;
    const ids: string[] = [];
    const refused: { memory_id: string; detail: string }[] = [];
    const at = now();
    for (const memory_id of new Set(input.ids)) {
      const memory = memories.get(memory_id);
      try {
        if (!memory) throw new AppError("not_found", "This memory does not exist.");
        await decide(db, { actor, memory, reason, now: at, taints: taints.get(memory_id) ?? [] });
        ids.push(memory_id);
      } catch (error) {
        // Each of these is thrown before the first write of its memory.
        if (!(error instanceof AppError)) throw error;
        refused.push({ memory_id, detail: error.message });
      }
    }
    audit({ detail: { decision: input.decision, ids, reason, refused: refused.length } });
    return { ids, refused };
  },
});

export const quarantineOperations = [quarantineList, quarantineDecide];
