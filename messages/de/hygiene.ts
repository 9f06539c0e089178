import type en from "../en/hygiene";

export default {
  title: "Hygiene",
  question: "Welche Memorys müssen aufgeräumt werden?",
  unreadable: "Die Zahlen konnten nicht geladen werden.",
  unavailable: "nicht verfügbar",
  reasons: "Gründe",
  counted_among:
    "Gezählt unter <figure>{count, plural, one {# Memory} other {# Memorys}} in Verwendung</figure>.",
  counted_among_of:
    "Gezählt unter <figure>{count, plural, one {# Memory} other {# Memorys}} in Verwendung</figure> von {repository}.",

  duplicates_unreadable: "Die Duplikate konnten nicht geladen werden.",
  merge: "Zusammenführen",
  merge_key: "Ausgewählte zusammenführen",
  not_duplicates: "Keine Duplikate",
  no_duplicates: "Keine Duplikate",
  no_duplicates_near:
    "Memorys werden verglichen, sobald ihre Vektoren berechnet sind; ähnliche Paare erscheinen hier.",
  no_duplicates_exact:
    "Dieselben Worte noch einmal zu speichern zählt als Beobachtung derselben Memory, daher sind genaue Duplikate selten.",
  differs: "unterscheidet sich in einem entscheidenden Wort",
  differs_meaning: "Eine Zahl, ein Name, eine Verneinung oder ein Gegensatz steht nur in einer davon.",
  word_for_word: "Wort für Wort",
  alike: "{similarity} ähnlich",
  alike_meaning: "Kosinus ihrer Vektoren",
  would_be_kept: "bliebe erhalten",
  observed: "{count, number}× beobachtet",
  merged: "{count, plural, one {# Memory} other {# Memorys}} zusammengeführt",
  merged_meaning: "Wer jede gespeichert hat und wie oft, bleibt erhalten.",
  merge_left_out: "{count, plural, one {# Memory wurde} other {# Memorys wurden}} nicht zusammengeführt",
  merge_left_out_meaning:
    "Was inzwischen geändert wurde oder nicht mehr in Gebrauch ist, bleibt, wie es ist. Sehen Sie es sich noch einmal an.",
  not_merged: "Die Memorys konnten nicht zusammengeführt werden",
  merge_undone: "Die Zusammenführung wurde rückgängig gemacht",
  merge_not_undone: "Die Zusammenführung konnte nicht rückgängig gemacht werden",
  called_different:
    "{count, plural, one {Als „keine Duplikate“ markiert} other {# Paare als „keine Duplikate“ markiert}}",
  called_different_meaning: "Sie werden nicht wieder als Duplikate aufgeführt.",
  not_undone: "Es konnte nicht rückgängig gemacht werden",
  not_saved: "Die Entscheidung konnte nicht gespeichert werden",

  queue_unreadable: "Die Warteschlange konnte nicht geladen werden.",
  delete: "Löschen",
  invalidate: "Für ungültig erklären",
  invalidate_key: "Ausgewählte für ungültig erklären",
  edit: "Bearbeiten",
  edit_of: "Bearbeiten: {statement}",
  empty: "Diese Warteschlange ist leer",
  empty_meaning: "Keine Memory gehört hierher.",
  empty_meaning_of: "Keine Memory aus {repository} gehört hierher.",
  secret_note:
    "Das Geheimnis selbst wurde aus dem Text entfernt, der jetzt unklar sein kann. Formulieren Sie ihn ohne den Platzhalter neu, oder löschen Sie die Memory. War das Geheimnis echt, ändern Sie es überall, wo es verwendet wird.",
  was_served: "ihre Sitzung hatte vorher erhalten: <source></source>",
  taken_out: "{placeholder} in: {place}",

  consolidation: "Konsolidierung",
  consolidation_meaning:
    "Führt Memorys zusammen, die dasselbe sagen, behält Memorys einer Sitzung, die angewendet wurden oder von hoher Qualität sind, nimmt die anderen aus der Verwendung, wenn ihre Sitzung beendet ist, und sucht nach Widersprüchen. Jeder Schritt lässt sich rückgängig machen. Sitzungen werden konsolidiert, wenn sie enden; jede Nacht liest die Konsolidierung alle Memorys{nightly, select, changes { und darf sie ändern} searches { und sucht nur nach Widersprüchen} other {; die Einstellungen sagen, ob sie sie ändern darf}}.",
  preview: "Vorschau",
  who_may_consolidate: "Nur {roles} dürfen die Vorschau ansehen und die Konsolidierung ausführen.",
  run_now: "Jetzt ausführen",
  switch_on: "Nächtliche Konsolidierung einschalten",
  switch_off: "Nächtliche Konsolidierung ausschalten",
  consolidated:
    "Konsolidiert: {changed, number} geändert, {conflicts, plural, one {# Widerspruch} other {# Widersprüche}} gefunden",
  steps_undone: "{count, plural, one {# Schritt} other {# Schritte}} rückgängig gemacht",
  nothing_would_change: "Nichts würde sich ändern.",
  would:
    "Sie würde {groups, plural, one {# Gruppe} other {# Gruppen}} zusammenführen, {kept, plural, one {# Memory einer Sitzung} other {# Memorys von Sitzungen}} behalten, {ended, number} aus der Verwendung nehmen und der Warteschlange {conflicts, plural, one {# Widerspruch} other {# Widersprüche}} hinzufügen.",
  merged_heading: "Zusammengeführt <total></total>",
  kept_heading: "Nach ihrer Sitzung behalten <total></total>",
  ended_heading: "Mit ihrer Sitzung aus der Verwendung genommen <total></total>",
  same_words: "gleiche Worte: <memory></memory>",
  other_words: "andere Worte: <memory></memory>",
  kept_applied: "<memory></memory> <why>wurde angewendet</why>",
  kept_high_quality: "<memory></memory> <why>ist von hoher Qualität</why>",
  more: "und {count, number} weitere",
} satisfies Record<keyof typeof en, string>;
