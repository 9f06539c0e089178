import type en from "../en/verdict-words";

export default {
  counts_as_unchanged: "Es gilt als unverändert.",
  enclosing_changed: "Ein Blockkopf oder eine Bedingung um die Zeilen herum wurde geändert.",
  deprecated: "Der Code ist jetzt als veraltet (deprecated) markiert.",
  similar: "{percent, number} % des Textes sind gleich.",
  similarity_unknown: "Wie viel des Textes gleich ist, wurde nicht gemessen.",
  white_space: "Nur der Leerraum unterscheidet sich; das gilt als unverändert.",
  not_against: "Das spricht nicht gegen die Memory.",
  certainty:
    "{certainty, select, sure {Die Prüfung ist sicher (Konfidenz {confidence}).} fairly {Die Prüfung ist ziemlich sicher (Konfidenz {confidence}).} other {Die Prüfung ist eine Vermutung: Prüfen Sie es selbst (Konfidenz {confidence}).}}",
} satisfies Record<keyof typeof en, string>;
