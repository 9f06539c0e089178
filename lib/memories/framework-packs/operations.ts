import type { Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as eventQueries from "../lifecycle/event-queries";
import * as memoryChanges from "../memory/change-queries";
import { type NewMemory, type PreparedMemory, prepareMemories } from "../store/prepare";
import * as storeQueries from "../store/queries";
import { enqueueEmbedding, storeMemories } from "../store/writes";
import { PACKS } from "./packs";

type Entry = contract.FrameworkPack["entries"][number];

/** By this an entry is known again, also after somebody reworded or deleted its memory. */
const sourceIdOf = (framework: string, { pattern_name }: Entry) =>
  `framework_pack:${framework}/${pattern_name}`;

function toMemory(framework: string, entry: Entry): NewMemory {
  const { pattern_name, description, correct_usage, common_mistakes, source } = entry;
  return {
    kind: "framework_knowledge",
    statement: description,
    metadata: { framework, pattern_name, description, correct_usage, common_mistakes, source },
    scope: "global",
    repository_id: null,
    category: "implementation",
    tags: [framework],
    source: { kind: "import", id: sourceIdOf(framework, entry) },
  };
}

type Pack = contract.FrameworkPack & { prepared: readonly PreparedMemory[] };
let packs: Promise<Pack[]> | undefined;

/** The shipped packs with their entries as they are stored; looking them over once is enough. */
function preparedPacks(): Promise<Pack[]> {
  packs ??= Promise.all(
    PACKS.map(async (pack) => ({
      ...pack,
      prepared: await prepareMemories(pack.entries.map((entry) => toMemory(pack.framework, entry))),
    })),
  );
  return packs;
}

type Known = {
  entry: Entry;
  prepared: PreparedMemory;
  state: contract.PackEntryState;
  memory: storeQueries.SourcedMemory | null;
};

/** The entries of a pack with what became of each here. */
async function entriesOf(
  db: Db,
  { organization_id, pack }: { organization_id: string; pack: Pack },
): Promise<Known[]> {
  const source_ids = pack.entries.map((entry) => sourceIdOf(pack.framework, entry));
  const memories = await storeQueries.findSourced(db, { organization_id, source_ids });
  return pack.entries.flatMap((entry, index): Known[] => {
    const prepared = pack.prepared[index];
    if (!prepared) return [];
    const memory = memories.find(({ source_id }) => source_id === prepared.source.id);
    if (memory) return [{ entry, prepared, memory, state: stateOf(memory, prepared) }];
    return [{ entry, prepared, memory: null, state: "absent" }];
  });
}

/** Events that the packs' own operations made carry the framework. */
const isPacks = ({ detail }: { detail: Record<string, unknown> }) => typeof detail.pack === "string";

function stateOf(memory: storeQueries.SourcedMemory, prepared: PreparedMemory): contract.PackEntryState {
  const { events } = memory;
  if (memory.deleted_at !== null) {
    const last = events.findLast(({ type }) => type === "deleted");
    if (last && isPacks(last)) return "removed";
    return "deleted";
  }
  if (memory.status !== "active" || events.some((event) => event.type === "updated" && !isPacks(event)))
    return "changed";
  if (isSame(memory, prepared)) return "loaded";
  return "outdated";
}

/** Quality and embedding follow from these. */
function isSame(memory: storeQueries.SourcedMemory, { statement, metadata }: PreparedMemory): boolean {
  return (
    memory.statement === statement &&
    Object.entries(metadata).every(
      ([key, value]) => JSON.stringify(value) === JSON.stringify(memory.metadata[key]),
    )
  );
}

const IN_FORCE = new Set<contract.PackEntryState>(["loaded", "outdated", "changed"]);
const TO_LOAD = new Set<contract.PackEntryState>(["absent", "outdated", "removed"]);
const howMany = (entries: readonly Known[], states: ReadonlySet<contract.PackEntryState>) =>
  entries.filter(({ state }) => states.has(state)).length;

const frameworkPackList = defineQuery(contract.frameworkPackList, {
  read: async ({ db, actor: { organization_id } }) => {
    const items = [];
    for (const pack of await preparedPacks()) {
      const entries = await entriesOf(db, { organization_id, pack });
      items.push({
        framework: pack.framework,
        title: pack.title,
        entries: entries.map(({ entry, state, memory }) => ({
          ...entry,
          state,
          memory_id: memory?.id ?? null,
        })),
        loaded: howMany(entries, IN_FORCE),
        to_load: howMany(entries, TO_LOAD),
      });
    }
    return { items };
  },
});

async function loadPack({ input }: { input: { framework: string } }): Promise<Pack> {
  const pack = (await preparedPacks()).find(({ framework }) => framework === input.framework);
  if (!pack) throw new AppError("not_found", "There is no pack of this framework.");
  return pack;
}

/** It reaches everybody in the organization. */
const mayChangePacks = (actor: Actor) => actor.repository_ids === null;

const frameworkPackLoad = defineCommand(contract.frameworkPackLoad, {
  load: loadPack,
  authorize: mayChangePacks,
  write: async ({ db, actor, subject: pack, now, audit }) => {
    const by = { organization_id: actor.organization_id, actor: actorRef(actor), now: now() };
    const entries = await entriesOf(db, { ...by, pack });
    const absent = entries.filter(({ state }) => state === "absent");
    const stored = await storeMemories(db, { ...by, memories: absent.map(({ prepared }) => prepared) });
    const restored: string[] = [];
    const updated: string[] = [];
    for (const { memory, prepared, state } of entries) {
      if (memory === null || !TO_LOAD.has(state)) continue;
      const outdated = !isSame(memory, prepared);
      if (state === "removed") restored.push(memory.id);
      else updated.push(memory.id);
      await bringBack(db, { ...by, framework: pack.framework, memory, prepared, outdated });
    }
    audit({
      detail: {
        framework: pack.framework,
        stored: stored.length,
        updated: updated.length,
        restored: restored.length,
      },
    });
    return {
      framework: pack.framework,
      stored: stored.length,
      updated: updated.length,
      restored: restored.length,
      known: entries.length - stored.length - updated.length - restored.length,
      memory_ids: [...stored.map(({ memory }) => memory.id), ...restored, ...updated],
    };
  },
});

/** Makes a memory of a pack say what the pack says, and be there. */
async function bringBack(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    framework,
    memory,
    prepared,
    outdated,
  }: {
    organization_id: string;
    actor: ReturnType<typeof actorRef>;
    now: Date;
    framework: string;
    memory: storeQueries.SourcedMemory;
    prepared: PreparedMemory;
    outdated: boolean;
  },
): Promise<void> {
  const { id: memory_id, version, deleted_at } = memory;
  const { statement, metadata, tags, quality, redactions, search_text, duplicate_sha256 } = prepared;
  const texts = {
    statement,
    metadata,
    tags,
    quality,
    redactions,
    search: { search_text, duplicate_sha256 },
  };
  await memoryChanges.updateMemory(tx, {
    organization_id,
    memory_id,
    version,
    now,
    change: { ...(outdated ? texts : {}), ...(deleted_at === null ? {} : { deleted_at: null }) },
  });
  await eventQueries.insertEvents(tx, {
    organization_id,
    actor,
    now,
    events: [
      ...(deleted_at === null
        ? []
        : [{ memory_id, type: "restored" as const, detail: { from: "deleted", pack: framework } }]),
      ...(outdated
        ? [
            {
              memory_id,
              type: "updated" as const,
              detail: {
                changed: ["statement", "metadata"],
                before: { statement: memory.statement, metadata: memory.metadata },
                pack: framework,
              },
            },
          ]
        : []),
    ],
  });
  if (!outdated) return;
  await memoryChanges.deleteEmbeddings(tx, { organization_id, memory_id });
  await enqueueEmbedding(tx, { organization_id, ids: [memory_id] });
}

