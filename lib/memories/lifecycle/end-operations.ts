import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import { mayRelease, mayRestore, maySeeMemory } from "../policy";
import { release } from "../quarantine/quarantine";
import { loadMemory, reasonOf } from "../shared/loading";
import { written } from "../shared/written";
import { needsSuggestion, suggest } from "../suggestions/suggest";
import { taintsOfMemories } from "../taint/hold";
import { expire, listExpirable } from "./expiry";
import { restoreOne, setDeleted } from "./moves";
import { undo } from "./undo";

export const memoryDelete = defineCommand(contract.memoryDelete, {
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: reasonOf,
  write: async ({ db, actor, subject, prepared: reason, now, audit }) => {
    if (subject.deleted_at !== null) return written(subject);
    const asked = { actor, memory: subject, action: "delete" as const };
    if (await needsSuggestion(db, asked)) return suggest(db, { ...asked, reason, now: now(), audit });
    audit({ subject_id: subject.id, detail: { reason } });
    return setDeleted(db, { actor, memory: subject, now: now(), deleted: true, reason });
  },
});

export const memoryRestore = defineCommand(contract.memoryRestore, {
  load: loadMemory,
  authorize: (actor, memory) => maySeeMemory(actor, memory) && mayRestore(actor),
  prepare: reasonOf,
  write: async ({ db, actor, subject, prepared: reason, now, audit }) => {
    audit({
      subject_id: subject.id,
      detail: { from: subject.deleted_at ? "deleted" : subject.status, reason },
    });
    return restoreOne(db, { actor, memory: subject, reason, now: now() });
  },
});

export const memoryUndo = defineCommand(contract.memoryUndo, {
  load: loadMemory,
  // Whose step it is, and so who may undo it, is found out in the transaction.
  authorize: maySeeMemory,
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    const at = now();
    const event = await undo(db, { actor, memory: subject, event_id: input.event_id, reason, now: at });
    audit({ subject_id: subject.id, detail: { undone: event.type, event_id: event.id, reason } });
    const memory = await memoryQueries.findMemory(db, { ...tenantOf({ actor }), memory_id: subject.id });
    return { ...written(memory), undone: event.type };
  },
});

export const memoryExpire = defineCommand(contract.memoryExpire, {
  write: async ({ db, actor, input: { dry_run }, now, audit }) => {
    const tenant = { ...tenantOf({ actor }), now: now() };
    const { items, total } = await listExpirable(db, tenant);
    const expired = dry_run ? items : await expire(db, { ...tenant, actor: actorRef(actor) });
    audit({ detail: { dry_run, total, expired: dry_run ? 0 : expired.length } });
    const briefs = await memoryQueries.briefsByIds(db, { ...tenant, ids: expired.map(({ id }) => id) });
    return {
      dry_run,
      total,
      items: expired.flatMap(({ id, rule, reason }) => {
        const memory = briefs.find((brief) => brief.id === id);
        if (memory) return [{ memory, rule, reason }];
        return [];
      }),
    };
  },
});

export const memoryRelease = defineCommand(contract.memoryRelease, {
  load: loadMemory,
  authorize: (actor, memory) => maySeeMemory(actor, memory) && mayRelease(actor),
  prepare: async (context) => ({
    reason: await reasonOf(context),
    taints: await taintsOfMemories(context.db, { ...tenantOf(context), memories: [context.subject] }),
  }),
  write: async ({ db, actor, subject, prepared: { reason, taints }, now, audit }) => {
    audit({ subject_id: subject.id, detail: { reason } });
    await release(db, { actor, memory: subject, reason, now: now(), taints: taints.get(subject.id) ?? [] });
    return written(await memoryQueries.findMemory(db, { ...tenantOf({ actor }), memory_id: subject.id }));
  },
});
