import { insertCitations, type PreparedCitation } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { writeObservations } from "@/lib/db/sql/lifecycle";
import type { ActorRef } from "@/lib/kernel/actor";
import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import type { Memory, MemoryStatus } from "../contract";
import * as eventQueries from "../lifecycle/event-queries";
import * as memoryQueries from "../memory/queries";
import { provenanceOf } from "../shared/provenance";
import type { PreparedMemory } from "./prepare";

/** What an observation brought to the memory that it repeats. */
type Brought = { cited: string[]; notes: string[] };

type Observed = { id: string; status: MemoryStatus; memory: PreparedMemory };

/** What stands as it is until a person decides takes no further proof meanwhile. */
const TAKES_CITATIONS: ReadonlySet<MemoryStatus> = new Set<MemoryStatus>(["active", "expired"]);

/**
 * Adds the citations with which a known memory was stored again, and says what else of it was left out. Where its author cited
 * something, the author decides what it rests on: only they and people add to it.
 */
async function addWhatIsNew(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    observed,
  }: { organization_id: string; actor: ActorRef; now: Date; observed: readonly Observed[] },
): Promise<Map<PreparedMemory, Brought>> {
  const brought = new Map<PreparedMemory, Brought>();
  const bringing = observed.filter(({ memory }) => hasMore(memory));
  if (bringing.length === 0) return brought;
  const ids = [...new Set(bringing.map(({ id }) => id))];
  const known = new Map(
    (await memoryQueries.memoriesByIds(tx, { organization_id, ids })).map((memory) => [memory.id, memory]),
  );
  /** Two of one call may cite the same place. */
  const added = new Map<string, PreparedCitation[]>();
  for (const { id, memory } of bringing) {
    const original = known.get(id);
    if (!original) continue;
    const before = added.get(id) ?? [];
    const fresh = memory.citations.filter(
      (citation) => !original.citations.some(isAt(citation)) && !before.some(isAt(citation)),
    );
    const notes = leftOut(original, memory);
    const cites = fresh.length > 0 && TAKES_CITATIONS.has(original.status) && maySupport(actor, original);
    if (fresh.length > 0 && !cites)
      notes.push(
        "It is already stored, and its further citations were left out: its author, or a person, adds them.",
      );
    if (cites) added.set(id, [...before, ...fresh]);
    brought.set(memory, { cited: cites ? fresh.map(placeOf) : [], notes });
    if (!cites || memory.repository_id === null) continue;
    const first_position = original.citations.length + before.length;
    const memories = [
      { memory_id: id, repository_id: memory.repository_id, prepared: fresh, first_position },
    ];
    await insertCitations(tx, { organization_id, now, memories });
  }
  return brought;
}

const hasMore = ({ citations, tags, metadata }: PreparedMemory) =>
  citations.length > 0 || tags.length > 0 || Object.keys(metadata).length > 0;

type Place = { path: string; line_start: number; line_end: number };

const placeOf = ({ path, line_start, line_end }: Place): string => `${path}:${line_start}-${line_end}`;

const isAt = (place: Place) => (other: Place) => placeOf(other) === placeOf(place);

function maySupport(actor: ActorRef, { created_by, citations }: Memory): boolean {
  if (actor.kind !== "agent" || (created_by.kind === "agent" && created_by.id === actor.id)) return true;
  return citations.every(({ inferred }) => inferred);
}

/** Who said it and how it was read: each observation has its own. */
const OF_ITS_AUTHOR: ReadonlySet<string> = new Set([
  "created_by",
  "extracted_by",
  "prompt_version",
  CLIENT_IDS,
]);

/** What was sent with a known statement and is not kept with it. */
function leftOut(original: Memory, { tags, metadata }: PreparedMemory): string[] {
  const differing = Object.entries(metadata).some(
    ([key, value]) =>
      !OF_ITS_AUTHOR.has(key) && JSON.stringify(original.metadata[key]) !== JSON.stringify(value),
  );
  const fields = [
    ...(tags.some((tag) => !original.tags.includes(tag)) ? ["tags"] : []),
    ...(differing ? ["metadata"] : []),
  ];
  if (fields.length === 0) return [];
  return [
    `It is already stored; its ${fields.join(" and ")} stay as they are. Update the memory to change them.`,
  ];
}

/**
 * Counts observations of known memories, each with its event, and adds what is new of their proof.
 * @returns for each observation that brought anything, what was added and the notes for its caller.
 */
export async function observe(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    observed,
  }: {
    organization_id: string;
    actor: ActorRef;
    now: Date;
    observed: readonly Observed[];
  },
): Promise<Map<PreparedMemory, Brought>> {
  const brought = await addWhatIsNew(tx, { organization_id, actor, now, observed });
  const counts = new Map<string, { id: string; count: number; revived: boolean }>();
  for (const { id, status } of observed) {
    // What is learned again is not forgotten; what people or checks decided stays decided.
    const one = counts.get(id) ?? { id, count: 0, revived: status === "expired" };
    counts.set(id, { ...one, count: one.count + 1 });
  }
  await writeObservations(tx, {
    organization_id,
    actor,
    now,
    observed: [...counts.values()],
    events: eventQueries.toEventRows(
      observed.map(({ id, status, memory }) => {
        const revived = status === "expired" && { from: status, to: "active" };
        const { cited = [] } = brought.get(memory) ?? {};
        return {
          memory_id: id,
          type: "observed" as const,
          detail: { ...provenanceOf(memory), ...(cited.length > 0 && { cited }), ...revived },
        };
      }),
    ),
  });
  return brought;
}
