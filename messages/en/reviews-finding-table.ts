/** Findings as rows, on the page of the findings and on that of a review. */
export default {
  findings: "Findings",
  finding: "Finding",
  disposition: "Disposition",
  why: "Why",
  no_reason: "no reason given",
  rule: "Rule",
  place: "Place",
  reviewed: "Reviewed",
};
