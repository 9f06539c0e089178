import type en from "../en/settings-packs";

export default {
  title: "Pakete",
  description:
    "Ein Paket ist, was ein Agent vor einer Aufgabe bekommt: die wenigen Memorys, die relevant genug sind, oder nichts. <link>Eine Frage in der Spielwiese ausprobieren</link>.",
  floor: "Relevanzschwelle",
  floor_measured: "Gemessene Schwelle",
  floor_custom: "Eigene Schwelle",
  floor_custom_share: "Eigene Schwelle: {share} %",
  minimum: "Mindestrelevanz (%)",
  minimum_slider: "Mindestrelevanz, als Schieberegler",
  minimum_hint:
    "Ein Paket wird ausgeliefert, wenn eine Memory so relevant für die Aufgabe ist; weitere kommen ab einer niedrigeren, gemessenen Schwelle dazu.",
  most: "Höchstzahl der Memorys",
  most_hint:
    "Ausgeliefert werden die bestplatzierten. Darüber hinaus kommen die Gegenseiten offener Konflikte dazu, und höchstens zwei, gegen die geänderte Dateien verstoßen.",
  budget: "Höchstzahl der Tokens",
  budget_hint: "Ein Paket hat nie mehr.",
  characters: "Ziellänge in Zeichen",
  characters_hint: "Leer: je nach Rolle des Agenten.",
  holdout: "Sitzungen in der Kontrollgruppe (%)",
  holdout_slider: "Sitzungen in der Kontrollgruppe, als Schieberegler",
  holdout_hint:
    "Sie bekommen keine Memorys, damit sie mit den anderen verglichen werden können; 0: Jede Sitzung bekommt welche.",
  holdout_start: "Herausfinden, ob Memory hilft",
  holdout_see: "Sehen, was der Vergleich zeigt",
  preview_start:
    "Ändern Sie einen Wert, um die letzten Fragen von Agenten damit zu wiederholen, bevor Sie speichern.",
  preview_unreadable: "Die Vorschau konnte nicht geladen werden.",
  preview_none: "Noch kein Agent hat gefragt, darum gibt es keine Vorschau.",
  preview: "Vorschau der Pakete",
  preview_questions:
    "{count, plural, one {# Frage} other {# Fragen}} von Agenten, die letzten, jetzt wiederholt:",
  preview_filled: "Nicht leere Pakete",
  preview_memories: "Ausgelieferte Memorys",
  preview_tokens: "Tokens",
  becomes: "wird zu",
  held_out:
    "Von {count, plural, one {# Abruf} other {# Abrufen}} in Sitzungen der letzten {days} Tage {after_count, plural, one {wäre} other {wären}} <after>{after_count, number}</after> in der Kontrollgruppe gewesen. Sitzungen, die begonnen haben, behalten ihre Gruppe.",
  held_out_instead:
    "Von {count, plural, one {# Abruf} other {# Abrufen}} in Sitzungen der letzten {days} Tage {after_count, plural, one {wäre} other {wären}} <after>{after_count, number}</after> in der Kontrollgruppe gewesen, statt {before_count, number}. Sitzungen, die begonnen haben, behalten ihre Gruppe.",
  each: "Jede Frage",
  each_table: "Jede Frage, vorher und nachher",
  question: "Frage",
  memories: "Memorys",
  tokens: "Tokens",
  learned_unreadable: "Die Relevanzschwelle konnte nicht geladen werden.",
  learned_set:
    "{by, select, words {Ohne Vektoren} other {Mit Vektoren}} wird ein Paket ausgeliefert, wenn eine Memory zu {floor} relevant ist; weitere kommen ab {joins} dazu. Die Einstellungen setzen die erste Schwelle statt der gemessenen {measured}.",
  learned_measured:
    "{by, select, words {Ohne Vektoren} other {Mit Vektoren}} wird ein Paket ausgeliefert, wenn eine Memory zu {measured} relevant ist; weitere kommen ab {joins} dazu. Beides ist an öffentlichen Projekten gemessen.",
  learned_raised:
    "{by, select, words {Ohne Vektoren} other {Mit Vektoren}} sind die Schwellen aus {count, number} Ergebnissen ({parts}) in dieser Organisation gelernt: Ein Paket wird ausgeliefert, wenn eine Memory zu {floor} relevant ist statt der gemessenen {measured}; weitere kommen ab {joins} statt {joins_measured} dazu.",
  learned_nothing: "Aus Ergebnissen in dieser Organisation wurde noch nichts gelernt.",
  learned_off: "Das Lernen aus {count, number} Ergebnissen ({parts}) ist ausgeschaltet.",
  learned_no_higher:
    "{count, number} Ergebnisse ({parts}) in dieser Organisation zeigen nicht, dass sie höher sein sollte.",
  outcomes_reported: "{count, number} gemeldet",
  outcomes_inferred: "{count, number} erschlossen",
  outcomes_expected: "{count, number} von Personen erwartet",
  learned_since: "Ergebnisse zählen seit {day}, als das Gelernte zurückgesetzt wurde.",
  reset_open: "Gelerntes zurücksetzen",
  reset_title: "Gelerntes zurücksetzen?",
  reset: "Zurücksetzen",
  reset_done: "Die Schwelle ist wieder beim gemessenen Wert",
  reset_effect:
    "Die Schwelle geht sofort auf den gemessenen Wert zurück. Die bisherigen {count, number} Ergebnisse bleiben verzeichnet, und aus ihnen wird nicht wieder gelernt; aus denen neuer Pakete schon.",
} satisfies Record<keyof typeof en, string>;
