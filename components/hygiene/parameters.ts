import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import {
  CONFLICT_RULES,
  CONFLICT_STATUSES,
  type conflictList,
  type duplicateList,
  HYGIENE_QUEUES,
  type hygieneGet,
  type hygieneMemoryList,
} from "@/lib/hygiene/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { SUGGESTION_STATUSES, type suggestionList } from "@/lib/memories/contract";

export const PAGE_SIZE = 25;

/** What the URL of the conflicts says. `repository` is `owner/name`, as everywhere. */
export const conflictParameters = {
  repository: parseAsString,
  status: parseAsStringLiteral(CONFLICT_STATUSES).withDefault("open"),
  rule: parseAsStringLiteral(CONFLICT_RULES),
  cursor: parseAsString,
};
export type ConflictParameters = inferParserType<typeof conflictParameters>;
export const loadConflictParameters = createLoader(conflictParameters);

export const conflictsInput = ({
  repository,
  status,
  rule,
  cursor,
}: ConflictParameters): CallOf<typeof conflictList> => ({
  status,
  limit: PAGE_SIZE,
  repository: repository ?? undefined,
  rule: rule ?? undefined,
  cursor: cursor ?? undefined,
});

/** What the URL of the suggestions says. */
export const suggestionParameters = {
  repository: parseAsString,
  status: parseAsStringLiteral(SUGGESTION_STATUSES).withDefault("open"),
  cursor: parseAsString,
};
export const loadSuggestionParameters = createLoader(suggestionParameters);

export const suggestionsInput = ({
  repository,
  status,
  cursor,
}: inferParserType<typeof suggestionParameters>): CallOf<typeof suggestionList> => ({
  status,
  limit: PAGE_SIZE,
  repository: repository ?? undefined,
  cursor: cursor ?? undefined,
});

export const QUEUES = ["exact", "near", ...HYGIENE_QUEUES] as const;
export type Queue = (typeof QUEUES)[number];

export const hygieneParameters = {
  repository: parseAsString,
  queue: parseAsStringLiteral(QUEUES),
  cursor: parseAsString,
};
export const loadHygieneParameters = createLoader(hygieneParameters);

type Place = { repository: string | null; cursor: string | undefined };

export const countsInput = (repository: string | null): CallOf<typeof hygieneGet> => ({
  repository: repository ?? undefined,
});

export const duplicatesInput = (
  kind: "exact" | "near",
  { repository, cursor }: Place,
): CallOf<typeof duplicateList> => ({ kind, cursor, limit: PAGE_SIZE, repository: repository ?? undefined });

export const queueInput = (
  queue: (typeof HYGIENE_QUEUES)[number],
  { repository, cursor }: Place,
): CallOf<typeof hygieneMemoryList> => ({
  queue,
  cursor,
  limit: PAGE_SIZE,
  repository: repository ?? undefined,
});
