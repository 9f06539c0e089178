import type { Db } from "@/lib/db/client";
import { isServedBy, wasServed } from "@/lib/db/sql/lifecycle";
import { type Actor, type ActorRef, actorRef } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { defineCommand } from "@/lib/runtime/operation";
import { compactApplied, compactWrite } from "../answers/compact-answers";
import type { Memory, MemoryStatus } from "../contract";
import * as contract from "../contract";
import * as eventQueries from "../lifecycle/event-queries";
import { checkNow } from "../lifecycle/moves";
import { nextStatus, type Verdict } from "../lifecycle/transitions";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { maySeeMemory } from "../policy";
import { redactText } from "../safety/redaction";
import { assertNotDeleted, loadMemory, reasonOf } from "../shared/loading";
import { applyChecks, rescore } from "../verification/apply-checks";
import { recordUses } from "./uses";

export const memoryLogApplied = defineCommand(contract.memoryLogApplied, {
  compact: compactApplied,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: async ({ db, actor, input, subject }) => ({
    checks: await checkNow(db, actor, subject),
    task: input.task === undefined ? null : await redactText(input.task),
  }),
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    assertNotDeleted(subject);
    const { organization_id } = actor;
    const memory_id = subject.id;
    const by = actorRef(actor);
    // A refresh is undone only while the memory has the time of its event.
    const at = now();
    await assertServed(db, { actor, memory_id, recall_id: input.recall_id });
    const { checks, task } = prepared;
    const [verified] = await applyChecks(db, { organization_id, actor: by, checks, now: at });
    const verdict = verified?.verdict ?? null;
    const from = verified?.status ?? subject.status;
    const to = verdict === "valid" ? nextStatus(from, "refresh") : null;
    const refreshed = to !== null;
    const run = pickGiven({ session_id: input.session_id, recall_id: input.recall_id });
    const counted = await isFirstOfRun(db, { organization_id, memory_id, actor: by, run });
    if (refreshed && to !== from)
      await memoryChanges.moveStatus(db, {
        organization_id,
        ids: [memory_id],
        from,
        to,
        reason: null,
        now: at,
      });
    // Reading it by its id counted as a use already; applying it is what came of that one.
    const served =
      input.recall_id !== undefined ||
      (await wasServed(db, {
        organization_id,
        memory_id,
        actor: by,
        since: new Date(at.getTime() - DAY_MS),
      }));
    await memoryChanges.recordUse(db, {
      organization_id,
      memory_id,
      refreshed,
      now: at,
      counted: counted && !served,
    });
    await eventQueries.insertEvents(db, {
      organization_id,
      actor: by,
      now: at,
      events: [
        ...(counted
          ? [{ memory_id, type: "applied" as const, reason: task, detail: { ...run, verdict } }]
          : []),
        ...(refreshed ? [refreshedEvent(subject, { from, to, verdict })] : []),
      ],
    });
    const memory = await rescored(db, { organization_id, memory_id });
    audit({ subject_id: memory_id, detail: { verdict, refreshed, counted } });
    const notes = refreshed ? [] : [whyNotRefreshed(memory, verdict)];
    return { stored: true, reason: null, memory, counted, refreshed, verdict, notes };
  },
});

/** Whether it was applied in neither this session nor this recall before; without either each time counts. */
async function isFirstOfRun(
  db: Db,
  {
    run,
    ...by
  }: { organization_id: string; memory_id: string; actor: ActorRef; run: Record<string, string> },
): Promise<boolean> {
  for (const [name, value] of Object.entries(run))
    if (await eventQueries.hasEvent(db, { ...by, type: "applied", detail: { [name]: value } })) return false;
  return true;
}

/** With `to` it is a move of the status, beneath which nothing can be undone. */
const refreshedEvent = (
  { id, refreshed_at }: Memory,
  { to, ...detail }: { from: MemoryStatus; to: MemoryStatus | null; verdict: Verdict | null },
) => ({
  memory_id: id,
  type: "refreshed" as const,
  detail: { ...detail, ...(to !== detail.from && { to }), refreshed_at },
});

/** @throws AppError invalid_input for a recall that did not serve the memory, or was another agent's. */
async function assertServed(
  db: Db,
  { actor, memory_id, recall_id }: { actor: Actor; memory_id: string; recall_id: string | undefined },
): Promise<void> {
  if (recall_id === undefined) return;
  const { organization_id } = actor;
  const agent = actor.kind === "agent" ? actor.name : null;
  if (!(await isServedBy(db, { organization_id, recall_id, memory_id, agent })))
    throw invalidField(
      "/recall_id",
      "is not a recall that served you this memory; correct it or leave it out",
    );
}

/** The fields that were given. */
function pickGiven(fields: Record<string, string | undefined>): Record<string, string> {
  const present = Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [[key, value]];
  });
  return Object.fromEntries(present);
}

function whyNotRefreshed(memory: Memory, verdict: Verdict | null): string {
  if (verdict === null) return "It cites nothing, so nothing was checked and it was not refreshed.";
  if (verdict === "unknown") return "Its citations could not be read now, so it was not refreshed.";
  if (verdict !== "valid")
    return "A citation of it is edited or missing, so it was not refreshed: supersede it with the correction, or invalidate it.";
  const instead = memory.superseded_by === null ? "" : ` by ${memory.superseded_by}`;
  return `It is ${memory.status}${instead}, so it was not refreshed and should not be applied again.`;
}

export const memoryFeedback = defineCommand(contract.memoryFeedback, {
  compact: compactWrite,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    assertNotDeleted(subject);
    const { organization_id } = actor;
    const { memory_id, feedback, recall_id = null } = input;
    await assertServed(db, { actor, memory_id, recall_id: input.recall_id });
    const recorded = await recordUses(db, {
      organization_id,
      actor: actorRef(actor),
      recall_id,
      uses: [{ memory_id, use: feedback, reason }],
      now: now(),
    });
    audit({ subject_id: memory_id, detail: { feedback, recall_id } });
    const memory = await rescored(db, { organization_id, memory_id });
    const notes =
      feedback === "contradicted" && memory.status === "active"
        ? ["It is still active: supersede it with what is right, or invalidate it."]
        : [];
    return { stored: true, reason: null, memory, recorded: recorded > 0, notes };
  },
});

export const memoryRate = defineCommand(contract.memoryRate, {
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    assertNotDeleted(subject);
    const { organization_id } = actor;
    const memory_id = subject.id;
    const { usefulness, recall_id = null } = input;
    const by = actorRef(actor);
    await assertServed(db, { actor, memory_id, recall_id: input.recall_id });
    const replaced = await eventQueries.hasEvent(db, {
      organization_id,
      memory_id,
      type: "rated",
      actor: by,
      detail: { recall_id },
    });
    await eventQueries.insertEvents(db, {
      organization_id,
      actor: by,
      now: now(),
      events: [{ memory_id, type: "rated", reason, detail: { usefulness, recall_id } }],
    });
    audit({ subject_id: memory_id, detail: { usefulness, recall_id } });
    const memory = await rescored(db, { organization_id, memory_id });
    return { stored: true, reason: null, memory, replaced, notes: [] };
  },
});

/** The memory with the quality that its events give it now. */
async function rescored(tx: Db, params: { organization_id: string; memory_id: string }): Promise<Memory> {
  const { organization_id } = params;
  const used = await memoryQueries.findMemory(tx, params);
  if (used) await rescore(tx, { organization_id, memories: [used] });
  const memory = used && (await memoryQueries.findMemory(tx, params));
  if (!memory) throw new AppError("not_found", "This memory does not exist.");
  return memory;
}
