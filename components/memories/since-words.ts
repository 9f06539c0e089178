import { countOf, wordFor } from "@/components/pieces/format";
import type { SinceCounts, SinceMark } from "@/lib/memories/contract";

const ENDED_WORDS = {
  superseded: "superseded",
  invalid: "invalidated",
  drifted: "drifted",
  expired: "expired",
  quarantined: "quarantined",
  deleted: "deleted",
  elsewhere: "outside the filters now",
} as const satisfies Record<keyof SinceCounts["ended_by"], string>;

const ENDED = ["invalid", "superseded", "drifted", "expired", "quarantined", "deleted", "elsewhere"] as const;

/** How memories ended: "3 invalidated, 2 superseded"; empty when none did. */
export function endedWords(ended_by: SinceCounts["ended_by"]): string {
  return ENDED.filter((how) => ended_by[how] > 0)
    .map((how) => `${ended_by[how]} ${ENDED_WORDS[how]}`)
    .join(", ");
}

/** "41 memories were active". */
export const thenWords = ({ active_then }: SinceCounts): string =>
  `${countOf(active_then, "memory", "memories")} ${wordFor(active_then, "was", "were")} active`;

const FIELD_WORDS: Record<string, string> = {
  statement: "statement",
  reasoning: "reasoning",
  outcome: "outcome",
  category: "category",
  tags: "tags",
  metadata: "details",
  pinned: "pin",
  scope: "scope",
  repository: "repository",
  addressed_at: "addressed mark",
  citations: "cited lines",
};

export const fieldWord = (field: string): string => FIELD_WORDS[field] ?? field;

/** What became of a memory, in a few words: "invalidated", "statement and tags changed". */
export function sinceWords({ since, status, deleted, fields }: SinceMark): string {
  switch (since) {
    case "unchanged":
      return "unchanged";
    case "added":
      return "added since";
    case "returned":
      return "active again";
    case "changed":
      return fields.length === 0 ? "changed and changed back" : `${listed(fields.map(fieldWord))} changed`;
    default:
      return endedWord({ status, deleted });
  }
}

function endedWord({ status, deleted }: Pick<SinceMark, "status" | "deleted">): string {
  if (deleted) return "deleted since";
  if (status === "active") return ENDED_WORDS.elsewhere;
  return `${ENDED_WORDS[status]} since`;
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
