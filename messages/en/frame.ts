/** What is around every screen: its sections, the bar at the top, and the banners above the content. */
export default {
  skip: "Skip to the content",
  sections: "Sections",
  home: "Casebook, overview",
  collapse_sidebar: "Collapse the sidebar",
  expand_sidebar: "Expand the sidebar",

  section_overview: "Overview",
  section_inbox: "Inbox",
  section_memories: "Memories",
  section_citations: "Citations",
  section_reviews: "Reviews",
  section_proposals: "Proposals",
  section_skills: "Skills",
  section_recalls: "Recalls",
  section_sessions: "Sessions",
  section_conversations: "Conversations",
  section_patterns: "Patterns",
  section_hygiene: "Hygiene",
  section_settings: "Settings",

  /** What waits in a section, of one as of many. Only the count is to be seen; the words are for screen readers. */
  waiting_any: "<count></count><words> waiting</words>",
  waiting_for_you: "<count></count><words> waiting for you</words>",
  waiting_for_decision: "<count></count><words> waiting for a decision</words>",
  waiting_drifted: "<count></count><words> drifted</words>",
  waiting_to_decide: "<count></count><words> to decide</words>",
  waiting_not_delivered: "<count></count><words> not delivered</words>",
  waiting_not_read: "<count></count><words> not read</words>",
  waiting_returned: "<count></count><words> came back</words>",
  waiting_with_problem: "<count></count><words> with a problem</words>",
  /** The tooltip of a section that is an icon alone: "Proposals: 3 to decide". */
  section_with_count: "{section}: <waiting></waiting>",

  keys_everywhere: "Everywhere",
  keys_palette: "Open the palette",
  keys_shortcuts: "Show the shortcuts",
  keys_section: "Go to {section}",
  keys_quarantine: "Go to Quarantine",

  search: "Search or go to",
  palette: "Search, go to or do",
  palette_hint: "Find anything, go anywhere, do something",
  repository: "Repository: {name}",
  all_repositories: "All repositories",
  notifications: "Notifications",
  notifications_unread: "Notifications, {count, number} unread",
  theme: "Theme",
  you: "You: {name}",

  offline: "You are offline.",
  offline_meaning:
    "What is shown may be out of date, and other pages open once the connection is back. What you decide is sent then, if this page stays open.",
  read_only:
    "The database is read-only, like a standby. Everything can be read, but nothing can be changed until it is writable again.",
  disk_full:
    "The database's disk is full. Everything can be read, but nothing can be changed until there is free space.",
  unavailable: "The database does not answer.",
  memory_off:
    "<strong>Memory is switched off.</strong> Agents are served nothing, and nothing they learn is stored.",
  memory_switch_on: "Switch it on",
  memory_settings: "See the settings",
  example:
    "<strong>This is an example.</strong> Its agents, memories and reviews are made up; nothing in it affects {organization}.",
  example_back: "Back to {organization}",
  example_remove: "Remove the example",
  example_not_removed: "The example could not be removed",
};
