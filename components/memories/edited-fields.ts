import type { MemoryEvent } from "@/lib/memories/contract";

const FIELDS = ["statement", "category", "tags", "reasoning", "outcome"] as const;

/** A field that an edit changed, and what it said before; null: nothing. */
export type FieldBefore = { field: (typeof FIELDS)[number]; before: string | null };

/** What an edit of a memory changed, as far as its event holds what was there before and it is text. */
export function fieldsBefore({ type, detail }: Pick<MemoryEvent, "type" | "detail">): FieldBefore[] {
  const { before } = detail;
  if (type !== "updated" || typeof before !== "object" || before === null) return [];
  const earlier = new Map<string, unknown>(Object.entries(before));
  return FIELDS.filter((field) => earlier.has(field)).map((field) => ({
    field,
    before: textOf(earlier.get(field)),
  }));
}

function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return textOf(value.join(", "));
  if (typeof value === "string" && value !== "") return value;
  return null;
}
