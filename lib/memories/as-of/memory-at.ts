import { z } from "zod";
import { CITATION_FACTS, CITATION_STATUSES } from "@/lib/citations/contract";
import type { ArrivalRow, CheckedRow } from "@/lib/db/sql/memory-as-of";
import { oneOfOr } from "@/lib/kernel/one-of";
import { MEMORY_STATUSES, type Memory, type MemoryEvent, memorySchema } from "../contract";

/** What is on record of one memory beside what it is now. */
export type Past = {
  /** The moment, as it travels. */
  at: string;
  /** Its events after the moment, the oldest first. */
  events: readonly MemoryEvent[];
  /** Its last events up to the moment, one of each type. */
  arrivals: readonly ArrivalRow[];
  /** The last checks up to the moment, by citation. */
  checks: ReadonlyMap<string, CheckedRow>;
  /** Which of its citations were there already. */
  cited: ReadonlySet<string>;
  /** false: its texts are left as they are now. */
  texts: boolean;
};

type Before = Partial<Memory>;

const textsSchema = memorySchema
  .pick({
    statement: true,
    reasoning: true,
    outcome: true,
    metadata: true,
    tags: true,
    category: true,
    pinned: true,
    applies_to: true,
  })
  .partial();

const placeSchema = memorySchema.pick({ scope: true, pending_repository: true, category: true }).partial();

const heldSchema = z.object({ reason: z.string().nullable(), at: z.iso.datetime() });

/** What each event says that its memory was before it; what it does not say is left out. */
function beforeOf({ type, detail, at }: MemoryEvent): Before {
  switch (type) {
    case "updated":
      return textsSchema.safeParse(detail.before).data ?? {};
    case "rescoped":
      return placeSchema.safeParse(detail.before).data ?? {};
    case "attached":
      return { repository: null, pending_repository: String(detail.pending_repository) };
    case "deleted":
      return { deleted_at: null };
    case "addressed":
      return { addressed_at: null };
    case "unaddressed":
      return { addressed_at: at };
    case "held":
      return { held_at: null, held_reason: null };
    case "released":
      return heldBefore(detail.held);
    case "restored":
      return detail.from === "deleted" ? { deleted_at: at } : {};
    default:
      return {};
  }
}

function heldBefore(held: unknown): Before {
  const { data } = heldSchema.safeParse(held);
  return data ? { held_at: data.at, held_reason: data.reason } : {};
}

/** What any event may say: a status that it moved from, and a scope. */
function movedFrom({ detail }: MemoryEvent): Before {
  const found: Before = {};
  const status = MEMORY_STATUSES.find((one) => one === detail.from);
  if (status !== undefined && typeof detail.to === "string") found.status = status;
  const scope = memorySchema.shape.scope.safeParse(detail.from_scope).data;
  if (scope !== undefined) found.scope = scope;
  return found;
}

/**
 * A memory as it was at a moment, from what it is now and what happened since; null when it was not there yet. Fields
 * without a history (`AS_NOW`) are as they are now.
 */
export function memoryAt(memory: Memory, past: Past): Memory | null {
  const { at, events, arrivals } = past;
  if (memory.created_at > at) return null;
  const then: Memory = { ...memory };
  for (const event of events.toReversed()) {
    const { held_at, held_reason, status, scope, ...rest } = { ...beforeOf(event), ...movedFrom(event) };
    Object.assign(
      then,
      past.texts ? rest : withoutTexts(rest),
      pickKnown({ held_at, held_reason, status, scope }),
    );
  }
  const lastOf = (isOne: (row: ArrivalRow) => boolean) => lastAt(arrivals.filter(isOne));
  if (then.status !== "superseded") then.superseded_by = null;
  if (then.status_since > at) {
    const arrival = lastOf(({ moved }) => moved);
    then.status_since = arrival?.at.toISOString() ?? memory.created_at;
    then.status_reason = then.status === "active" ? null : (arrival?.reason ?? null);
  }
  if (then.deleted_at !== null && then.deleted_at > at)
    then.deleted_at = lastOf(({ type }) => type === "deleted")?.at.toISOString() ?? then.deleted_at;
  if (then.addressed_at !== null && then.addressed_at > at)
    then.addressed_at = lastOf(({ type }) => type === "addressed")?.at.toISOString() ?? then.addressed_at;
  if (then.refreshed_at > at)
    then.refreshed_at = lastOf(({ type }) => CONFIRMING.has(type))?.at.toISOString() ?? memory.created_at;
  then.citations = citationsAt(memory, past);
  return then;
}

/** Events by which a memory is confirmed. */
const CONFIRMING: ReadonlySet<string> = new Set(["observed", "refreshed", "recited"]);

const lastAt = (rows: readonly ArrivalRow[]): ArrivalRow | undefined =>
  rows.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);

const TEXTS: ReadonlySet<string> = new Set([
  "statement",
  "reasoning",
  "outcome",
  "metadata",
  "tags",
  "applies_to",
]);

const withoutTexts = (before: Before): Before =>
  Object.fromEntries(Object.entries(before).filter(([field]) => !TEXTS.has(field)));

const pickKnown = (before: Before): Before =>
  Object.fromEntries(Object.entries(before).filter(([, value]) => value !== undefined));

function citationsAt({ citations }: Memory, { checks, cited }: Past): Memory["citations"] {
  return citations
    .filter(({ id }) => cited.has(id))
    .map((citation) => {
      const check = checks.get(citation.id);
      if (!check)
        return {
          ...citation,
          status: "unchecked",
          facts: [],
          stands_at: null,
          confidence: null,
          checked_at: null,
          checked_commit: null,
        };
      return {
        ...citation,
        path: check.path ?? citation.path,
        line_start: check.line_start ?? citation.line_start,
        line_end: check.line_end ?? citation.line_end,
        status: oneOfOr(CITATION_STATUSES, check.status, "unchecked"),
        facts: CITATION_FACTS.filter((fact) => check.facts.includes(fact)),
        confidence: check.confidence,
        stands_at: null,
        checked_at: check.checked_at.toISOString(),
        checked_commit: check.commit_sha,
      };
    });
}
