import { createLoader, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { CITATION_STATUSES, type CitationStatus } from "@/lib/citations/contract";

export const VIEWS = ["drift", "repositories", "citations"] as const;

/** What the URL of the screen says. `repository` is `owner/name`, as everywhere; operations take its id. */
export const citationParameters = {
  view: parseAsStringLiteral(VIEWS).withDefault("drift"),
  repository: parseAsString,
  status: parseAsArrayOf(parseAsStringLiteral(CITATION_STATUSES)).withDefault([]),
  path: parseAsString,
  cursor: parseAsString,
};

export const loadCitationParameters = createLoader(citationParameters);

/** Every repository that a person can overlook; what goes beyond is said. */
export const REPOSITORIES = { limit: 200 };

/** The drifted memories that the queue lists at once; its total is true whatever their number. */
export const driftInput = (repository: string | null) => ({
  status: ["drifted" as const],
  repository: repository ?? undefined,
  limit: 100,
});

/** The statuses of citations that make a memory drift. */
export const FAILING: readonly CitationStatus[] = ["edited", "missing"];
