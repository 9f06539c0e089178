/** The list of memories: its search, its facets and its rows. */
export default {
  list: "Memories",
  drawer: "Memory",
  unreadable: "The memories could not be loaded.",
  /** Keys, as the list of keys names them. */
  keys_search: "Search",
  keys_invalidate: "Invalidate the selected",
  keys_addressed: "Mark the selected as addressed",

  search: "Search memories",
  search_hint: "Search in plain words, or by exact name",
  clear_search: "Clear the search",
  order: "Order",
  sort_kind: "Conventions first",
  sort_refreshed_at: "Recently confirmed",
  sort_created_at: "Newest",
  sort_quality: "Highest quality",
  sort_status_since: "Recently changed status",
  sort_usage_count: "Most served",
  sort_reach: "Widest reach",

  quarantine: "Quarantine",
  suggested: "Suggested",
  suggested_note_to_decide:
    "Each of these was suggested for every repository. Open one to read why, and make it global or dismiss the suggestion.",
  suggested_note: "Each of these was suggested for every repository. Open one to read why; a lead decides.",

  by_words_only: "Searched by words only: memories that say the same in other words may be missing.",
  partly_searched: "Part of the search was not available, so results may be missing.",
  left_out: "Left out: {parts}.",
  none_relevant: "An agent with a task in these words would be served none of these.",
  relevant:
    "An agent with a task in these words could be served {relevant, number} of these {found, number}.",
  found_best: "The best {count, number}, best first; there may be more.",
  found: "{count, plural, one {# memory found.} other {# memories found, best first.}}",
  show_more: "Show more",

  empty_filtered: "No memory matches these filters",
  empty_filtered_hint: "Remove a filter to see more.",
  empty_found: "No memory found",
  empty_found_hint: "No memory is similar in meaning or in words. Try an exact name from the code.",
  clear_filters: "Clear filters",

  restore: "Restore",
  invalidate: "Invalidate",
  mark_addressed: "Mark addressed",
  delete: "Delete",

  column_statement: "Statement",
  column_status: "Status",
  column_since: "Since then",
  column_citations: "Citations",
  column_quality: "Quality",
  column_uses: "Uses",
  column_confirmed: "Confirmed",
  column_why: "Why",
  pinned: "pinned",
  pinned_meaning: "Pinned memories never expire.",
  addressed: "addressed",
  addressed_meaning: "A skill now contains it: left out of packs, still found by search.",
  no_citation: "no citation",
  /** Of several citations, how many are as the worst of them. */
  worst: "{count}/{total} {status}",
  worst_meaning: "{count} of {total} {status}. {meaning}",

  facet_status: "Status",
  facet_kind: "Kind",
  facet_scope: "Scope",
  facet_repository: "Repository",
  facet_category: "Category",
  facet_marks: "Marks",
  facets_without_search: "The numbers count all memories that match the filters, regardless of the search.",
  scope_global: "whole organization",
  scope_repository: "repository",
  scope_agent: "one agent",
  scope_session: "session",
  mark_pinned: "Pinned",
  mark_addressed_by_skill: "Addressed by a skill",
  mark_suggested: "Suggested as global",
  mark_pending: "Repository not registered",
  mark_deleted: "Deleted",
  no_repository: "no repository",

  /** Filters that came with a link, each before its value. */
  chip_safety: "safety",
  chip_safety_waits: "waits for a lead",
  chip_tag: "tag",
  chip_agent: "agent",
  chip_path: "path",
  chip_citations: "citations",
  chip_citations_any: "any",
  chip_stored_since: "stored since",
  chip_stored_before: "stored before",

  /** Of an earlier moment. */
  as_of: "As of",
  as_of_moment:
    "As of <moment>{at} ({time_zone})</moment>: {active_then, plural, one {# memory was} other {# memories were}} active. Now {active_now, plural, one {# memory is} other {# memories are}} active.",
  as_of_commit:
    "As of <moment>{at} ({time_zone})</moment>, the time of commit <commit></commit>: {active_then, plural, one {# memory was} other {# memories were}} active. Now {active_now, plural, one {# memory is} other {# memories are}} active.",
  set_ended: "<figure>{count, number}</figure> no longer active",
  set_added: "<figure>{count, number}</figure> {count, plural, one {was} other {were}} added since",
  set_changed: "<figure>{count, number}</figure> changed",
  set_returned: "<figure>{count, number}</figure> active again",
  ended_by: "No longer active: {how}.",
  back_to_now: "Back to now",

  /** Before the first memory. */
  first_title: "No memories yet",
  first_ways:
    "Agents store what they learn here, each with its own <keys>agent key</keys>. Two ways to store the first one:",
  first_mcp: "Connect an agent over MCP; it discovers the tools itself",
  first_mcp_command: "Command to connect Claude Code",
  first_curl: "Or store one with curl",
  first_curl_command: "Command to store a memory",
};
