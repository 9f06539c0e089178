import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { defineCommand } from "@/lib/runtime/operation";
import { compactWrite } from "../answers/compact-answers";
import type { AppliesTo, AppliesToInput, Memory, MemoryStatus } from "../contract";
import * as contract from "../contract";
import type { MemoryChange } from "../memory/change-queries";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { maySeeMemory } from "../policy";
import { unreleased } from "../safety/allowances";
import { redactText } from "../safety/redaction";
import type { KeyedSuspicion } from "../safety/suspicions";
import { answerOfStored, assertNotDeleted, loadMemory, statusAfter } from "../shared/loading";
import { written } from "../shared/written";
import { assertKind } from "../store/normalize";
import { judgedTexts, prepareTexts, UNJUDGED, withEarlier } from "../store/prepare";
import { enqueueEmbedding, supersede } from "../store/writes";
import { correctionOf } from "../suggestions/correction";
import { assertMayReword, needsSuggestion, suggest } from "../suggestions/suggest";
import { NOT_HELD } from "../taint/hold";
import { isHeldFrom, judgeTexts, unaccepted } from "../taint/judge";
import { factsReader } from "../taint/read-facts";
import { decideAppliesTo } from "../triggers/infer";
import { changedBy } from "./change";
import { prepareCorrection, statedAppliesTo, storeCorrection } from "./correction";
import * as eventQueries from "./event-queries";
import { nextStatus } from "./transitions";

export const memoryUpdate = defineCommand(contract.memoryUpdate, {
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: async ({ db, actor, input, subject }) => {
    await assertMayReword(db, { actor, memory: subject, remedy: "Supersede it: then a person decides." });
    const { statement = subject.statement, metadata: changes = {} } = input;
    const merged = Object.fromEntries(
      Object.entries({ ...subject.metadata, ...changes }).filter(
        ([key, value]) => value !== null || !(key in changes),
      ),
    );
    // A convention says its fact twice; both say the same after a correction too.
    if (input.statement !== undefined && merged.fact === subject.statement) merged.fact = input.statement;
    assertKind({ kind: subject.kind, statement, metadata: merged, citations: subject.citations }, "");
    const votes = await eventQueries.votesOf(db, { ...tenantOf({ actor }), memories: [subject] });
    const repository_id = subject.repository?.id ?? null;
    const prepared = await prepareTexts(
      {
        ...subject,
        statement,
        metadata: merged,
        category: input.category ?? subject.category,
        tags: [...new Set(input.tags ?? subject.tags)],
        reasoning: input.reasoning === undefined ? subject.reasoning : input.reasoning,
        outcome: input.outcome === undefined ? subject.outcome : input.outcome,
        repository_id,
      },
      { votes: votes.get(subject.id) },
    );
    const readFacts = factsReader(db, tenantOf({ actor }));
    return { ...prepared, ...(await judgeTexts(judgedTexts(prepared), { repository_id, readFacts })) };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    assertNotDeleted(subject);
    const {
      suspicions,
      taints,
      unjudged,
      search_text,
      duplicate_sha256,
      redactions: _,
      user: __,
      ...texts
    } = prepared;
    const [suspicion] = await unreleased(db, { organization_id: actor.organization_id, suspicions });
    const to = suspicion ? nextStatus(subject.status, "quarantine") : null;
    const held = await heldAfter(db, { actor, memory: subject, texts, taints, now: now() });
    const change = {
      ...texts,
      ...held,
      ...(unjudged && { safety_version: UNJUDGED }),
      redactions: withEarlier(subject.redactions, prepared),
      ...(input.pinned !== undefined && { pinned: input.pinned }),
      search: { search_text, duplicate_sha256 },
      applies_to: appliesToAfter(subject, { ...texts, stated: input.applies_to }),
      ...(suspicion && to && { status: { to, reason: suspicion.reason } }),
      // What no transition leads out of its status is scanned again, should somebody restore it.
      ...(suspicion && !to && subject.status !== "quarantined" && { safety_version: 0 }),
    };
    const { organization_id } = actor;
    const changed = changedFields(subject, change);
    const memory_id = subject.id;
    await memoryChanges.updateMemory(db, {
      organization_id,
      memory_id,
      version: subject.version,
      change,
      now: now(),
    });
    await eventQueries.insertEvents(db, {
      organization_id,
      actor: actorRef(actor),
      now: now(),
      events: [
        { memory_id, type: "updated", detail: { changed, before: pick(subject, changed) } },
        ...safetyEvents(subject, { held_reason: held.held_reason, suspicion, to }),
      ],
    });
    if (changed.some((field) => EMBEDDED_FIELDS.has(field))) {
      await memoryChanges.deleteEmbeddings(db, { organization_id, memory_id });
      await enqueueEmbedding(db, { organization_id, ids: [memory_id] });
    }
    audit({ subject_id: memory_id, detail: { changed } });
    return written(await memoryQueries.findMemory(db, { organization_id, memory_id }));
  },
});

