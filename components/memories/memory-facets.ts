import type { Facet } from "@/components/pieces/facets";
import type { FilterChip } from "@/components/pieces/filter-chips";
import { formatDay } from "@/components/pieces/format";
import {
  CITATION_STATUSES as CITATION_TERMS,
  MEMORY_KINDS as KINDS,
  MEMORY_STATUSES as STATUSES,
} from "@/components/pieces/vocabulary";
import { CITATION_STATUSES } from "@/lib/citations/contract";
import { MEMORY_KINDS, MEMORY_SCOPES, MEMORY_STATUSES } from "@/lib/memories/contract";
import type { MemoryParameters } from "./filters";
import { MARKS, type useFacetCounts } from "./use-facets";

const SCOPE_WORDS = {
  global: "whole organization",
  repository: "repository",
  agent: "one agent",
  session: "session",
} as const;

const MARK_WORDS = {
  pinned: "Pinned",
  addressed: "Addressed by a skill",
  suggested: "Suggested as global",
  pending: "Repository not registered",
  deleted: "Deleted",
} as const;

type Counts = ReturnType<typeof useFacetCounts>;

/** The options of a group whose values are known: all of them, in their order, also those that nothing matches. */
function known<T extends string>(
  values: readonly T[],
  words: Record<T, string>,
  counts: ReadonlyMap<string, number> | null,
) {
  return values.map((value) => ({
    value,
    label: words[value],
    count: countIn(counts, value),
  }));
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

const wordsOf = <T extends string>(terms: Record<T, { word: string }>, values: readonly T[]) =>
  Object.fromEntries(values.map((value) => [value, terms[value].word])) as Record<T, string>;

const STATUS_WORDS = wordsOf(STATUSES, MEMORY_STATUSES);
const KIND_WORDS = wordsOf(KINDS, MEMORY_KINDS);

export function facetsOf(parameters: MemoryParameters, counts: Counts): Facet[] {
  return [
    {
      key: "status",
      label: "Status",
      selected: parameters.status,
      options: known(MEMORY_STATUSES, STATUS_WORDS, counts.status),
    },
    {
      key: "kind",
      label: "Kind",
      selected: parameters.kind,
      options: known(MEMORY_KINDS, KIND_WORDS, counts.kind),
    },
    {
      key: "scope",
      label: "Scope",
      selected: parameters.scope,
      options: known(MEMORY_SCOPES, SCOPE_WORDS, counts.scope),
    },
    ...choiceOf({
      key: "repository",
      label: "Repository",
      chosen: parameters.repository,
      counts: counts.repository,
    }),
    ...choiceOf({ key: "category", label: "Category", chosen: parameters.category, counts: counts.category }),
    {
      key: "marks",
      label: "Marks",
      selected: MARKS.filter((mark) => parameters[mark] === true),
      options: MARKS.map((mark) => ({ value: mark, label: MARK_WORDS[mark], count: counts.mark(mark) })),
    },
  ];
}

/** The filters that have no facet: they come from a link, and must be seen to be taken away. */
type Chip = FilterChip<keyof MemoryParameters>;

/** The filters that no facet shows. */
export function chipsOf(parameters: MemoryParameters): Chip[] {
  const { tag, agent, path, citation_status, created_after, created_before } = parameters;
  const chips: Chip[] = [];
  if (parameters.awaiting_safety !== null)
    chips.push({ key: "awaiting_safety", word: "safety", value: "waits for a lead" });
  if (tag !== null) chips.push({ key: "tag", word: "tag", value: tag });
  if (agent !== null) chips.push({ key: "agent", word: "agent", value: agent });
  if (path !== null) chips.push({ key: "path", word: "path", value: path, mono: true });
  if (citation_status.length > 0)
    chips.push({ key: "citation_status", word: "citations", value: citationWords(citation_status) });
  if (created_after !== null)
    chips.push({ key: "created_after", word: "stored since", value: formatDay(created_after.toISOString()) });
  if (created_before !== null)
    chips.push({
      key: "created_before",
      word: "stored before",
      value: formatDay(created_before.toISOString()),
    });
  return chips;
}

function citationWords(statuses: MemoryParameters["citation_status"]): string {
  if (statuses.length === CITATION_STATUSES.length) return "any";
  return statuses.map((status) => CITATION_TERMS[status].word).join(", ");
}
