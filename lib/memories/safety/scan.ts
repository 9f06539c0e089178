import { jobActor } from "@/lib/access";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { type ActorRef, actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import type { Memory } from "../contract";
import * as eventQueries from "../lifecycle/event-queries";
import { nextStatus } from "../lifecycle/transitions";
import * as memoryChanges from "../memory/change-queries";
import { isOnlyImported, wasChangedByPerson } from "../memory/change-queries";
import { releaseCleared } from "../quarantine/quarantine";
import { judgedTexts, prepareTexts, withEarlier } from "../store/prepare";
import { NOT_HELD } from "../taint/hold";
import { isHeldFrom, judgeTexts, unaccepted } from "../taint/judge";
import { factsReader, type ReadFacts } from "../taint/read-facts";
import { unreleased } from "./allowances";
import { SAFETY_VERSION } from "./injection-rule-ids";
import * as safetyQueries from "./queries";
import type { KeyedSuspicion } from "./suspicions";

/** Why a memory is not served, as an end of "It …". */
export type BlockedMemories = ReadonlyMap<string, string>;

type Looked = {
  memory: Memory;
  texts: Awaited<ReturnType<typeof prepareTexts>>;
  suspicion: KeyedSuspicion | null;
  /** What it is held for from now on, or that it is held no longer; undefined: nothing changes. */
  hold?: KeyedSuspicion | null;
  /** Its repository could not be read: it is scanned again. */
  unjudged: boolean;
};

export const isStale = ({ safety_version }: Pick<Memory, "safety_version">) =>
  safety_version !== SAFETY_VERSION;

/**
 * Scans memories by the rules in force where other rules did so last, before they are served: what is suspicious now is
 * quarantined for everybody, what a person decides on first is held from other agents, secrets that are known now are
 * taken out of the text, what only older rules had stopped is released, and the rest is marked as scanned. What may not be
 * served as it was read is in the answer: the suspicious, what is held now, what had a secret, and what `budget_ms` did not
 * suffice for. Where nothing is stale, which is nearly always, it costs nothing.
 *
 * Never rejects: what was found counts though it could not be written down.
 */
export async function scanMemories(
  db: Database,
  params: {
    organization_id: string;
    memories: readonly Memory[];
    budget_ms: number;
    actor?: ActorRef;
    now: Date;
  },
): Promise<BlockedMemories> {
  const { organization_id, memories, budget_ms, now } = params;
  const stale = memories.filter(isStale);
  const blocked = new Map<string, string>();
  if (stale.length === 0) return blocked;
  const actor = params.actor ?? actorRef(jobActor(organization_id, "memory_safety"));
  const began = performance.now();
  const ends = began + budget_ms;
  // Many take long, and people are notified of what is quarantined by when it is stored.
  const at = () => new Date(now.getTime() + performance.now() - began);
  const looked: Looked[] = [];
  const readFacts = factsReader(db, { organization_id });
  try {
    for (const memory of stale) {
      if (performance.now() > ends) {
        blocked.set(memory.id, "could not be scanned by the newest safety rules in time");
        continue;
      }
      const texts = await prepareTexts({ ...memory, repository_id: memory.repository?.id ?? null }).catch(
        (error: unknown) => {
          log().warn({ memory_id: memory.id, err: error }, "a memory could not be scanned");
          return null;
        },
      );
      if (texts === null) {
        blocked.set(memory.id, "could not be scanned by the newest safety rules");
        continue;
      }
      const [suspicion = null] = await unreleased(db, { organization_id, suspicions: texts.suspicions });
      const judged = await judgeAgain(db, { organization_id, memory, readFacts });
      looked.push({ memory, texts, suspicion, ...judged });
      if (judged.hold) blocked.set(memory.id, judged.hold.reason);
      if (suspicion) blocked.set(memory.id, suspicion.reason);
      else if (texts.redactions.length > 0) blocked.set(memory.id, "held a secret, which is taken out of it");
    }
    await keep(db, { organization_id, actor, looked, now: at });
  } catch (error) {
    log().warn({ err: error }, "memories could not be scanned by the newest safety rules");
    const reached = new Set(looked.map(({ memory }) => memory.id));
    for (const { id } of stale)
      if (!reached.has(id)) blocked.set(id, "could not be scanned by the newest safety rules");
  }
  return blocked;
}

async function keep(
  db: Database,
  params: { organization_id: string; actor: ActorRef; looked: readonly Looked[]; now: () => Date },
): Promise<void> {
  const { organization_id, looked, now } = params;
  const harmless = looked.filter(
    ({ suspicion, texts, hold }) => !suspicion && texts.redactions.length === 0 && hold === undefined,
  );
  const isCleared = ({ memory, texts }: Looked) =>
    memory.status === "quarantined" && texts.suspicions.length === 0;
  const marked = harmless.filter((one) => !isCleared(one) && !one.unjudged).map(({ memory }) => memory);
  const mark = (tx: Db, memories: readonly Memory[]) =>
    safetyQueries.setSafetyVersion(tx, { organization_id, memories, safety_version: SAFETY_VERSION });
  if (marked.length > 0) await transaction(db, (tx) => mark(tx, marked));
  for (const { memory } of harmless.filter(isCleared))
    await transaction(db, async (tx) => {
      if (!(await releaseCleared(tx, { ...params, memory, now: now() }))) await mark(tx, [memory]);
    }).catch(ignoreChanged);
  for (const one of looked)
    if (one.suspicion || one.texts.redactions.length > 0 || one.hold !== undefined)
      await change(db, { ...params, ...one, now: now() }).catch(ignoreChanged);
}

/** Whether a memory that no person wrote here is to be held from other agents now, or no longer. */
async function judgeAgain(
  db: Db,
  { organization_id, memory, readFacts }: { organization_id: string; memory: Memory; readFacts: ReadFacts },
): Promise<Pick<Looked, "hold" | "unjudged">> {
  const imported = await isOnlyImported(db, { organization_id, memory_id: memory.id });
  if (!imported && !isHeldFrom(memory.created_by)) return { unjudged: false };
  const repository_id = memory.repository?.id ?? null;
  const { taints, unjudged } = await judgeTexts(judgedTexts(memory), { repository_id, readFacts });
  const isHeld = memory.held_at !== null;
  const [first = null] = await unaccepted(db, { organization_id, repository_id, taints });
  if (isHeld === (first !== null)) return { unjudged };
  if (first === null) return unjudged ? { unjudged } : { hold: null, unjudged };
  const isOfPerson = !imported && (await wasChangedByPerson(db, { organization_id, memory_id: memory.id }));
  if (isOfPerson) return { unjudged };
  return { hold: first, unjudged };
}

/** Somebody changed it meanwhile: it is scanned again when it is wanted next. */
function ignoreChanged(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function change(
  db: Database,
  {
    organization_id,
    actor,
    memory,
    suspicion,
    now,
    texts,
    hold,
    unjudged,
  }: Looked & { organization_id: string; actor: ActorRef; now: Date },
): Promise<void> {
  const memory_id = memory.id;
  const redacted = texts.redactions.length > 0;
  const to = suspicion ? nextStatus(memory.status, "quarantine") : null;
  const is_held = memory.status === "quarantined";
  const stays_open = suspicion ? to === null && !is_held : is_held;
  await transaction(db, async (tx) => {
    await memoryChanges.updateMemory(tx, {
      organization_id,
      memory_id,
      version: memory.version,
      now,
      change: {
        // What no transition leads out of its status stays to be scanned, should somebody restore it. So does what is
        // quarantined and no longer suspicious: the next scan, of the text without its secret, releases it.
        safety_version: stays_open || unjudged ? 0 : SAFETY_VERSION,
        ...heldBy(hold, now),
        ...(redacted && redactedParts(memory, texts)),
        ...(suspicion && to && { status: { to, reason: suspicion.reason } }),
      },
    });
    await eventQueries.insertEvents(tx, {
      organization_id,
      actor,
      now,
      events: [
        ...redactedEvents(memory, texts),
        ...heldEvents(memory, hold),
        ...(suspicion && to
          ? [
              {
                memory_id,
                type: "quarantined" as const,
                reason: suspicion.reason,
                detail: { rule: suspicion.rule, from: memory.status, to, safety_version: SAFETY_VERSION },
              },
            ]
          : []),
      ],
    });
    // What has no vector is embedded by a job that looks for it.
    if (redacted) await memoryChanges.deleteEmbeddings(tx, { organization_id, memory_id });
  });
}

function redactedParts({ redactions }: Memory, texts: Looked["texts"]) {
  const { statement, metadata, category, tags, reasoning, outcome, search_text, duplicate_sha256 } = texts;
  return {
    statement,
    metadata,
    category,
    tags,
    reasoning,
    outcome,
    redactions: withEarlier(redactions, texts),
    search: { search_text, duplicate_sha256 },
  };
}

function redactedEvents({ id }: Memory, { redactions }: Looked["texts"]) {
  if (redactions.length === 0) return [];
  return [
    {
      memory_id: id,
      type: "updated" as const,
      reason: "Newer rules know a secret in it.",
      detail: { redacted: redactions.map(({ type, field }) => ({ type, field })) },
    },
  ];
}

function heldBy(hold: KeyedSuspicion | null | undefined, now: Date) {
  if (hold === undefined) return {};
  if (hold === null) return NOT_HELD;
  return { held_at: now, held_reason: hold.reason };
}

function heldEvents(memory: Memory, hold: KeyedSuspicion | null | undefined): eventQueries.NewEvent[] {
  if (hold === undefined) return [];
  if (hold !== null)
    return [{ memory_id: memory.id, type: "held", reason: hold.reason, detail: { rule: hold.rule } }];
  const held = { reason: memory.held_reason, at: memory.held_at };
  return [
    {
      memory_id: memory.id,
      type: "released",
      reason: "The current rules find nothing in it that a person must accept.",
      detail: { held },
    },
  ];
}
