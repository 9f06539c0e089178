import type { SinceCounts, SinceMark } from "@/lib/memories/contract";
import type { memoryWords } from "@/messages/compiled/memory-words";
import type { MessageKey, PlainKey, Translate } from "@/messages/message";

type Words = Translate<typeof memoryWords>;

const ENDED_WORDS = {
  superseded: "ended_superseded",
  invalid: "ended_invalid",
  drifted: "ended_drifted",
  expired: "ended_expired",
  quarantined: "ended_quarantined",
  deleted: "ended_deleted",
  elsewhere: "ended_elsewhere",
} as const satisfies Record<keyof SinceCounts["ended_by"], MessageKey<typeof memoryWords>>;

const SINCE_WORDS = {
  superseded: "since_superseded",
  invalid: "since_invalid",
  drifted: "since_drifted",
  expired: "since_expired",
  quarantined: "since_quarantined",
} as const satisfies Record<Exclude<SinceMark["status"], "active">, PlainKey<typeof memoryWords>>;

const ENDED = ["invalid", "superseded", "drifted", "expired", "quarantined", "deleted", "elsewhere"] as const;

/** How memories ended: "3 invalidated, 2 superseded"; empty when none did. */
export function endedWords({ t, ended_by }: { t: Words; ended_by: SinceCounts["ended_by"] }): string {
  return ENDED.filter((how) => ended_by[how] > 0)
    .map((how) => t(ENDED_WORDS[how], { count: ended_by[how] }))
    .join(", ");
}

const FIELD_WORDS: Record<string, PlainKey<typeof memoryWords>> = {
  statement: "field_statement",
  reasoning: "field_reasoning",
  outcome: "field_outcome",
  category: "field_category",
  tags: "field_tags",
  metadata: "field_metadata",
  pinned: "field_pinned",
  scope: "field_scope",
  repository: "field_repository",
  addressed_at: "field_addressed_at",
  citations: "field_citations",
};

export function fieldWord({ t, field }: { t: Words; field: string }): string {
  const known = FIELD_WORDS[field];
  return known === undefined ? field : t(known);
}

/** What became of a memory, in a few words: "invalidated", "statement and tags changed". */
export function sinceWords({ t, mark }: { t: Words; mark: SinceMark }): string {
  const { since, fields } = mark;
  switch (since) {
    case "unchanged":
      return t("since_unchanged");
    case "added":
      return t("since_added");
    case "returned":
      return t("since_returned");
    case "changed":
      if (fields.length === 0) return t("since_changed_back");
      return t("since_changed", {
        fields: listed({ t, words: fields.map((field) => fieldWord({ t, field })) }),
      });
    default:
      return endedWord({ t, mark });
  }
}

function endedWord({ t, mark: { status, deleted } }: { t: Words; mark: SinceMark }): string {
  if (deleted) return t("since_deleted");
  if (status === "active") return t("since_elsewhere");
  return t(SINCE_WORDS[status]);
}

function listed({ t, words }: { t: Words; words: readonly string[] }): string {
  const last = words.at(-1) ?? "";
  if (words.length < 2) return last;
  return t("list_end", { first: words.slice(0, -1).join(", "), last });
}
