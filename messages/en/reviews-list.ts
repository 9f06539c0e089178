/** The list of evaluated reviews. */
export default {
  title: "Evaluated reviews",
  question: "What was reviewed, and how did it end?",
  reviews: "Reviews",
  column_review: "Review",
  verdict: "Verdict",
  column_rejected: "Rejected",
  column_implemented: "Implemented",
  column_deferred: "Deferred",
  column_repository: "Repository",
  column_reviewer: "Reviewer",
  column_reviewed: "Reviewed",
  not_named: "not named",
  unreadable: "The reviews could not be loaded.",
  empty_filtered: "No review has this verdict",
  empty_filtered_text: "Other reviews may have another verdict.",
  clear: "Clear the filter",
  empty: "No reviews yet",
  empty_text:
    "An agent submits an evaluated review with POST /api/v1/reviews or the review.evaluate tool once every finding is decided.",
};
