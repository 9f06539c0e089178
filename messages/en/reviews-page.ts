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
  empty: "The reviewer found nothing",
  empty_text: "This review has no findings.",
};
