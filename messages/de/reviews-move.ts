import type en from "../en/reviews-move";

export default {
  undone: "Rückgängig gemacht",
  partly_undone: "{moved, number} rückgängig gemacht; {left, number} waren schon wieder geändert",
  not_undone: "Die Änderung konnte nicht rückgängig gemacht werden",
  moved: "{count, plural, one {Zu {rule} verschoben} other {# zu {rule} verschoben}}",
  moved_meaning: "Die Raten der Regeln wurden neu berechnet.",
  partly_moved_meaning:
    "Die Raten der Regeln wurden neu berechnet. {count, number} nicht verschoben: {reason}",
  title_one: "Den Befund zu einer anderen Regel verschieben",
  title_several: "{count, number} Befunde zu einer anderen Regel verschieben",
  description: "Die Raten beider Regeln werden neu berechnet und die Memorys der Befunde aktualisiert.",
  rule: "Regel",
  rule_hint: "Kleinbuchstaben, Ziffern und Unterstriche. Ein neuer Name erzeugt eine neue Regel.",
  move: "Verschieben",
  filed: "{count, plural, one {# Befund} other {# Befunde}} zu {rule} verschoben",
  filed_meaning: "Ähnliche Titel werden ihr von jetzt an zugeordnet.",
  not_filed: "Die Befunde konnten nicht verschoben werden",
} satisfies Record<keyof typeof en, string>;
