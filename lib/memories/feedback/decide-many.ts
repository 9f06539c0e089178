import { checkCitations } from "@/lib/citations";
import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import type { Memory } from "../contract";
import * as contract from "../contract";
import { invalidateOne, refreshOne, restoreOne } from "../lifecycle/moves";
import * as memoryQueries from "../memory/queries";
import { mayRestore, maySeeMemory } from "../policy";
import { reasonOf } from "../shared/loading";
import { markAddressed } from "../store/writes";
import { applyChecks } from "../verification/apply-checks";
import { type CleanChecks, withoutFoundSecrets } from "../verification/found-secrets";

export const memoryMarkAddressed = defineCommand(contract.memoryMarkAddressed, {
  load: async ({ db, actor, input }) => {
    const found = await memoryQueries.memoriesByIds(db, { ...tenantOf({ actor }), ids: input.ids });
    return found.filter((memory) => maySeeMemory(actor, memory)).map(({ id }) => id);
  },
  authorize: "filtered",
  write: async ({ db, actor, input, subject, now, audit }) => {
    const ids = await markAddressed(db, {
      ...tenantOf({ actor }),
      ids: subject,
      addressed: input.addressed,
      actor: actorRef(actor),
      repository_ids: actor.repository_ids,
      now: now(),
    });
    audit({ detail: { ids, addressed: input.addressed } });
    return { count: ids.length, ids };
  },
});

export const memoryDecideMany = defineCommand(contract.memoryDecideMany, {
  load: async ({ db, actor, input }) => {
    if (input.decision === "restore" && !mayRestore(actor))
      throw new AppError("permission_denied", "Only people restore memories; an agent key may not.");
    const found = await memoryQueries.memoriesByIds(db, {
      ...tenantOf({ actor }),
      ids: [...new Set(input.ids)],
    });
    // One that may not be seen is not there.
    return found.filter(
      (memory) => maySeeMemory(actor, memory) && (memory.deleted_at === null || mayRestore(actor)),
    );
  },
  authorize: "filtered",
  prepare: async (context) => {
    const { db, actor, input, subject } = context;
    const reason = await reasonOf(context);
    const checks: CleanChecks[] = [];
    if (input.decision === "refresh")
      for (const [repository_id, memory_ids] of citedRepositories(subject)) {
        const found = await checkCitations(db, { ...tenantOf({ actor }), repository_id, memory_ids });
        checks.push(await withoutFoundSecrets(found));
      }
    return { reason, checks };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const memories = new Map(subject.map((memory) => [memory.id, memory]));
    const refused: { memory_id: string; detail: string }[] = [];
    const ids: string[] = [];
    const at = now();
    const { reason, checks } = prepared;
    const verdicts = new Map(
      checks.length === 0
        ? []
        : (await applyChecks(db, { ...tenantOf({ actor }), actor: actorRef(actor), checks, now: at })).map(
            ({ memory_id, verdict }) => [memory_id, verdict],
          ),
    );
    for (const memory_id of new Set(input.ids)) {
      const memory = memories.get(memory_id);
      try {
        if (!memory) throw new AppError("not_found", "This memory does not exist.");
        if (input.decision === "invalidate") await invalidateOne(db, { actor, memory, reason, now: at });
        else if (input.decision === "restore") await restoreOne(db, { actor, memory, reason, now: at });
        else await refreshOne(db, { actor, memory, verdict: verdicts.get(memory_id) ?? null, now: at });
        ids.push(memory_id);
      } catch (error) {
        // Each of these is thrown before the first write of its memory.
        if (!(error instanceof AppError)) throw error;
        refused.push({ memory_id, detail: error.message });
      }
    }
    audit({ detail: { ids, reason, refused: refused.length } });
    return { ids, refused };
  },
});

/** The repositories that memories cite, with the memories that cite each. */
function citedRepositories(memories: readonly Memory[]): Map<string, string[]> {
  const cited = new Map<string, Set<string>>();
  for (const { id, citations } of memories)
    for (const { repository } of citations)
      cited.set(repository.id, (cited.get(repository.id) ?? new Set()).add(id));
  return new Map([...cited].map(([repository_id, ids]) => [repository_id, [...ids]]));
}
