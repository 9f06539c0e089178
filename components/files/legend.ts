import type { Mark } from "./marks";

const PARTS = { memory: "part_memories", finding: "part_findings", failure: "part_failures" } as const;

/**
 * How many marks of a kind a file has.
 * @param unread What could not be read of it.
 * @returns null where that is not known: what could not be read is not the same as nothing.
 */
export function markCount({
  marks,
  unread,
  of,
}: {
  marks: readonly Mark[];
  unread: readonly string[];
  of: Mark["of"];
}): number | null {
  if (unread.includes(PARTS[of])) return null;
  return marks.filter((mark) => mark.of === of).length;
}