/** What a change of a memory adds to its history because of safety: that it waits for a person, that it is quarantined. */
function safetyEvents(
  memory: Memory,
  {
    held_reason,
    suspicion,
    to,
  }: {
    held_reason: string | null | undefined;
    suspicion: { rule: string; reason: string } | undefined;
    to: MemoryStatus | null;
  },
): eventQueries.NewEvent[] {
  const { id: memory_id, held_at, status: from } = memory;
  const events: eventQueries.NewEvent[] = [];
  if (held_reason && held_at === null) events.push({ memory_id, type: "held", reason: held_reason });
  if (suspicion && to) {
    const { rule, reason } = suspicion;
    events.push({ memory_id, type: "quarantined", reason, detail: { rule, from, to } });
  }
  return events;
}

/**
 * Whether a changed memory waits for a person: what a person writes does not, and what an agent writes as the rules say.
 * Empty where nothing changes in that, such as when only its tags of a person do.
 */
async function heldAfter(
  db: Db,
  {
    actor,
    memory,
    texts,
    taints,
    now,
  }: {
    actor: Actor;
    memory: Memory;
    texts: Pick<Memory, "statement" | "metadata" | "reasoning" | "outcome" | "tags">;
    taints: readonly KeyedSuspicion[];
    now: Date;
  },
): Promise<Pick<MemoryChange, "held_at" | "held_reason" | "imported">> {
  if (JSON.stringify(judgedTexts(texts)) === JSON.stringify(judgedTexts(memory))) return {};
  if (!isHeldFrom(actor)) return { ...NOT_HELD, imported: false };
  const repository_id = memory.repository?.id ?? null;
  const [first] = await unaccepted(db, { ...tenantOf({ actor }), repository_id, taints });
  if (!first) return NOT_HELD;
  return { held_at: memory.held_at === null ? now : new Date(memory.held_at), held_reason: first.reason };
}

const EDITABLE = [
  "statement",
  "category",
  "tags",
  "reasoning",
  "outcome",
  "metadata",
  "pinned",
  "applies_to",
] as const;

type Editable = (typeof EDITABLE)[number];

const EMBEDDED_FIELDS: ReadonlySet<Editable> = new Set([
  "statement",
  "tags",
  "reasoning",
  "outcome",
  "metadata",
]);

/** What a person or a caller stated outlives a changed text; what was inferred is inferred again. */
function appliesToAfter(
  memory: Memory,
  change: Pick<Memory, "statement" | "reasoning" | "metadata"> & {
    stated: AppliesToInput | null | undefined;
  },
): AppliesTo {
  const { statement, reasoning, metadata, stated = statedAppliesTo(memory) ?? null } = change;
  const paths = memory.citations.map(({ path }) => path);
  return decideAppliesTo({ stated, statement, reasoning, metadata, kind: memory.kind, paths });
}

function changedFields(memory: Memory, change: Partial<Pick<Memory, Editable>>): Editable[] {
  return EDITABLE.filter(
    (field) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(memory[field]),
  );
}

const pick = (memory: Memory, fields: readonly Editable[]) =>
  Object.fromEntries(fields.map((field) => [field, memory[field]]));

export const memorySupersede = defineCommand(contract.memorySupersede, {
  compact: compactWrite,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: async ({ db, actor, input, subject }) => {
    const { memory_id: _, version: __, ...correction } = input;
    const why = correction.correction_reason ?? correction.reason;
    const corrected = await prepareCorrection(db, { actor, memory: subject, correction });
    return { corrected, reason: why === undefined ? null : await redactText(why) };
  },
  write: async ({ db, actor, input, subject, prepared: { corrected, reason }, now, audit }) => {
    statusAfter(
      subject,
      "supersede",
      `correct what replaced it${subject.superseded_by ? ` (${subject.superseded_by})` : ""}.`,
    );
    const by = changedBy({ actor, now: now() });
    const asked = { actor, memory: subject, action: "supersede" as const };
    if (await needsSuggestion(db, asked)) {
      const correction = correctionOf(corrected, input);
      const answer = await suggest(db, { ...asked, reason, correction, now: by.now, audit });
      return { ...answer, notes: [...answer.notes, ...corrected.notes] };
    }
    const stored = await storeCorrection(db, { ...by, memory: subject, corrected });
    const notes = [...corrected.notes, ...stored.notes];
    // A correction that other agents may not see takes nothing from them.
    if (stored.memory.held_at !== null && subject.held_at === null) {
      audit({ subject_id: subject.id, detail: { suggested: stored.memory.id, reason } });
      const stays = "What it corrects stays in use until a person accepts it and supersedes that.";
      return answerOfStored(actor, { ...stored, notes: [...notes, stays] });
    }
    await supersede(db, {
      ...by,
      memory_id: subject.id,
      by: stored.memory.id,
      created: stored.duplicate_of === null,
      from: subject.status,
      reason,
      version: subject.version,
    });
    audit({ subject_id: subject.id, detail: { by: stored.memory.id, reason } });
    return answerOfStored(actor, { ...stored, notes });
  },
});
