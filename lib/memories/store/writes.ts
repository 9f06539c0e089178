import { insertCitations } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { enqueueKeyed } from "@/lib/jobs";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { Memory, MemoryStatus } from "../contract";
import { type ChangedBy, changeMemory, type Step } from "../lifecycle/change";
import * as eventQueries from "../lifecycle/event-queries";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { lockHashes } from "../memory/rows";
import { memoryCiteMentionsJob } from "../mentions/jobs";
import { unreleased } from "../safety/allowances";
import type { KeyedSuspicion } from "../safety/suspicions";
import { acceptHeld } from "../taint/hold";
import { isHeldFrom, unaccepted } from "../taint/judge";
import { embeddingJobs } from "./embedding-jobs";
import { observe } from "./observed";
import type { PreparedMemory } from "./prepare";
import * as storeQueries from "./queries";

/** One of `storeMemories`: the memory as it stands, and which one it repeats when it is not new. */
export type Stored = { memory: Memory; duplicate_of: string | null; notes: string[] };

type Batch = {
  organization_id: string;
  actor: ActorRef;
  memories: readonly PreparedMemory[];
  now: Date;
  /** A memory that is about to be superseded by these, so that they are not taken for its duplicates. */
  replacing?: string;
};

/**
 * Stores prepared memories in the caller's transaction, each with its citations, its `created` event and the job that
 * embeds it. One that says the same as a memory that exists (or as one before it in the list) is an observation of that
 * one. @returns one outcome for each, in their order.
 */
export async function storeMemories(tx: Db, batch: Batch): Promise<Stored[]> {
  const { organization_id } = batch;
  const outcomes = await writeMemories(tx, batch);
  const ids = outcomes.map(({ id }) => id);
  const stored = new Map(
    (await memoryQueries.memoriesByIds(tx, { organization_id, ids: [...new Set(ids)] })).map((memory) => [
      memory.id,
      memory,
    ]),
  );
  return outcomes.map(({ id, ...outcome }) => {
    const memory = stored.get(id);
    if (!memory) throw new Error("a memory that was stored in this transaction is found in it");
    return { memory, ...outcome };
  });
}

/** Does what `storeMemories` does, for who wants to know no more than which memories it came to. */
export async function writeMemories(
  tx: Db,
  batch: Batch,
): Promise<{ id: string; duplicate_of: string | null; notes: string[] }[]> {
  const { organization_id, actor, memories, now, replacing } = batch;
  const hashes = memories.map(({ duplicate_sha256 }) => duplicate_sha256);
  await lockHashes(tx, { organization_id, hashes });
  const known = await findOriginals(tx, { organization_id, hashes, replacing });
  const suspicious = await findSuspicious(tx, { organization_id, memories });
  const tainted = await findTainted(tx, {
    organization_id,
    memories: memories.filter(() => isHeldFrom(actor)),
  });

  const gone = await findGone(tx, { organization_id, memories, known });

  const fresh: FreshMemory[] = [];
  const corrected: { old: Original; id: string }[] = [];
  const observed: (Original & { memory: PreparedMemory })[] = [];
  const outcomes: { id: string; duplicate_of: string | null; notes: string[] }[] = [];
  for (const memory of memories) {
    const original = known.get(memory.duplicate_sha256);
    const isReplaced =
      original && isCited(memory) && (original.status === "drifted" || gone.has(original.id));
    if (original && !isReplaced) {
      observed.push({ ...original, memory });
      const notes = [...noteOn(original.status), ...noteOnHeld(original.isHeld && isHeldFrom(actor))];
      outcomes.push({ id: original.id, duplicate_of: original.id, notes });
      continue;
    }
    const id = newId();
    const suspicion = suspicious.get(memory) ?? null;
    const taint: KeyedSuspicion | null = tainted.get(memory) ?? null;
    fresh.push({ ...memory, id, suspicion, taint });
    if (original && !taint) corrected.push({ old: original, id });
    known.set(memory.duplicate_sha256, {
      id,
      status: suspicion ? "quarantined" : "active",
      isHeld: taint !== null,
    });
    const notes = corrected.some((correction) => correction.id === id)
      ? [`It replaces the ${original?.status} memory ${original?.id}, which said the same.`]
      : [];
    if (suspicion) notes.push(`It is quarantined until a lead releases it, because it ${suspicion.reason}.`);
    if (taint)
      notes.push(`A person must accept it before other agents are served it, because it ${taint.reason}.`);
    outcomes.push({ id, duplicate_of: null, notes });
  }

  await insertFresh(tx, { organization_id, actor, now, fresh });
  for (const { old, id } of corrected) {
    const reason = "The same was stored again with valid citations.";
    await supersede(tx, {
      organization_id,
      actor,
      now,
      reason,
      memory_id: old.id,
      by: id,
      created: true,
      from: old.status,
    });
  }
  const brought = observed.length > 0 ? await observe(tx, { organization_id, actor, now, observed }) : null;
  if (!isHeldFrom(actor)) await acceptRepeated(tx, { organization_id, actor, now, observed });
  return outcomes.map((outcome, index) => {
    const memory = memories[index];
    const { notes = [] } = (memory && brought?.get(memory)) ?? {};
    return { ...outcome, notes: [...outcome.notes, ...notes] };
  });
}