const frameworkPackRemove = defineCommand(contract.frameworkPackRemove, {
  load: loadPack,
  authorize: mayChangePacks,
  write: async ({ db, actor, subject: pack, now, audit }) => {
    const { organization_id } = actor;
    const at = now();
    const entries = await entriesOf(db, { organization_id, pack });
    const shipped = entries.flatMap(({ memory, state }) =>
      memory && (state === "loaded" || state === "outdated") ? [memory] : [],
    );
    for (const { id: memory_id, version } of shipped)
      await memoryChanges.updateMemory(db, {
        organization_id,
        memory_id,
        version,
        now: at,
        change: { deleted_at: at },
      });
    await eventQueries.insertEvents(db, {
      organization_id,
      actor: actorRef(actor),
      now: at,
      events: shipped.map(({ id: memory_id }) => ({
        memory_id,
        type: "deleted" as const,
        reason: `The pack ${pack.title} was removed.`,
        detail: { pack: pack.framework },
      })),
    });
    const kept = howMany(entries, new Set(["changed"]));
    audit({ detail: { framework: pack.framework, removed: shipped.length, kept } });
    return { framework: pack.framework, removed: shipped.length, kept };
  },
});

export const packOperations = [frameworkPackList, frameworkPackLoad, frameworkPackRemove];
