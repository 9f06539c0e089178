import { COUNT_NOW, type Measure } from "./measure";

/** The statuses of memories in use, and of their citations, as lists take them. */
const IN_USE = "active,drifted";
const ANY_CITATION = "unchecked,unchanged,moved,renamed,edited,missing,unreachable";

/** What is remembered, what of it cites code, and what of that holds. */
export const MEMORY_MEASURES = {
  memories_in_use: { ...COUNT_NOW, rows: { path: "/memories", query: { status: IN_USE }, states: "value" } },
  memories_backed: {
    unit: "share",
    window: "now",
    of: "memories_in_use",
    rows: { path: "/memories", query: { status: IN_USE }, states: "n" },
  },
  memories_holding: {
    unit: "share",
    window: "now",
    of: "memories_that_cite_code",
    rows: { path: "/memories", query: { status: IN_USE, citation_status: ANY_CITATION }, states: "n" },
  },
  memories_drifted: { ...COUNT_NOW, rows: { path: "/citations", states: "value" } },
  memories_waiting_for_safety: { ...COUNT_NOW, rows: { path: "/memories/quarantine", states: "value" } },
  memories_waiting_for_leads: {
    ...COUNT_NOW,
    rows: { path: "/memories", query: { awaiting_safety: "true" }, states: "value" },
  },
  memories_quarantined: {
    ...COUNT_NOW,
    rows: { path: "/memories", query: { status: "quarantined" }, states: "value" },
  },
  memories_suggested: {
    ...COUNT_NOW,
    rows: { path: "/memories", query: { suggested: "true" }, states: "value" },
  },
  memories_stored: {
    unit: "count",
    window: "all_time",
    of: null,
    rows: { path: "/memories", query: { sort: "created_at" }, states: "value" },
  },
  memories_citing: {
    ...COUNT_NOW,
    rows: { path: "/memories", query: { status: `${IN_USE},quarantined` }, states: "value" },
  },
  average_quality: {
    unit: "score",
    window: "now",
    of: "active_memories",
    rows: { path: "/memories", query: { status: "active", sort: "quality" }, states: "n" },
  },
  low_quality: {
    unit: "share",
    window: "now",
    of: "active_memories",
    rows: { path: "/memories", query: { status: "active", sort: "quality" }, states: "n" },
  },
  citations_holding: {
    unit: "share",
    window: "now",
    of: "citations_that_were_read",
    rows: {
      path: "/citations",
      query: { view: "citations", status: "unchanged,moved,renamed,edited,missing" },
      states: "n",
    },
  },
  citations_with_status: {
    ...COUNT_NOW,
    rows: { path: "/citations", query: { view: "citations" }, states: "value" },
  },
  citations_failing: {
    unit: "count",
    window: "now",
    of: "citations_that_were_read",
    // The list does not leave out what was only formatted.
    rows: { path: "/citations", query: { view: "citations", status: "edited,missing" }, states: null },
  },
  citations_changed: {
    unit: "count",
    window: "period",
    of: null,
    rows: { path: "#changes", states: "value" },
  },
  supports_changed: {
    ...COUNT_NOW,
    rows: { path: "/citations", query: { view: "context" }, states: "value" },
  },
  citations_held_then: {
    unit: "share",
    window: "last_90_days",
    of: "citations_that_were_read",
    rows: { path: "/citations", query: { view: "citations" }, states: null },
  },
  citations_turned: {
    unit: "share",
    window: "last_90_days",
    of: "citations_that_were_read",
    rows: { path: "/citations", states: null },
  },
  inbox_arrived: {
    unit: "count",
    window: "since_last_visit",
    of: null,
    // The inbox shows what waited before as well.
    rows: { path: "/inbox", takes: ["kind", "repository"], states: null },
  },
  repositories_cited: {
    ...COUNT_NOW,
    rows: { path: "/citations", query: { view: "repositories" }, states: "value" },
  },
  repositories_failed: {
    ...COUNT_NOW,
    rows: { path: "/settings/repositories", query: { state: "failed" }, takes: [], states: "value" },
  },
  repository_failed: {
    ...COUNT_NOW,
    rows: { path: "/citations", query: { view: "repositories" }, states: null },
  },
  conflicts_open: { ...COUNT_NOW, rows: { path: "/conflicts", states: "value" } },
  suggestions_open: { ...COUNT_NOW, rows: { path: "/suggestions", states: "value" } },
  hygiene: { ...COUNT_NOW, rows: { path: "/hygiene", states: "value" } },
  logs_failed: {
    ...COUNT_NOW,
    rows: { path: "/conversations", query: { state: "failed" }, states: "value" },
  },
  jobs_failed: { ...COUNT_NOW, rows: { path: "/settings/jobs", states: "value" } },
} as const satisfies Record<string, Measure>;
