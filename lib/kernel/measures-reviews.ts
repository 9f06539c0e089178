import { COUNT_NOW, type Measure } from "./measure";

const FINDINGS = "/reviews/findings";

/** What reviews flag, what people reject of it, and what skills make of that. */
export const REVIEW_MEASURES = {
  rejection_rate: {
    unit: "share",
    window: "all_time",
    of: "flagged_findings",
    rows: {
      path: FINDINGS,
      query: { disposition: "implement,reject,defer", addressed: "false" },
      states: "n",
    },
  },
  rejection_rate_around_version: {
    unit: "share",
    window: "all_time",
    of: "flagged_findings",
    // The list cannot ask for the findings of a skill together with those of none.
    rows: { path: FINDINGS, query: { disposition: "implement,reject,defer" }, states: null },
  },
  findings: {
    unit: "count",
    window: "all_time",
    of: null,
    rows: { path: FINDINGS, states: "value" },
  },
  findings_decided: {
    unit: "count",
    window: "all_time",
    of: null,
    rows: { path: FINDINGS, query: { addressed: "false" }, states: "value" },
  },
  rules: {
    unit: "count",
    window: "last_90_days",
    of: null,
    rows: { path: "/reviews", states: "value" },
  },
  rules_of_high_rejection: {
    unit: "count",
    window: "last_90_days",
    of: "rules",
    rows: { path: "/reviews", states: "n" },
  },
  proposals: { ...COUNT_NOW, rows: { path: "/proposals", states: "value" } },
  adoption: {
    unit: "share",
    window: "all_time",
    of: "decided_proposals",
    rows: { path: "/proposals", query: { status: "approved" }, states: "part" },
  },
  deliveries_stuck: { ...COUNT_NOW, rows: { path: "/skills#stuck-deliveries", takes: [], states: "value" } },
} as const satisfies Record<string, Measure>;
