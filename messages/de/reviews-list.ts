import type en from "../en/reviews-list";

export default {
  title: "Ausgewertete Reviews",
  question: "Wozu gab es Reviews, und wie gingen sie aus?",
  reviews: "Reviews",
  column_review: "Review",
  verdict: "Urteil",
  column_rejected: "Abgelehnt",
  column_implemented: "Umgesetzt",
  column_deferred: "Vertagt",
  column_repository: "Repository",
  column_reviewer: "Reviewer",
  column_reviewed: "Zeitpunkt",
  not_named: "nicht genannt",
  unreadable: "Die Reviews konnten nicht geladen werden.",
  empty_filtered: "Kein Review hat dieses Urteil",
  empty_filtered_text: "Andere Reviews haben vielleicht ein anderes Urteil.",
  clear: "Filter zurücksetzen",
  empty: "Noch keine Reviews",
  empty_text:
    "Ein Agent reicht ein ausgewertetes Review mit POST /api/v1/reviews oder dem Werkzeug review.evaluate ein, sobald über jeden Befund entschieden ist.",
} satisfies Record<keyof typeof en, string>;
