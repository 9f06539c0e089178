import type { Facet } from "@/components/pieces/facets";
import type { FilterChip } from "@/components/pieces/filter-chips";
import type { Formats } from "@/components/pieces/format";
import {
  CITATION_STATUSES as CITATION_TERMS,
  MEMORY_KINDS as KINDS,
  MEMORY_STATUSES as STATUSES,
} from "@/components/pieces/vocabulary";
import { CITATION_STATUSES } from "@/lib/citations/contract";
import { MEMORY_KINDS, MEMORY_SCOPES, MEMORY_STATUSES } from "@/lib/memories/contract";
import type { memories } from "@/messages/compiled/memories";
import type { vocabulary } from "@/messages/compiled/vocabulary";
import type { PlainKey, Translate } from "@/messages/message";
import type { MemoryParameters } from "./filters";
import { MARKS, type Mark, type useFacetCounts } from "./use-facets";

type Words = Translate<typeof memories>;
type Terms = Translate<typeof vocabulary>;

const SCOPE_WORDS = {
  global: "scope_global",
  repository: "scope_repository",
  agent: "scope_agent",
  session: "scope_session",
} as const satisfies Record<(typeof MEMORY_SCOPES)[number], PlainKey<typeof memories>>;

const MARK_WORDS = {
  pinned: "mark_pinned",
  addressed: "mark_addressed_by_skill",
  suggested: "mark_suggested",
  pending: "mark_pending",
  deleted: "mark_deleted",
} as const satisfies Record<Mark, PlainKey<typeof memories>>;

type Counts = ReturnType<typeof useFacetCounts>;

/** The options of a group whose values are known: all of them, in their order, also those that nothing matches. */
function known<T extends string>({
  values,
  word,
  counts,
}: {
  values: readonly T[];
  word: (value: T) => string;
  counts: ReadonlyMap<string, number> | null;
}) {
  return values.map((value) => ({ value, label: word(value), count: countIn(counts, value) }));
}

/** How many a value has; null while that is not known. */
function countIn(counts: ReadonlyMap<string, number> | null, value: string): number | null {
  if (counts === null) return null;
  return counts.get(value) ?? 0;
}

/** The options of a group whose values come from the memories, and the chosen one even when nothing matches it. */
function found(counts: ReadonlyMap<string, number> | null, chosen: readonly string[]) {
  const values = [...(counts?.keys() ?? [])];
  const unmatched = chosen.filter((value) => !values.includes(value));
  return [...unmatched, ...values].map((value) => ({ value, label: value, count: countIn(counts, value) }));
}

/** A group of which one value is chosen at a time; no group when there is no value. */
function choiceOf({
  key,
  label,
  chosen,
  counts,
}: {
  key: string;
  label: string;
  chosen: string | null;
  counts: ReadonlyMap<string, number> | null;
}): Facet[] {
  const selected = [chosen].filter((value) => value !== null);
  const options = found(counts, selected);
  if (options.length === 0) return [];
  return [{ key, label, selected, options }];
}

export function facetsOf({
  t,
  terms,
  parameters,
  counts,
}: {
  t: Words;
  terms: Terms;
  parameters: MemoryParameters;
  counts: Counts;
}): Facet[] {
  return [
    {
      key: "status",
      label: t("facet_status"),
      selected: parameters.status,
      options: known({
        values: MEMORY_STATUSES,
        counts: counts.status,
        word: (status) => terms(STATUSES[status].word),
      }),
    },
    {
      key: "kind",
      label: t("facet_kind"),
      selected: parameters.kind,
      options: known({ values: MEMORY_KINDS, counts: counts.kind, word: (kind) => terms(KINDS[kind].word) }),
    },
    {
      key: "scope",
      label: t("facet_scope"),
      selected: parameters.scope,
      options: known({ values: MEMORY_SCOPES, counts: counts.scope, word: (scope) => t(SCOPE_WORDS[scope]) }),
    },
    ...choiceOf({
      key: "repository",
      label: t("facet_repository"),
      chosen: parameters.repository,
      counts: counts.repository,
    }),
    ...choiceOf({
      key: "category",
      label: t("facet_category"),
      chosen: parameters.category,
      counts: counts.category,
    }),
    {
      key: "marks",
      label: t("facet_marks"),
      selected: MARKS.filter((mark) => parameters[mark] === true),
      options: MARKS.map((mark) => ({ value: mark, label: t(MARK_WORDS[mark]), count: counts.mark(mark) })),
    },
  ];
}

/** The filters that have no facet: they come from a link, and must be seen to be taken away. */
type Chip = FilterChip<keyof MemoryParameters>;

/** The filters that no facet shows. */
export function chipsOf({
  t,
  terms,
  formatDay,
  parameters,
}: {
  t: Words;
  terms: Terms;
  formatDay: Formats["formatDay"];
  parameters: MemoryParameters;
}): Chip[] {
  const { tag, agent, path, citation_status, created_after, created_before } = parameters;
  const chips: Chip[] = [];
  if (parameters.awaiting_safety !== null)
    chips.push({ key: "awaiting_safety", word: t("chip_safety"), value: t("chip_safety_waits") });
  if (tag !== null) chips.push({ key: "tag", word: t("chip_tag"), value: tag });
  if (agent !== null) chips.push({ key: "agent", word: t("chip_agent"), value: agent });
  if (path !== null) chips.push({ key: "path", word: t("chip_path"), value: path, mono: true });
  if (citation_status.length > 0)
    chips.push({
      key: "citation_status",
      word: t("chip_citations"),
      value: citationWords({ t, terms, statuses: citation_status }),
    });
  if (created_after !== null)
    chips.push({
      key: "created_after",
      word: t("chip_stored_since"),
      value: formatDay(created_after.toISOString()),
    });
  if (created_before !== null)
    chips.push({
      key: "created_before",
      word: t("chip_stored_before"),
      value: formatDay(created_before.toISOString()),
    });
  return chips;
}

function citationWords({
  t,
  terms,
  statuses,
}: {
  t: Words;
  terms: Terms;
  statuses: MemoryParameters["citation_status"];
}): string {
  if (statuses.length === CITATION_STATUSES.length) return t("chip_citations_any");
  return statuses.map((status) => terms(CITATION_TERMS[status].word)).join(", ");
}
