import type en from "../en/recalls-words";

export default {
  outcome_served: "Ausgeliefert",
  outcome_empty: "Nichts Relevantes",
  outcome_degraded: "Unvollständig",
  outcome_off: "Memory aus",
  outcome_refused: "Abgewiesen",
  outcome_failed: "Fehlgeschlagen",
  outcome_held_out: "Kontrollgruppe",
  count_of: "{count} {word}",
  not_reported: "nicht gemeldet",
  reported_and_inferred: "{reported}; erschlossen: {inferred}",
  inferred: "erschlossen: {inferred}",
} satisfies Record<keyof typeof en, string>;