/** What somebody says who need not wait for a person is accepted with it. */
async function acceptRepeated(
  tx: Db,
  {
    observed,
    ...by
  }: {
    organization_id: string;
    actor: ActorRef;
    now: Date;
    observed: readonly (Original & { memory: PreparedMemory })[];
  },
): Promise<void> {
  const accepted = new Map(
    observed
      .filter(({ isHeld }) => isHeld)
      .map(({ id, memory }) => [id, [...new Set(memory.taints.map(({ rule }) => rule))]]),
  );
  const ids = [...accepted.keys()];
  const held = await memoryQueries.memoriesByIds(tx, { organization_id: by.organization_id, ids });
  for (const memory of held) await acceptHeld(tx, { ...by, memory, rules: accepted.get(memory.id) ?? [] });
}

/** Of what says the same as a memory that is cited now, what a check found gone, and nobody has decided on since. */
async function findGone(
  tx: Db,
  {
    organization_id,
    memories,
    known,
  }: { organization_id: string; memories: readonly PreparedMemory[]; known: ReadonlyMap<string, Original> },
): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const { duplicate_sha256 } of memories.filter(isCited)) {
    const original = known.get(duplicate_sha256);
    if (original?.status !== "invalid") continue;
    const move = await eventQueries.findStandingMove(tx, { organization_id, memory_id: original.id });
    if (move?.type === "verified_invalid") gone.add(original.id);
  }
  return gone;
}

type FreshMemory = PreparedMemory & {
  id: string;
  suspicion: KeyedSuspicion | null;
  taint: KeyedSuspicion | null;
};

/** Of memories that ask for something a person decides on, the first of it that nobody accepted. */
async function findTainted(
  tx: Db,
  { organization_id, memories }: { organization_id: string; memories: readonly PreparedMemory[] },
): Promise<Map<PreparedMemory, KeyedSuspicion>> {
  const tainted = new Map<PreparedMemory, KeyedSuspicion>();
  for (const memory of memories) {
    const { repository_id, taints } = memory;
    const [first] = await unaccepted(tx, { organization_id, repository_id, taints });
    if (first) tainted.set(memory, first);
  }
  return tainted;
}

/** Of memories in which something was found, the first that no lead released. */
async function findSuspicious(
  tx: Db,
  { organization_id, memories }: { organization_id: string; memories: readonly PreparedMemory[] },
): Promise<Map<PreparedMemory, KeyedSuspicion>> {
  const suspicions = memories.flatMap((memory) => memory.suspicions);
  const held = new Set(await unreleased(tx, { organization_id, suspicions }));
  return new Map(
    memories.flatMap((memory) => {
      const first = memory.suspicions.find((suspicion) => held.has(suspicion));
      if (first) return [[memory, first] as const];
      return [];
    }),
  );
}

const isCited = (memory: PreparedMemory) => memory.citations.length > 0;

/** Of several that say the same, the one that is most alive counts. */
const LIVELIEST: readonly MemoryStatus[] = [
  "active",
  "quarantined",
  "drifted",
  "expired",
  "invalid",
  "superseded",
];

/** The memory that already says so. */
type Original = { id: string; status: MemoryStatus; isHeld: boolean };

async function findOriginals(
  tx: Db,
  params: { organization_id: string; hashes: readonly string[]; replacing: string | undefined },
): Promise<Map<string, Original>> {
  const rows = await memoryQueries.findByHashes(tx, params);
  const originals = new Map<string, Original>();
  for (const { id, duplicate_sha256, status, held_at } of rows) {
    // A correction may say again what was corrected before; leading back to that one, the chain would be a circle.
    if (id === params.replacing || (params.replacing !== undefined && status === "superseded")) continue;
    const other = originals.get(duplicate_sha256);
    if (!other || LIVELIEST.indexOf(status) < LIVELIEST.indexOf(other.status))
      originals.set(duplicate_sha256, { id, status, isHeld: held_at !== null });
  }
  return originals;
}

