/** What needs cleaning up, and the queues of it. */
export default {
  title: "Hygiene",
  question: "Which memories need cleaning up?",
  unreadable: "The counts could not be loaded.",
  unavailable: "unavailable",
  reasons: "Reasons",
  counted_among: "Counted among <figure>{count, plural, one {# memory} other {# memories}} in use</figure>.",
  counted_among_of:
    "Counted among <figure>{count, plural, one {# memory} other {# memories}} in use</figure> of {repository}.",

  /** Duplicates. */
  duplicates_unreadable: "The duplicates could not be loaded.",
  merge: "Merge",
  merge_key: "Merge the selected",
  not_duplicates: "Not duplicates",
  no_duplicates: "No duplicates",
  no_duplicates_near: "Memories are compared when they are embedded; similar pairs appear here.",
  no_duplicates_exact:
    "Storing the same words again counts as an observation of the same memory, so exact duplicates are rare.",
  differs: "differs in a decisive word",
  differs_meaning: "A number, a name, a negation or an opposite is in only one of them.",
  word_for_word: "word for word",
  alike: "{similarity} alike",
  alike_meaning: "Cosine of their vectors",
  would_be_kept: "would be kept",
  observed: "observed {count, number}×",
  merged: "{count, plural, one {# memory} other {# memories}} merged",
  merged_meaning: "Who stored each, and how often, is kept.",
  merge_left_out: "{count, plural, one {# memory was} other {# memories were}} not merged",
  merge_left_out_meaning:
    "What was changed meanwhile, or is not in use any more, is left as it is. Look at it again.",
  not_merged: "The memories could not be merged",
  merge_undone: "The merge was undone",
  merge_not_undone: "The merge could not be undone",
  called_different:
    "{count, plural, one {Marked as not duplicates} other {# pairs marked as not duplicates}}",
  called_different_meaning: "They are not listed as duplicates again.",
  not_undone: "It could not be undone",
  not_saved: "The decision could not be saved",

  /** Memories of one queue. */
  queue_unreadable: "The queue could not be loaded.",
  delete: "Delete",
  invalidate: "Invalidate",
  invalidate_key: "Invalidate the selected",
  edit: "Edit",
  edit_of: "Edit: {statement}",
  empty: "This queue is empty",
  empty_meaning: "No memory belongs here.",
  empty_meaning_of: "No memory belongs here in {repository}.",
  secret_note:
    "The secret itself was removed from the text, which may be unclear now. Reword it without the placeholder, or delete it. If the secret was real, change it wherever it is used.",
  was_served: "its session had been served <source></source>",
  taken_out: "{placeholder} in its {place}",

  /** Consolidation. */
  consolidation: "Consolidation",
  consolidation_meaning:
    "Merges memories that say the same, keeps session memories that were applied or are of high quality, takes the others out of use when their session has ended, and searches for contradictions. Every step can be undone. Sessions are consolidated when they stop; every night consolidation reads all memories, and {nightly, select, changes {may change them} searches {only searches for contradictions} other {the settings say whether it may change them}}.",
  preview: "Preview",
  who_may_consolidate: "Only {roles} may preview and run it.",
  run_now: "Run now",
  switch_on: "Switch on nightly consolidation",
  switch_off: "Switch off nightly consolidation",
  consolidated:
    "Consolidated: {changed, number} changed, {conflicts, plural, one {# contradiction} other {# contradictions}} found",
  steps_undone: "{count, plural, one {# step} other {# steps}} undone",
  nothing_would_change: "Nothing would change.",
  would:
    "It would merge {groups, plural, one {# group} other {# groups}}, keep {kept, plural, one {# session memory} other {# session memories}}, take {ended, number} out of use, and add {conflicts, plural, one {# contradiction} other {# contradictions}} to the queue.",
  merged_heading: "Merged <total></total>",
  kept_heading: "Kept after their session <total></total>",
  ended_heading: "Taken out of use with their session <total></total>",
  same_words: "same words: <memory></memory>",
  other_words: "other words: <memory></memory>",
  kept_applied: "<memory></memory> <why>was applied</why>",
  kept_high_quality: "<memory></memory> <why>is of high quality</why>",
  more: "and {count, number} more",
};
