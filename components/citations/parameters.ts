import { createLoader, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { CITATION_STATUSES, type CitationFact, type CitationStatus } from "@/lib/citations/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { filterBy } from "@/lib/kernel/one-of";
import {
  MEMORY_KINDS,
  type memoryFacets,
  type memoryList,
  type memorySupportList,
  SUPPORT_STATES,
} from "@/lib/memories/contract";

export const VIEWS = ["drift", "context", "repositories", "citations"] as const;

/** The statuses of citations that make a memory drift. */
export const FAILING = ["edited", "missing"] as const satisfies readonly CitationStatus[];

/** Whether a citation counts against its memory; what was only formatted does not. */
export const isFailing = ({ status, facts }: { status: CitationStatus; facts: readonly CitationFact[] }) =>
  FAILING.some((failing) => failing === status) && !facts.includes("formatting_only");

/** Orders of the drift queue, each with what it asks of the list of memories and the text that names it. */
export const DRIFT_SORTS = {
  since: { sort: "status_since", word: "sort_since" },
  uses: { sort: "usage_count", word: "sort_uses" },
  reach: { sort: "reach", word: "sort_reach" },
} as const;
export type DriftSort = keyof typeof DRIFT_SORTS;
export const DRIFT_SORT_NAMES = ["since", "uses", "reach"] as const satisfies readonly DriftSort[];

const DIFF_VIEWS = ["split", "unified"] as const;

/** The other way to compare code. */
export const OTHER_VIEW = { split: "unified", unified: "split" } as const;

/** How code is compared, in the URL of every screen that does. */
export const diffParameter = parseAsStringLiteral(DIFF_VIEWS).withDefault("split");

/** What the URL of the screen says. `repository` is `owner/name`, as everywhere; operations take its id. */
export const citationParameters = {
  view: parseAsStringLiteral(VIEWS).withDefault("drift"),
  repository: parseAsString,
  status: parseAsArrayOf(parseAsStringLiteral(CITATION_STATUSES)).withDefault([]),
  path: parseAsString,
  of: parseAsStringLiteral(["in_use", "decided", "all"] as const).withDefault("in_use"),
  cursor: parseAsString,
  sort: parseAsStringLiteral(DRIFT_SORT_NAMES).withDefault("since"),
  verdict: parseAsStringLiteral(FAILING),
  kind: parseAsStringLiteral(MEMORY_KINDS),
  state: parseAsStringLiteral(SUPPORT_STATES).withDefault("changed"),
  diff: diffParameter,
};

export const loadCitationParameters = createLoader(citationParameters);

/** Every repository that a person can overlook; what goes beyond is said. */
export const REPOSITORIES = { limit: 200 };

export type DriftFilters = {
  repository: string | null;
  verdict: (typeof FAILING)[number] | null;
  kind: (typeof MEMORY_KINDS)[number] | null;
};

const filtersOf = ({ repository, verdict, kind }: DriftFilters) => ({
  status: ["drifted" as const],
  repository: repository ?? undefined,
  citation_status: filterBy(verdict),
  kind: filterBy(kind),
});

/** A page of the drift queue. */
export const driftInput = (
  params: DriftFilters & { sort: DriftSort; cursor?: string },
): CallOf<typeof memoryList> => ({
  ...filtersOf(params),
  sort: DRIFT_SORTS[params.sort].sort,
  cursor: params.cursor,
});

/** How many memories of the queue pass one filter more. */
export const driftFacetsInput = (driftFilters: DriftFilters): CallOf<typeof memoryFacets> =>
  filtersOf(driftFilters);

/** A page of the changed definitions that memories rest on. */
export const contextInput = ({
  repository,
  state,
  cursor,
}: {
  repository: string | null;
  state: (typeof SUPPORT_STATES)[number];
  cursor?: string;
}): CallOf<typeof memorySupportList> => ({ state, repository: repository ?? undefined, cursor });
