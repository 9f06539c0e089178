import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { defineOperation } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import { mayRelease, mayRestore, maySeeMemory } from "../policy";
import { release } from "../quarantine/quarantine";
import { assertVersion, loadMemory, loadUnlessOff, maySee, reasonOf } from "../shared/loading";
import { OFF_ANSWER, written } from "../shared/memory-off";
import { expire, listExpirable } from "./expiry";
import { restoreOne, setDeleted } from "./moves";
import { undo } from "./undo";

export const memoryDelete = defineOperation(contract.memoryDelete, {
  load: loadUnlessOff,
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    audit({ subject_id: subject.id, detail: { reason } });
    if (subject.deleted_at !== null) return written(subject);
    return setDeleted(db, { actor, memory: subject, now: now(), deleted: true, reason });
  },
});

export const memoryRestore = defineOperation(contract.memoryRestore, {
  load: loadUnlessOff,
  authorize: (actor, memory) => maySee(actor, memory) && mayRestore(actor),
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    audit({
      subject_id: subject.id,
      detail: { from: subject.deleted_at ? "deleted" : subject.status, reason },
    });
    return restoreOne(db, { actor, memory: subject, reason, now: now() });
  },
});

export const memoryUndo = defineOperation(contract.memoryUndo, {
  load: loadUnlessOff,
  // Whose step it is, and so who may undo it, is found out in the transaction.
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return { ...OFF_ANSWER, undone: null };
    assertVersion(input, subject);
    const at = now();
    const event = await undo(db, { actor, memory: subject, event_id: input.event_id, reason, now: at });
    audit({ subject_id: subject.id, detail: { undone: event.type, event_id: event.id, reason } });
    const memory = await memoryQueries.findMemory(db, { ...tenantOf({ actor }), memory_id: subject.id });
    return { ...written(memory), undone: event.type };
  },
});

export const memoryExpire = defineOperation(contract.memoryExpire, {
  // A key that is bound to repositories does not decide on the others' memories.
  authorize: (actor) => actor.repository_ids === null,
  handle: async ({ db, actor, input: { dry_run }, now, audit }) => {
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
        return memory ? [{ memory, rule, reason }] : [];
      }),
    };
  },
});

export const memoryRelease = defineOperation(contract.memoryRelease, {
  load: loadMemory,
  authorize: (actor, memory) => maySeeMemory(actor, memory) && mayRelease(actor),
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    assertVersion(input, subject);
    audit({ subject_id: subject.id, detail: { reason } });
    await release(db, { actor, memory: subject, reason, now: now() });
    return written(await memoryQueries.findMemory(db, { ...tenantOf({ actor }), memory_id: subject.id }));
  },
});
