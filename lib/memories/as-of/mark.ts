import { CHANGING } from "@/lib/db/sql/memory-as-of";
import type { Memory, MemoryEvent, SinceMark } from "../contract";

const COMPARED = [
  "statement",
  "reasoning",
  "outcome",
  "category",
  "tags",
  "metadata",
  "pinned",
  "scope",
  "repository",
  "addressed_at",
] as const satisfies readonly (keyof Memory)[];

const CHANGES: ReadonlySet<string> = new Set(CHANGING);

const isActive = ({ status, deleted_at }: Memory) => status === "active" && deleted_at === null;

const placesOf = ({ citations }: Memory) =>
  JSON.stringify(citations.map(({ id, path, line_start, line_end }) => [id, path, line_start, line_end]));

/** The fields of a memory that are otherwise now; `citations` where it cites other places. */
export function changedFields(was: Memory, now: Memory): string[] {
  const fields: string[] = COMPARED.filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(now[field]),
  );
  if (placesOf(was) !== placesOf(now)) fields.push("citations");
  return fields;
}

/** What became of a memory since a moment: as it was then (null: not there) and as it is now. */
export function markOf({
  was,
  now,
  events,
}: {
  was: Memory | null;
  now: Memory;
  events: readonly MemoryEvent[];
}): SinceMark {
  const { id: memory_id, status, deleted_at } = now;
  const mark = { memory_id, status, deleted: deleted_at !== null };
  if (was === null) return { ...mark, since: "added", at: now.created_at, reason: null, fields: [] };
  const fields = changedFields(was, now);
  const last = events.at(-1) ?? null;
  const moved = { ...mark, at: deleted_at ?? now.status_since, reason: now.status_reason, fields };
  if (isActive(was) && !isActive(now)) return { ...moved, since: "ended" };
  if (!isActive(was) && isActive(now)) return { ...moved, since: "returned" };
  const changing = events.findLast(({ type }) => CHANGES.has(type));
  if (isActive(now) && changing)
    return { ...mark, since: "changed", at: changing.at, reason: changing.reason, fields };
  if (was.status !== status || (was.deleted_at === null) !== (deleted_at === null))
    return { ...moved, since: "moved" };
  return {
    ...mark,
    since: "unchanged",
    at: fields.length > 0 ? (last?.at ?? null) : null,
    reason: null,
    fields,
  };
}
