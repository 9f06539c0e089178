import type { Measure } from "./measure";

/** The statuses of memories in use, and of their citations, as lists take them. */
const IN_USE = "active,drifted";
const ANY_CITATION = "unchecked,unchanged,moved,renamed,edited,missing,unreachable";

/** What is remembered, what of it cites code, and what of that holds. */
export const MEMORY_MEASURES = {
  memories_in_use: {
    term: "Memories in use",
    definition: "Memories that are active or drifted.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/memories", query: { status: IN_USE }, states: "value" },
  },
  memories_backed: {
    term: "With citations",
    definition:
      "Memories in use (active or drifted) that cite code ÷ all memories in use. All are counted, so there is no interval.",
    unit: "share",
    window: "now",
    of: "memories in use",
    rows: { path: "/memories", query: { status: IN_USE }, states: "n" },
  },
  memories_holding: {
    term: "Verified",
    definition:
      "Memories in use (active or drifted) whose citations were all valid at their last check ÷ those in use that cite code. All are counted, so there is no interval.",
    unit: "share",
    window: "now",
    of: "memories that cite code",
    rows: { path: "/memories", query: { status: IN_USE, citation_status: ANY_CITATION }, states: "n" },
  },
  memories_drifted: {
    term: "Drifted memories",
    definition: "Memories with a citation that a check found edited or missing. They are not served.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/citations", states: "value" },
  },
  memories_waiting_for_safety: {
    term: "Memories to review for safety",
    definition:
      "Memories in quarantine, and memories that are held back from other agents until a lead accepts them.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/memories/quarantine", states: "value" },
  },
  memories_waiting_for_leads: {
    term: "Memories to review for safety",
    definition: "The same number, for people who may not decide on them.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/memories", query: { awaiting_safety: "true" }, states: "value" },
  },
  memories_quarantined: {
    term: "Memories in quarantine",
    definition: "Memories whose text gives instructions to AI models. They are not served.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/memories", query: { status: "quarantined" }, states: "value" },
  },
  memories_suggested: {
    term: "Memories suggested for every repository",
    definition: "Memories that wait for a lead to make them global.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/memories", query: { suggested: "true" }, states: "value" },
  },
  memories_stored: {
    term: "Stored",
    definition:
      "Memories stored in the period, today included, whatever their status now. Deleted ones are not counted.",
    unit: "count",
    window: "all time",
    of: null,
    rows: { path: "/memories", query: { sort: "created_at" }, states: "value" },
  },
  memories_citing: {
    term: "Memories that cite it",
    definition:
      "Memories in use, active, drifted or quarantined, with a citation in this file or below this folder.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/memories", query: { status: `${IN_USE},quarantined` }, states: "value" },
  },
  average_quality: {
    term: "Average quality",
    definition:
      "The mean quality, 0–1, of all active memories. A memory's own page explains its quality part by part.",
    unit: "score",
    window: "now",
    of: "active memories",
    rows: { path: "/memories", query: { status: "active", sort: "quality" }, states: "n" },
  },
  low_quality: {
    term: "Low quality",
    definition: "Active memories with a quality below 0.5 ÷ all active memories.",
    unit: "share",
    window: "now",
    of: "active memories",
    rows: { path: "/memories", query: { status: "active", sort: "quality" }, states: "n" },
  },
  citations_holding: {
    term: "Valid citations",
    definition:
      "Citations of memories in use that were unchanged, moved or renamed at their last check ÷ those that were checked and could be read.",
    unit: "share",
    window: "now",
    of: "citations that were read",
    rows: {
      path: "/citations",
      query: { view: "citations", status: "unchanged,moved,renamed,edited,missing" },
      states: "n",
    },
  },
  citations_with_status: {
    term: "Citations",
    definition: "Citations of memories in use, by what their last check found.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/citations", query: { view: "citations" }, states: "value" },
  },
  citations_failing: {
    term: "Failing",
    definition:
      "Citations of memories in use that were edited or missing at their last check, without those whose lines were only formatted, of all that were ever read.",
    unit: "count",
    window: "now",
    of: "citations that were read",
    // The list does not leave out what was only formatted.
    rows: { path: "/citations", query: { view: "citations", status: "edited,missing" }, states: null },
  },
  citations_changed: {
    term: "Changed check results",
    definition:
      "Checks that found a citation failing that was valid at the check before, or when it was cited, or the other way round.",
    unit: "count",
    window: "the period",
    of: null,
    rows: { path: "#changes", states: "value" },
  },
  supports_changed: {
    term: "Changed context",
    definition:
      "Functions and values that memories depend on and that changed, until somebody decides whether the memories are still true.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/citations", query: { view: "context" }, states: "value" },
  },
  citations_held_then: {
    term: "Valid citations",
    definition:
      "At the end of each week: citations that were valid at their last check ÷ those that had been checked and read by then. A citation is no longer counted once its memory is superseded, invalidated or expired. The brackets show the 95 % interval (Wilson).",
    unit: "share",
    window: "the last 90 days",
    of: "citations that were read",
    rows: { path: "/citations", query: { view: "citations" }, states: null },
  },
  citations_turned: {
    term: "Drift",
    definition:
      "Citations that a check of the week found edited or missing, and that were valid before ÷ those that had been checked and read by its end. The brackets show the 95 % interval (Wilson).",
    unit: "share",
    window: "the last 90 days",
    of: "citations that were read",
    rows: { path: "/citations", states: null },
  },
  inbox_arrived: {
    term: "New in the inbox",
    definition: "Items that appeared in your inbox since your last visit and still wait.",
    unit: "count",
    window: "since your last visit",
    of: null,
    // The inbox shows what waited before as well.
    rows: { path: "/inbox", takes: ["kind", "repository"], states: null },
  },
  repositories_cited: {
    term: "Repositories",
    definition: "Registered repositories, whose lines memories may cite.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/citations", query: { view: "repositories" }, states: "value" },
  },
  repositories_failed: {
    term: "Repositories that were not fetched",
    definition: "Repositories whose last fetch failed.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/settings/repositories", query: { state: "failed" }, takes: [], states: "value" },
  },
  repository_failed: {
    term: "Repositories that were not fetched",
    definition: "Whether the last fetch of the chosen repository failed.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/citations", query: { view: "repositories" }, states: null },
  },
  conflicts_open: {
    term: "Conflicts",
    definition: "Memories that cannot all be true, until somebody decides.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/conflicts", states: "value" },
  },
  suggestions_open: {
    term: "Suggestions",
    definition: "Changes of memories that were suggested and wait for a decision.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/suggestions", states: "value" },
  },
  hygiene: {
    term: "Hygiene",
    definition: "Memories, groups or pairs of a hygiene queue.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/hygiene", states: "value" },
  },
  logs_failed: {
    term: "Logs that could not be read",
    definition: "Days of conversations that could not be read, so that nothing was learned from them.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/conversations", query: { state: "failed" }, states: "value" },
  },
  jobs_failed: {
    term: "Failed jobs",
    definition: "Background jobs that failed at their last attempt.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/settings/jobs", states: "value" },
  },
} as const satisfies Record<string, Measure>;
