import type { Measure } from "./measure";

/** Recalls of which a figure of the ledger was counted; it lists recalls where the figure counts memories. */
const ledger = (query: Readonly<Record<string, string>> = {}) => ({
  path: "/recalls",
  query,
  takes: ["repository", "agent_type", "after", "having", "outcome"],
  states: null,
});

const recalled = { window: "the last 30 days", rows: ledger() } as const;

/** What agents were given and what came of it, what agents give, and what tasks make of patterns. */
export const RECALL_MEASURES = {
  recalls: {
    term: "Recalls",
    definition: "How often agents asked for memories before they worked, whatever they were served.",
    unit: "count",
    window: "all time",
    of: null,
    rows: { path: "/recalls", takes: ["repository", "after"], states: "value" },
  },
  tokens_given: {
    term: "Tokens served to agents",
    definition:
      "The tokens of all packs of the period, counted with o200k_base. Agents pay for them as input.",
    unit: "tokens",
    window: "the last 30 days",
    of: "packs",
    rows: { path: "/recalls/value", takes: ["repository", "days"], states: null },
  },
  recalled_used: {
    ...recalled,
    term: "Used",
    definition:
      "Memories that an agent applied or called helpful, of all that recalls served. A memory counts once per recall.",
    unit: "share",
    of: "memories served",
  },
  recalled_refused: {
    ...recalled,
    term: "Not useful",
    definition: "Ignored, unhelpful or contradicted, and never applied or helpful in that recall.",
    unit: "share",
    of: "memories served",
  },
  recalled_tokens_used: {
    ...recalled,
    term: "Tokens spent on what was used",
    definition:
      "The tokens of used memories in their packs, of all tokens of packs. The rest was not useful, or was not reported on.",
    unit: "share",
    of: "tokens",
  },
  recalled_unreported: {
    ...recalled,
    term: "Not reported",
    definition:
      "Served memories that no agent reported on. What the agents' answers suggest is shown separately below.",
    unit: "share",
    of: "memories served",
  },
  pack_precision: {
    term: "Precision of packs, reported",
    definition:
      "Memories served in packs that were applied or called helpful, or that a kept expectation names for the same task, of all that somebody reported on or an expectation names.",
    unit: "share",
    window: "the last 30 days",
    of: "memories judged",
    rows: ledger({ having: "reported" }),
  },
  pack_precision_inferred: {
    term: "Precision of packs, inferred",
    definition:
      "Served memories that nobody reported on: those that an agent's answer follows ÷ those that it follows, contradicts or ignores. A weak signal, inferred by rules; it does not change quality.",
    unit: "share",
    window: "the last 30 days",
    of: "memories judged",
    rows: ledger({ having: "inferred" }),
  },
  packs_empty: {
    term: "Empty packs",
    definition:
      "Packs that were empty because nothing was relevant ÷ those and all packs that served something. Empty packs that missed a part are not counted. An empty pack is right when nothing is known about a task.",
    unit: "share",
    window: "the last 30 days",
    of: "packs",
    rows: ledger({ outcome: "empty", degraded: "false" }),
  },
  tokens_per_pack: {
    term: "Tokens per pack",
    definition: "Mean tokens of the packs that served something, counted with o200k_base.",
    unit: "tokens",
    window: "the last 30 days",
    of: "packs",
    rows: ledger({ outcome: "served" }),
  },
  delivered_twice: {
    term: "Delivered twice",
    definition:
      "Memories that a context window already had, unchanged, when a pack served them, of all that clients confirmed to have received. Packs that no client confirmed are not counted.",
    unit: "share",
    window: "the last 30 days",
    of: "memories in context windows",
    rows: ledger({ having: "repeated" }),
  },
  disputed_served: {
    term: "Disputed and served",
    definition:
      "Memories that were part of an open conflict when they were served, of all memories served. Both sides are served together, each marked as disputed, until somebody decides on the conflict.",
    unit: "share",
    window: "the last 30 days",
    of: "memories served",
    rows: ledger({ having: "disputed" }),
  },
  verified_before_use: {
    term: "Verified before use",
    definition:
      "How often an agent was served a memory with citations, in a pack or by its id, that had a recorded check at the head of its repository, of all times one was served. Search results are counted separately. All are counted, so there is no interval.",
    unit: "share",
    window: "the last 30 days",
    of: "times one was served",
    rows: { ...ledger(), query: { outcome: "served" } },
  },
  verified_in_searches: {
    term: "Verified in search results",
    definition:
      "The same for the results of agents' searches. A search returns many memories of which most are not read, so they do not count as served.",
    unit: "share",
    window: "the last 30 days",
    of: "search hits",
    rows: ledger(),
  },
  with_metadata: {
    term: "With metadata",
    definition: "Active memories that have the data of their kind or free metadata, of all active memories.",
    unit: "share",
    window: "now",
    of: "active memories",
    rows: { path: "/memories", query: { status: "active" }, takes: ["repository"], states: "n" },
  },
  agent_types_contributing: {
    term: "Agent types that contribute",
    definition: "Agent types that have an active memory, of all that asked, answered or have a memory.",
    unit: "share",
    window: "the last 30 days",
    of: "agent types",
    rows: { path: "/recalls/agents", takes: ["repository", "days"], states: null },
  },
  invalid_detection: {
    term: "Outdated memories that checks found",
    definition:
      "Memories with citations that people superseded or invalidated after a check found them drifted, of all that people superseded or invalidated. Memories that nobody corrected are not counted.",
    unit: "share",
    window: "the last 30 days",
    of: "corrections",
    rows: { path: "/memories", query: { status: "superseded,invalid" }, takes: ["repository"], states: null },
  },
  false_alarms: {
    term: "False alarms",
    definition:
      "Drifted memories that people restored unchanged, of all drifted memories that people decided on in the period.",
    unit: "share",
    window: "the last 30 days",
    of: "decisions",
    rows: { path: "/citations", takes: ["repository"], states: null },
  },
  bytes_per_10000: {
    term: "Storage for 10,000 memories",
    definition:
      "Disk space of the tables of memories, vectors, events and citations with their indexes, for 10,000 memories, calculated for the whole server because its organizations share the tables. With few memories the figure is too high.",
    unit: "bytes",
    window: "now",
    of: null,
    rows: { path: "/memories", takes: [], states: null },
  },
  planning_hits_7_days: {
    term: "Planning found a pattern, 7 days",
    definition: "Searches of agents with phase planning that found at least one pattern.",
    unit: "share",
    window: "the last 7 days",
    of: "searches",
    rows: { path: "/patterns", states: null },
  },
  planning_hits_30_days: {
    term: "Planning found a pattern, 30 days",
    definition: "Searches of agents with phase planning that found at least one pattern.",
    unit: "share",
    window: "the last 30 days",
    of: "searches",
    rows: { path: "/patterns", states: null },
  },
  passed_with_pattern: {
    term: "Tasks with a pattern that passed",
    definition: "Tasks that named a pattern in patterns_used and ended by passing or failing.",
    unit: "share",
    window: "all time",
    of: "tasks",
    rows: { path: "/tasks", states: null },
  },
  passed_without_pattern: {
    term: "Tasks without one that passed",
    definition: "All other tasks that ended. They may differ in more than the pattern.",
    unit: "share",
    window: "all time",
    of: "tasks",
    rows: { path: "/tasks", states: null },
  },
  failures_with_solution: {
    term: "Failures with a solution",
    definition:
      "Failures, grouped by signature and repository, that have a solution, including those that came back.",
    unit: "share",
    window: "now",
    of: "failures",
    rows: { path: "/failures", states: "n" },
  },
  time_to_solved: {
    term: "From first seen to solved",
    definition:
      "Median over the failures solved last, with its 95 % interval by order statistics from six on.",
    unit: "hours",
    window: "now",
    of: "failures",
    rows: { path: "/failures", query: { status: "solved" }, states: null },
  },
  failures_returned: {
    term: "Failures that came back",
    definition: "Failures that had a solution and were seen again since.",
    unit: "count",
    window: "now",
    of: null,
    rows: { path: "/failures/returned", states: "value" },
  },
} as const satisfies Record<string, Measure>;
