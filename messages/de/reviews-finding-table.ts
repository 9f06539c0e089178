import type en from "../en/reviews-finding-table";

export default {
  findings: "Befunde",
  finding: "Befund",
  disposition: "Entscheidung",
  why: "Warum",
  no_reason: "keine Begründung",
  rule: "Regel",
  place: "Stelle",
  reviewed: "Zeitpunkt",
} satisfies Record<keyof typeof en, string>;
