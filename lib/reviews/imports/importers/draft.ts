import { toStorable } from "@/lib/kernel/text";
import { truncateWithMark } from "@/lib/text/cut";
import type { Disposition, EvaluationItem } from "../../contract";

/** A finding of another tool with the disposition that the mapping proposes, and why; null leaves it out. */
export type DraftItem = {
  item: Omit<EvaluationItem, "number" | "disposition">;
  disposition: Disposition | null;
  /** Why it was mapped so, in a sentence for people. */
  because: string;
  /** What stays the same when it is imported again. */
  key: string;
  url: string | null;
  /** Who made the finding. */
  agent: string | null;
};

/** The first line of a text as a title of at most `limit` UTF-16 code units. */
export function titleOf(text: string, limit: number): string {
  const [first = ""] = text
    .split(/\r?\n/)
    .map((line) => line.replace(/^[\s>#*_-]+|[\s*_]+$/g, "").trim())
    .filter((line) => line !== "");
  return clip(first === "" ? "(no text)" : first, limit);
}

/** At most `limit` UTF-16 code units, whole characters, without NUL and half surrogate pairs. */
export function clip(text: string, limit: number): string {
  return truncateWithMark(toStorable(text), limit);
}