const noteOnHeld = (isHeld: boolean): string[] => {
  if (isHeld)
    return ["This is already stored, and a person must accept it before other agents are served it."];
  return [];
};

function noteOn(status: MemoryStatus): string[] {
  switch (status) {
    case "invalid":
      return ["This was invalidated before and stays invalid; a person can restore it."];
    case "superseded":
      return ["This was superseded by a correction before; read what replaced it."];
    case "drifted":
      return [
        "This is already stored, but the code that it cites has changed; store it with citations of the current code.",
      ];
    case "quarantined":
      return ["This is already stored, and quarantined until a lead releases it."];
    default:
      return [];
  }
}

async function insertFresh(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    fresh,
  }: {
    organization_id: string;
    actor: ActorRef;
    now: Date;
    fresh: readonly FreshMemory[];
  },
): Promise<void> {
  if (fresh.length === 0) return;
  await storeQueries.insertMemories(tx, { organization_id, actor, memories: fresh, now });
  await insertCitations(tx, {
    organization_id,
    now,
    memories: fresh.flatMap(({ id, repository_id, citations }) => {
      if (repository_id === null) return [];
      return [{ memory_id: id, repository_id, prepared: citations }];
    }),
  });
  await eventQueries.insertEvents(tx, {
    organization_id,
    actor,
    now,
    events: fresh.flatMap(({ id, source, suspicion, taint }) => [
      { memory_id: id, type: "created" as const, detail: { source } },
      ...(suspicion
        ? [
            {
              memory_id: id,
              type: "quarantined" as const,
              reason: suspicion.reason,
              detail: { rule: suspicion.rule, to: "quarantined" },
            },
          ]
        : []),
      ...(taint
        ? [{ memory_id: id, type: "held" as const, reason: taint.reason, detail: { rule: taint.rule } }]
        : []),
    ]),
  });
  const repository_ids = new Set(fresh.flatMap(({ repository_id }) => repository_id ?? []));
  await enqueueKeyed(tx, [
    ...embeddingJobs({ organization_id, ids: fresh.map(({ id }) => id) }),
    ...[...repository_ids].map((repository_id) => ({
      job: memoryCiteMentionsJob,
      data: { organization_id, repository_id },
      key: repository_id,
    })),
  ]);
}

/** Has memories embedded in the background: found by their words meanwhile. */
export async function enqueueEmbedding(
  tx: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<void> {
  await enqueueKeyed(tx, embeddingJobs({ organization_id, ids }));
}

/**
 * Marks a memory as replaced by another, which must exist. `from` is its status now; `created` says that the other one
 * was made for this, so that undoing takes it away again.
 */
export async function supersede(
  tx: Db,
  params: ChangedBy & {
    memory_id: string;
    by: string;
    created: boolean;
    from: MemoryStatus;
    reason: string | null;
    version?: number;
    detail?: Record<string, unknown>;
  },
): Promise<Step> {
  const { organization_id, actor, now, memory_id, by, created, from, reason } = params;
  const version =
    params.version ?? (await memoryQueries.findMemory(tx, { organization_id, memory_id }))?.version ?? 0;
  return changeMemory(
    tx,
    { organization_id, actor, now },
    {
      memory: { id: memory_id, version },
      change: { status: { to: "superseded", reason }, superseded_by: by },
      type: "superseded",
      reason,
      detail: { ...params.detail, by, created, from, to: "superseded" },
      counterparts: [{ memory_id: by, type: "corrected", reason, detail: { replaces: memory_id } }],
    },
  );
}

/**
 * Marks memories whose lesson went into a skill, or takes the mark back; those that already stand so, are deleted, or
 * may not be seen stay as they are. `version_id` is the skill version whose approval does it.
 * @returns the ids of those that changed.
 */
export async function markAddressed(
  tx: Db,
  params: {
    organization_id: string;
    actor: ActorRef;
    ids: readonly string[];
    addressed?: boolean;
    version_id?: string;
    reason?: string | null;
    repository_ids?: readonly string[] | null;
    now: Date;
  },
): Promise<string[]> {
  const { organization_id, actor, now, addressed = true, reason = null, repository_ids = null } = params;
  const ids = await memoryChanges.setAddressed(tx, {
    organization_id,
    ids: params.ids,
    addressed,
    repository_ids,
    now,
  });
  const type = addressed ? ("addressed" as const) : ("unaddressed" as const);
  await eventQueries.insertEvents(tx, {
    organization_id,
    actor,
    now,
    events: ids.map((memory_id) => ({
      memory_id,
      type,
      reason,
      ...(params.version_id !== undefined && { detail: { version_id: params.version_id } }),
    })),
  });
  return ids;
}
