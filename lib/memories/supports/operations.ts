import { isReallyEdited } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { changedBy } from "../lifecycle/change";
import { decideAgainst, undoStep } from "../lifecycle/merge";
import { mayUndo } from "../policy";
import { listedFor } from "../search/filters";
import { loadMemory, reasonOf } from "../shared/loading";
import * as queries from "./queries";

const GONE = "It changed again, or somebody decided on it meanwhile; read it again.";

const memorySupportList = defineQuery(contract.memorySupportList, {
  authorize: "filtered",
  read: async ({ db, actor, input: { repository, ...rest } }) =>
    queries.listSupports(db, { ...rest, ...(await listedFor(db, { actor, repository })) }),
});

async function loadSupport({
  db,
  actor,
  input,
}: {
  db: Db;
  actor: Actor;
  input: { support_id: string };
}): Promise<contract.MemorySupport> {
  const found = await queries.findSupport(db, { ...tenantOf({ actor }), ...input });
  if (!found) throw new AppError("not_found", "This support does not exist.");
  return found;
}

const maySee = (actor: Actor, { repository }: contract.MemorySupport) =>
  maySeeRepository(actor, repository.id);

const memorySupportDecide = defineCommand(contract.memorySupportDecide, {
  load: loadSupport,
  authorize: maySee,
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    const { support_id, decision } = input;
    const { id: memory_id } = subject.memory;
    const tenant = tenantOf({ actor });
    const at = now();
    audit({ subject_id: support_id, detail: { decision, memory_id, kind: subject.kind, reason } });
    if (!(await queries.decideSupport(db, { ...tenant, ...input, actor: actorRef(actor), now: at })))
      throw new AppError("conflict", GONE);
    if (decision === "stale") {
      const memory = await loadMemory({ db, actor, input: { memory_id } });
      const because = reason ?? `\`${subject.name}\`, which it depends on, changed.`;
      const by = { ...changedBy({ actor, now: at }), by: null };
      const { event_id } = await decideAgainst(db, {
        ...by,
        memory,
        reason: because,
        detail: { support_id },
      });
      await queries.setUndoEvent(db, { ...tenant, support_id, event_id });
    }
    return loadSupport({ db, actor, input });
  },
});

const memorySupportUndo = defineCommand(contract.memorySupportUndo, {
  load: loadSupport,
  authorize: maySee,
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    const { decided_at, decided_by, decision, memory } = subject;
    const { support_id } = input;
    const tenant = tenantOf({ actor });
    if (decided_at === null || decided_by === null)
      throw new AppError("conflict", "This change is not decided yet.");
    if (!mayUndo(actor, decided_by))
      throw new AppError("permission_denied", "A lead undoes what another person decided.");
    audit({ subject_id: support_id, detail: { undone: decision, memory_id: memory.id, reason } });
    const event_id = await queries.findStep(db, { ...tenant, support_id });
    const is_edited = isReallyEdited({ ...subject, confidence: null });
    if (!(await queries.reopenSupport(db, { ...tenant, support_id, decided_at, is_edited, now: now() })))
      throw new AppError("conflict", GONE);
    if (event_id !== null)
      await undoStep(db, { actor, step: { memory_id: memory.id, event_id }, reason, now: now() });
    return loadSupport({ db, actor, input });
  },
});

export const supportOperations = [memorySupportList, memorySupportDecide, memorySupportUndo];
