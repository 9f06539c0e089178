import { CITATION_STATUSES } from "@/lib/citations/contract";
import { COVERED_STATUSES } from "@/lib/memories/contract";
import type { Rule } from "@/lib/reviews/contract";

/**
 * Where the counts of the overview lead: each to a list whose total is the count. Those of jobs and deliveries are the
 * organization's, whatever repository is chosen.
 */

type Parameters = Record<string, string | undefined>;

/** An address with the parameters that have a value. */
export function address(path: string, parameters: Parameters): string {
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (present.length === 0) return path;
  return `${path}?${new URLSearchParams(present)}`;
}

/** What waits. `decides`: whether the person may decide what is in quarantine. */
export const waitingLinks = (repository: string | undefined, { decides }: { decides: boolean }) => ({
  proposals: address("/proposals", { repository }),
  deliveries: "/skills",
  drifted: address("/citations", { repository }),
  conflicts: address("/conflicts", { repository }),
  quarantined: decides
    ? address("/memories/quarantine", { repository })
    : address("/memories", { status: "quarantined", repository }),
  repositories:
    repository === undefined
      ? "/settings/repositories?state=failed"
      : address("/citations", { view: "repositories", repository }),
  jobs: "/settings/jobs",
});

/** What is remembered. `since`: the first moment of the period in which memories were stored. */
export const figureLinks = (repository: string | undefined, { since }: { since: string | undefined }) => ({
  cited: address("/memories", {
    status: COVERED_STATUSES.join(","),
    citation_status: CITATION_STATUSES.join(","),
    repository,
  }),
  active: address("/memories", { status: "active", sort: "quality", repository }),
  used: address("/memories", { status: "active", sort: "usage_count", repository }),
  stored: address("/memories", { created_after: since, sort: "created_at", repository }),
  approved: address("/proposals", { status: "approved", repository }),
  rules: address("/reviews", { repository }),
});

/** The flagged findings that a rule's rate is about. `from`: where the period of the rates starts. */
export function ruleHref(
  { rule_category, addressed_at }: Pick<Rule, "rule_category" | "addressed_at">,
  { repository, from }: { repository: string | undefined; from: string | undefined },
): string {
  const taken_up = addressed_at !== null && (from === undefined || addressed_at > from);
  return address("/reviews/findings", {
    repository,
    rule: rule_category,
    disposition: "implement,reject,defer",
    from: taken_up ? addressed_at : from,
    addressed: addressed_at === null ? undefined : "false",
  });
}
