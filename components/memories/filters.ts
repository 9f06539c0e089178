import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { CITATION_STATUSES } from "@/lib/citations/contract";
import {
  MAX_SEARCH_RESULTS,
  MEMORY_KINDS,
  MEMORY_SCOPES,
  MEMORY_SORTS,
  MEMORY_STATUSES,
  SINCE,
} from "@/lib/memories/contract";

/** What the URL of the list says: its search, filters, order and page. */
export const memoryParameters = {
  q: parseAsString.withDefault(""),
  kind: parseAsArrayOf(parseAsStringLiteral(MEMORY_KINDS)).withDefault([]),
  status: parseAsArrayOf(parseAsStringLiteral(MEMORY_STATUSES)).withDefault([]),
  scope: parseAsArrayOf(parseAsStringLiteral(MEMORY_SCOPES)).withDefault([]),
  category: parseAsString,
  repository: parseAsString,
  tag: parseAsString,
  agent: parseAsString,
  path: parseAsString,
  /** With a citation of one of these statuses; all of them: those that cite code. */
  citation_status: parseAsArrayOf(parseAsStringLiteral(CITATION_STATUSES)).withDefault([]),
  created_after: parseAsIsoDateTime,
  created_before: parseAsIsoDateTime,
  pinned: parseAsBoolean,
  addressed: parseAsBoolean,
  /** Waiting for a lead to let it reach every repository. */
  suggested: parseAsBoolean,
  /** Quarantined, or held until a lead accepts it. */
  awaiting_safety: parseAsBoolean,
  /** Kept for a repository that is not registered. */
  pending: parseAsBoolean,
  deleted: parseAsBoolean,
  /** The moment that the list is of: a time, a date or a commit; null: now. */
  as_of: parseAsString,
  /** Of a date in `as_of`, and of what is shown of it. */
  time_zone: parseAsString,
  /** What became of the memories since `as_of`. */
  since: parseAsStringLiteral(SINCE),
  sort: parseAsStringLiteral(MEMORY_SORTS).withDefault("kind"),
  /** How many matches a search shows. */
  matches: parseAsInteger.withDefault(25),
  /** The place in the list, which usePages moves. */
  cursor: parseAsString,
  first: parseAsInteger.withDefault(1),
};

export type MemoryParameters = inferParserType<typeof memoryParameters>;

/** Reads them on the server, for a page that prefetches. */
export const loadMemoryParameters = createLoader(memoryParameters);

const PAGE_SIZE = 50;

const some = <T>(values: readonly T[]): T[] | undefined => {
  if (values.length > 0) return [...values];
  return undefined;
};

/** The filters as every reading takes them. */
export function filtersOf(parameters: MemoryParameters) {
  const { kind, status, scope, category, repository, tag, agent, path } = parameters;
  const { citation_status, created_after, created_before, pinned, addressed, deleted } = parameters;
  const { suggested, pending, awaiting_safety } = parameters;
  return {
    kind: some(kind),
    status: some(status),
    scope: some(scope),
    category: category ?? undefined,
    repository: repository ?? undefined,
    tag: tag ?? undefined,
    agent: agent ?? undefined,
    path: path ?? undefined,
    citation_status: some(citation_status),
    created_after: created_after?.toISOString(),
    created_before: created_before?.toISOString(),
    pinned: pinned ?? undefined,
    addressed: addressed ?? undefined,
    suggested: suggested ?? undefined,
    pending: pending ?? undefined,
    awaiting_safety: awaiting_safety ?? undefined,
    deleted: deleted ?? undefined,
    as_of: parameters.as_of ?? undefined,
    time_zone: parameters.time_zone ?? undefined,
  };
}

/** What the facets count: the filters, and what became of the memories. */
export const facetsInput = (parameters: MemoryParameters) => ({
  ...filtersOf(parameters),
  since: sinceOf(parameters),
});

/** Without a moment there is nothing to compare with. */
const sinceOf = ({ as_of, since }: MemoryParameters) => {
  if (as_of === null || since === null) return undefined;
  return since;
};

export const listInput = (parameters: MemoryParameters) => ({
  ...filtersOf(parameters),
  since: sinceOf(parameters),
  sort: parameters.sort,
  cursor: parameters.cursor ?? undefined,
  limit: PAGE_SIZE,
});

export const searchInput = (parameters: MemoryParameters, query: string) => ({
  ...filtersOf(parameters),
  // A search leaves out what is not served unless asked: here people look for that too, and see its status.
  status: parameters.status.length > 0 ? [...parameters.status] : [...MEMORY_STATUSES],
  query,
  limit: Math.min(MAX_SEARCH_RESULTS, Math.max(1, parameters.matches)),
});

/** What every change of search, filter or order sets back: the first page of the new list. */
export const FIRST_PAGE = { cursor: null, first: null, matches: null } as const;

const FILTER_KEYS = [
  "kind",
  "status",
  "scope",
  "category",
  "repository",
  "tag",
  "agent",
  "path",
  "citation_status",
  "created_after",
  "created_before",
  "pinned",
  "addressed",
  "suggested",
  "pending",
  "awaiting_safety",
  "deleted",
  "since",
] as const;

/** Takes every filter away; the search and the order stay. */
export const NO_FILTERS = Object.fromEntries(FILTER_KEYS.map((key) => [key, null]));

export function isFiltered(parameters: MemoryParameters): boolean {
  return FILTER_KEYS.some((key) => {
    const value = parameters[key];
    if (Array.isArray(value)) return value.length > 0;
    return value !== null;
  });
}
