/** Queues of what waits for a decision. */
export default {
  move: "move",
  undo: "undo",
  undo_last: "Undo the last decision",
  undoing: "Undoing the last decision.",
  nothing_to_undo: "There is nothing to undo.",
  changes: "{count, plural, one {# change} other {# changes}} since you opened this",
  show_changes: "Show",
  changed_by: "{name} changed this",
  filters: "Filters of the queue",
  waiting:
    "<count>{memories, plural, one {# memory} other {# memories}}</count> not served until someone decides.",
  decided: "Already decided",
  decided_meaning: "It was decided meanwhile, here or elsewhere.",
  gone: "Not found",
  gone_meaning: "It was deleted, or it is not yours to read.",
  /** Of what a link names; `noun` as below. */
  unlisted:
    "This {noun} is not in this list: it was decided meanwhile, is on another page, or does not match the filters.",
  show_list: "Show the list",
  queue: "Queue",
  position: "{place, number} of {total, number}",
  /** `noun`: what an item of the queue is: item, memory, conflict, suggestion, change or failure. */
  previous: "Previous {noun}",
  next: "Next {noun}",
  skip: "Skip the {noun}",
  select_item: "Select the {noun}",
  select: "Select",
  select_named: "Select: {text}",
  select_bulk: "Select for bulk actions",
  select_all: "Select all {count, number}",
  selected: "{count, number} selected",
  all_reasons: "All reasons",
  /** What is announced after a decision: what was done, and what follows. */
  announced: "{done}. {following}",
  several: "{count, number} {done}",
  no_more: "No more items on this page.",
};
