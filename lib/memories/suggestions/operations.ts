import type { Database, Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { changedBy, changeMemory, type Step } from "../lifecycle/change";
import { type Corrected, prepareCorrection, storeCorrection } from "../lifecycle/correction";
import { decideAgainst, undoStep } from "../lifecycle/merge";
import { maySeeMemory, mayUndo } from "../policy";
import { listedFor } from "../search/filters";
import { assertNotDeleted, reasonOf } from "../shared/loading";
import * as queries from "./queries";

/** How a person decides what agents suggest about memories of others. */

const GONE = "Somebody decided on this suggestion meanwhile; read it again.";

const suggestionList = defineQuery(contract.suggestionList, {
  authorize: "filtered",
  read: async ({ db, actor, input: { repository, ...rest } }) =>
    queries.listSuggestions(db, { ...rest, ...(await listedFor(db, { actor, repository })) }),
});

type Loaded = queries.StoredSuggestion & { version: number };

async function loadSuggestion({
  db,
  actor,
  input,
}: {
  db: Db;
  actor: Actor;
  input: { suggestion_id: string };
}): Promise<Loaded> {
  const found = await queries.findSuggestion(db, { ...tenantOf({ actor }), ...input });
  if (!found) throw new AppError("not_found", "This suggestion does not exist.");
  return { ...found, version: found.suggestion.version };
}

const maySeeSuggestion = (actor: Actor, { suggestion }: Loaded) => maySeeMemory(actor, suggestion.memory);

async function answerOf(db: Db, { actor, id }: { actor: Actor; id: string }): Promise<contract.Suggestion> {
  const { suggestion } = await loadSuggestion({ db, actor, input: { suggestion_id: id } });
  return suggestion;
}

type Asked = { decision: "accept" | "reject"; memory_version?: number };

/** What takes the memory's place, read in its repository outside the transaction; null where nothing does. */
async function prepareAccepted(
  db: Database,
  { actor, loaded, input }: { actor: Actor; loaded: Loaded; input: Asked },
): Promise<Corrected | null> {
  const { suggestion, correction } = loaded;
  if (input.decision === "reject" || suggestion.action !== "supersede") return null;
  if (suggestion.status !== "open") throw new AppError("conflict", GONE);
  if (correction === null)
    throw new AppError("conflict", "Its statement can no longer be read; reject it and correct the memory.");
  return prepareCorrection(db, { actor, memory: suggestion.memory, correction });
}

const suggestionDecide = defineCommand(contract.suggestionDecide, {
  load: loadSuggestion,
  authorize: maySeeSuggestion,
  prepare: async ({ db, actor, input, subject }) => ({
    reason: await reasonOf({ input }),
    corrected: await prepareAccepted(db, { actor, loaded: subject, input }),
  }),
  write: async ({ db, actor, input, subject, prepared: { reason, corrected }, now, audit }) => {
    const { suggestion } = subject;
    const { memory, action, suggested_by } = suggestion;
    const at = now();
    audit({
      subject_id: suggestion.id,
      detail: { decision: input.decision, action, memory_id: memory.id, suggested_by, reason },
    });
    const status = input.decision === "accept" ? ("accepted" as const) : ("rejected" as const);
    const decided = { ...tenantOf({ actor }), actor: actorRef(actor), suggestion, status, reason, now: at };
    // The row is locked from here on, so that of two who decide at once one finds it decided.
    if (!(await queries.closeSuggestion(db, decided))) throw new AppError("conflict", GONE);
    if (input.decision === "accept") {
      if (input.memory_version !== undefined && input.memory_version !== memory.version)
        throw new AppError("conflict", "The memory changed since you read it; read the suggestion again.");
      const { event_id } = await carryOut(db, { actor, suggestion, corrected, now: at });
      await queries.setUndoEvent(db, { ...tenantOf({ actor }), suggestion_id: suggestion.id, event_id });
    }
    return answerOf(db, { actor, id: suggestion.id });
  },
});

/** Does what was suggested, in the name of the person; the history says which agent suggested it. */
async function carryOut(
  tx: Db,
  {
    actor,
    suggestion,
    corrected,
    now,
  }: { actor: Actor; suggestion: contract.Suggestion; corrected: Corrected | null; now: Date },
): Promise<Step> {
  const { memory, action, reason, suggested_by } = suggestion;
  const by = changedBy({ actor, now });
  const detail = { suggestion_id: suggestion.id, suggested_by };
  assertNotDeleted(memory);
  if (action === "delete")
    return changeMemory(tx, by, { memory, change: { deleted_at: now }, type: "deleted", reason, detail });
  if (corrected === null) return decideAgainst(tx, { ...by, memory, by: null, reason, detail });
  const stored = await storeCorrection(tx, { ...by, memory, corrected });
  const successor = { id: stored.memory.id, created: stored.duplicate_of === null };
  return decideAgainst(tx, { ...by, memory, by: successor, reason, detail });
}

const suggestionUndo = defineCommand(contract.suggestionUndo, {
  load: loadSuggestion,
  authorize: maySeeSuggestion,
  prepare: reasonOf,
  write: async ({ db, actor, subject: { suggestion }, prepared: reason, now, audit }) => {
    const { id, memory, decided_by, status } = suggestion;
    const tenant = tenantOf({ actor });
    if (decided_by === null) throw new AppError("conflict", "This suggestion is not decided yet.");
    if (!mayUndo(actor, decided_by))
      throw new AppError("permission_denied", "A lead undoes what another person decided.");
    audit({ subject_id: id, detail: { undone: status, memory_id: memory.id, reason } });
    if (await queries.waitsAgain(db, { ...tenant, suggestion_id: id }))
      throw new AppError("conflict", "The same was suggested again and is open; decide on that suggestion.");
    const event_id = await queries.findStep(db, { ...tenant, suggestion_id: id });
    if (!(await queries.reopenSuggestion(db, { ...tenant, suggestion })))
      throw new AppError("conflict", GONE);
    if (event_id !== null)
      await undoStep(db, { actor, step: { memory_id: memory.id, event_id }, reason, now: now() });
    return answerOf(db, { actor, id });
  },
});

export const suggestionOperations = [suggestionList, suggestionDecide, suggestionUndo];
