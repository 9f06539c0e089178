/** The queue of what agents would change of memories of others. */
export default {
  title: "Suggestions",
  question: "What do agents want to change in memories of others?",
  unreadable: "The suggestions could not be loaded.",
  loading: "Loading the suggestions",
  next: "Next: {statement}",
  open_page: "Open the memory as a page",
  which: "Which suggestions",
  to_decide: "To decide",
  accepted: "Accepted",
  rejected: "Rejected",
  total: "{count, number} in total",
  total_of: "{count, number} in total of {repository}",
  empty_open: "No suggestions",
  empty_open_meaning:
    "Agents may change memories that they stored themselves, or that the code contradicts. Changes to other memories wait here until someone decides.",
  empty_accepted: "No accepted suggestions yet",
  empty_accepted_meaning: "Accepted suggestions appear here, where they can be undone.",
  empty_rejected: "No rejected suggestions yet",
  empty_rejected_meaning: "Rejected suggestions appear here, where the decision can be undone.",
};
