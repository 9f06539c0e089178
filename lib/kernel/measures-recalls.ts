import { COUNT_NOW, type Measure } from "./measure";

/** Recalls of which a figure of the ledger was counted; it lists recalls where the figure counts memories. */
const ledger = (query: Readonly<Record<string, string>> = {}) => ({
  path: "/recalls",
  query,
  takes: ["repository", "agent_type", "after", "having", "outcome"],
  states: null,
});

const SHARE_OF_30_DAYS = { unit: "share", window: "last_30_days" } as const;

const recalled = { ...SHARE_OF_30_DAYS, rows: ledger() } as const;

/** What agents were given and what came of it, what agents give, and what tasks make of patterns. */
export const RECALL_MEASURES = {
  recalls: {
    unit: "count",
    window: "all_time",
    of: null,
    rows: { path: "/recalls", takes: ["repository", "after"], states: "value" },
  },
  tokens_given: {
    unit: "tokens",
    window: "last_30_days",
    of: "packs",
    rows: { path: "/recalls/value", takes: ["repository", "days"], states: null },
  },
  recalled_used: { ...recalled, of: "memories_served" },
  recalled_refused: { ...recalled, of: "memories_served" },
  recalled_tokens_used: { ...recalled, of: "tokens" },
  recalled_unreported: { ...recalled, of: "memories_served" },
  pack_precision: { ...SHARE_OF_30_DAYS, of: "memories_judged", rows: ledger({ having: "reported" }) },
  pack_precision_inferred: {
    ...SHARE_OF_30_DAYS,
    of: "memories_judged",
    rows: ledger({ having: "inferred" }),
  },
  packs_empty: { ...SHARE_OF_30_DAYS, of: "packs", rows: ledger({ outcome: "empty", degraded: "false" }) },
  tokens_per_pack: {
    unit: "tokens",
    window: "last_30_days",
    of: "packs",
    rows: ledger({ outcome: "served" }),
  },
  delivered_twice: {
    ...SHARE_OF_30_DAYS,
    of: "memories_in_context_windows",
    rows: ledger({ having: "repeated" }),
  },
  disputed_served: { ...SHARE_OF_30_DAYS, of: "memories_served", rows: ledger({ having: "disputed" }) },
  verified_before_use: {
    ...SHARE_OF_30_DAYS,
    of: "times_one_was_served",
    rows: { ...ledger(), query: { outcome: "served" } },
  },
  verified_in_searches: { ...SHARE_OF_30_DAYS, of: "search_hits", rows: ledger() },
  with_metadata: {
    unit: "share",
    window: "now",
    of: "active_memories",
    rows: { path: "/memories", query: { status: "active" }, takes: ["repository"], states: "n" },
  },
  agent_types_contributing: {
    ...SHARE_OF_30_DAYS,
    of: "agent_types",
    rows: { path: "/recalls/agents", takes: ["repository", "days"], states: null },
  },
  invalid_detection: {
    ...SHARE_OF_30_DAYS,
    of: "corrections",
    rows: { path: "/memories", query: { status: "superseded,invalid" }, takes: ["repository"], states: null },
  },
  false_alarms: {
    ...SHARE_OF_30_DAYS,
    of: "decisions",
    rows: { path: "/citations", takes: ["repository"], states: null },
  },
  bytes_per_10000: {
    unit: "bytes",
    window: "now",
    of: null,
    rows: { path: "/memories", takes: [], states: null },
  },
  planning_hits_7_days: {
    unit: "share",
    window: "last_7_days",
    of: "searches",
    rows: { path: "/patterns", states: null },
  },
  planning_hits_30_days: { ...SHARE_OF_30_DAYS, of: "searches", rows: { path: "/patterns", states: null } },
  passed_with_pattern: {
    unit: "share",
    window: "all_time",
    of: "tasks",
    rows: { path: "/tasks", states: null },
  },
  passed_without_pattern: {
    unit: "share",
    window: "all_time",
    of: "tasks",
    rows: { path: "/tasks", states: null },
  },
  failures_with_solution: {
    unit: "share",
    window: "now",
    of: "failures",
    rows: { path: "/failures", states: "n" },
  },
  time_to_solved: {
    unit: "hours",
    window: "now",
    of: "failures",
    rows: { path: "/failures", query: { status: "solved" }, states: null },
  },
  failures_returned: { ...COUNT_NOW, rows: { path: "/failures/returned", states: "value" } },
} as const satisfies Record<string, Measure>;
