/** Words of small parts that many screens have. */
export default {
  person: "person",
  agent: "agent",
  job: "job",
  all: "All",
  formatting_only: "{status}, formatting only",
  and_more: "and {count, number} more",
  show_less: "Show less",
  show_whole: "Show the whole {what}",
  open_page: "Open as a page",
  close_by_key: "Close (Esc)",
  type_to_confirm: "Type {expected} to confirm",
};
