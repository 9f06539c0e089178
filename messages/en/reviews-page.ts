/** One evaluated review. */
export default {
  reviews: "Reviews",
  unreadable: "The review could not be loaded.",
  round: "round {round, number}",
  reviewed: "reviewed <when></when>",
  outcome_memory: "The memory of its outcome",
  code: "The code",
  issue: "The issue",
  nothing_flagged: "nothing was flagged",
  rejected: "{rejected, number} of {flagged, number} flagged rejected",
  flagged: "Flagged",
  flagged_definition:
    "To implement, rejected and deferred together. Findings that need clarification are not counted.",
  findings: "Findings",
  findings_count: "Findings ({count, number})",
  /** For a review that was submitted by mistake. */
  take_back: "Take back",
  take_back_title: "Take this review back?",
  take_back_hint:
    "{findings, plural, one {Its finding no longer counts} other {Its # findings no longer count}} in any figure, and what it alone taught is deleted; deleted memories can be restored. The review itself cannot: to have it again, submit it again.",
  take_back_why: "Why",
  take_back_why_hint: "The audit keeps it.",
  take_back_usual: "It was submitted by mistake.",
  taken_back: "Review taken back",
  taken_back_meaning:
    "{findings, plural, one {# finding} other {# findings}} and {memories, plural, one {# memory} other {# memories}} deleted.",
  not_taken_back: "The review was not taken back.",
  empty: "The reviewer found nothing",
  empty_text: "This review has no findings.",
};
