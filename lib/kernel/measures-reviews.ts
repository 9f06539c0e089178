import type { Measure } from "./measure";

const FINDINGS = "/reviews/findings";

/** What reviews flag, what people reject of it, and what skills make of that. */
export const REVIEW_MEASURES = {
  rejection_rate: {
    term: "Rejection rate",
    definition:
      "Rejected ÷ flagged findings. Flagged are those to implement, rejected and deferred; those that need clarification are not counted, nor are those that a skill version addressed. The brackets show the 95 % interval (Wilson).",
    unit: "share",
    window: "all time",
    of: "flagged findings",
    rows: {
      path: FINDINGS,
      query: { disposition: "implement,reject,defer", addressed: "false" },
      states: "n",
    },
  },
  rejection_rate_around_version: {
    term: "Rejection rate before and after a version",
    definition:
      "Rejected ÷ flagged findings of the rules that a version addressed, in its skill; findings without a skill count where the repository has no other.",
    unit: "share",
    window: "all time",
    of: "flagged findings",
    // The list cannot ask for the findings of a skill together with those of none.
    rows: { path: FINDINGS, query: { disposition: "implement,reject,defer" }, states: null },
  },
  findings: {
    term: "Findings",
    definition: "Findings of evaluated reviews, with any decision.",
    unit: "count",
    window: "all time",
    of: null,
    rows: { path: FINDINGS, states: "value" },
  },
  findings_decided: {
    term: "Findings by decision",
    definition: "Findings with this decision that no skill version addressed.",
    unit: "count",
    window: "all time",
    of: null,
    rows: { path: FINDINGS, query: { addressed: "false" }, states: "value" },
  },
  rules: {
    term: "Rules",
    definition: "Rules with at least one finding in the period.",
    unit: "count",
    window: "the last 90 days",
    of: null,
    rows: { path: "/reviews", states: "value" },
  },
  rules_of_high_rejection: {
    term: "Rules that waste time",
    definition:
      "Rules whose rejection rate and number of flagged findings reach the thresholds of high rejection, of all rules with a finding in the period.",
    unit: "count",
    window: "the last 90 days",
    of: "rules",
    rows: { path: "/reviews", states: "n" },
  },
  proposals: {
    term: "Proposals",
    definition: "Proposed changes of skills with this status.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/proposals", states: "value" },
  },
  adoption: {
    term: "Adoption",
    definition:
      "Approved proposals ÷ proposals that were approved or rejected, over all time; a partly approved one counts as approved.",
    unit: "share",
    window: "all time",
    of: "decided proposals",
    rows: { path: "/proposals", query: { status: "approved" }, states: "part" },
  },
  deliveries_stuck: {
    term: "Deliveries",
    definition: "Approved skill versions whose file was not written.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/skills#stuck-deliveries", takes: [], states: "value" },
  },
} as const satisfies Record<string, Measure>;
