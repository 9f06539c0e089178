import type en from "../en/hygiene-reasons";

export default {
  exact_duplicates: "Genaue Duplikate",
  exact_duplicates_meaning: "Sagen Wort für Wort dasselbe",
  exact_duplicates_definition:
    "Gruppen von Memorys in Verwendung mit gleicher Art und gleichem Geltungsbereich, deren Aussagen sich nur in Groß- und Kleinschreibung, Satzzeichen und Leerraum unterscheiden.",
  near_duplicates: "Beinahe-Duplikate",
  near_duplicates_meaning: "Sagen fast dasselbe",
  near_duplicates_definition:
    "Paare mit gleicher Art und gleichem Geltungsbereich, deren Vektoren näher beieinander liegen als die für das Embedding-Modell gemessene Schwelle, ohne Paare, die jemand als „keine Duplikate“ markiert hat.",
  contradictions_found: "Widersprüche",
  contradictions_meaning: "Können nicht alle stimmen",
  contradictions_definition:
    "Konflikte, die auf eine Entscheidung warten, mit mindestens zwei Memorys in Verwendung. Gefunden von Regeln, wenn eine Sitzung endet und jede Nacht, und vom Sprachmodell, wo eines eingerichtet ist.",
  agents_suggestions: "Anregungen von Agenten",
  agents_suggestions_meaning: "Ein Agent möchte eine Memory löschen oder eine von anderen ändern",
  agents_suggestions_definition:
    "Ein Agent ohne das Recht memories:decide wollte eine Memory löschen oder eine für ungültig erklären oder ersetzen, die andere gespeichert oder bearbeitet haben und deren zitierter Code unverändert ist. Die Memory bleibt in Verwendung, bis jemand entscheidet.",
  never_used: "Nie verwendet",
  never_used_meaning: "Älter als {days} Tage und nie ausgeliefert",
  never_used_definition:
    "Aktive Memorys, die nicht angeheftet sind, vor mehr als {days} Tagen gespeichert und seither weder ausgeliefert noch angewendet wurden.",
  recall_loops: "Abrufschleifen",
  recall_loops_meaning: "Wiederholt eine Memory, die ihre Sitzung erhalten hat",
  recall_loops_definition:
    "Aktive Memorys einer Sitzung, die eine ältere Memory beinahe wiederholen (siehe Beinahe-Duplikate), die diese Sitzung vorher erhalten hatte.",
  not_verifiable: "Nicht prüfbar",
  not_verifiable_meaning: "Ausgeliefert, aber nichts lässt sich prüfen",
  not_verifiable_definition:
    "Aktive Memorys, die mindestens einmal ausgeliefert wurden und keine Zitate haben oder keine, die bei der letzten Prüfung gelesen werden konnten.",
  secret_like: "Wie ein Geheimnis",
  secret_like_meaning: "Etwas wie ein Geheimnis wurde entfernt",
  secret_like_definition:
    "Memorys in Verwendung mit einem Platzhalter, wo ein Geheimnis oder personenbezogene Daten entfernt wurden, beim Speichern oder später durch eine neuere Regel. Der entfernte Text ist nicht gespeichert. Eine Memory ohne den Platzhalter wird nicht mehr gezählt.",
  instruction_like: "Wie eine Anweisung",
  instruction_like_meaning: "Geben KI-Modellen Anweisungen",
  instruction_like_definition:
    "Memorys in Quarantäne: Sie werden nicht ausgeliefert, bis ein Lead sie freigibt.",

  counted_groups: "{count, plural, one {Gruppe} other {Gruppen}}",
  counted_pairs: "{count, plural, one {Paar} other {Paare}}",
  counted_conflicts: "{count, plural, one {Konflikt} other {Konflikte}}",
  counted_suggestions: "{count, plural, one {Anregung} other {Anregungen}}",
  counted_memories: "{count, plural, one {Memory} other {Memorys}}",
} satisfies Record<keyof typeof en, string>;
