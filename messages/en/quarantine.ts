/** The queue of texts that a rule stopped. */
export default {
  title: "Quarantine",
  question: "Which stored texts could be unsafe, and should they be released?",
  all_memories: "All memories",
  leads_only: "Only leads see this queue",
  who_may:
    "Only {roles} may read and decide on quarantined texts. The number of waiting texts is shown next to Memories.",
  keys: "Quarantine queue",
  unreadable: "The quarantine queue could not be loaded.",
  loading: "Loading the quarantine queue",
  next: "The next one is shown.",
  open_page: "Open the memory as a page",
  nothing_found: "nothing found by current rules",
  kind: "Kind",
  any_kind: "Any kind",
  order: "Order",
  order_recent: "Recently quarantined",
  order_reach: "Widest reach",
  empty: "Nothing in quarantine",
  empty_meaning:
    "A stored text waits here until a lead decides if it gives instructions to AI models, hides characters or a message, or could leak data, or if an agent's text runs, installs or loads something that the repository does not use.",
  empty_filtered: "Nothing quarantined matches these filters",
  empty_filtered_meaning: "Others may wait.",
  clear_filters: "Clear the filters",
};
