import type en from "../en/recalls-holdout";

export default {
  unreadable: "Der Vergleich konnte nicht geladen werden.",
  title: "Hilft Memory?",
  holdout: "Kontrollgruppe",
  holdout_definition:
    "Ein zufälliger Anteil der Sitzungen bekommt keine Pakete, weder zu Beginn noch mit Prompts; was ausgeliefert worden wäre, wird aufgezeichnet. Die Gruppe einer Sitzung steht ein für alle Mal fest, durch einen Hash ihrer ID und eines Geheimnisses der Organisation. Eigene Suchen der Agenten werden in beiden Gruppen beantwortet. Verglichen werden Sitzungen, solange ihre Abrufe aufbewahrt werden.",
  offer:
    "Agenten, die mit Memory gut arbeiten, arbeiten ohne sie vielleicht ebenso gut. Ein Vergleich mit zufälligen Sitzungen ohne Memory zeigt den Unterschied. Nehmen Sie einige Wochen lang 10 % der Sitzungen in die Kontrollgruppe, um herauszufinden, ob Memory hilft.",
  running_everywhere:
    "{share} der Sitzungen bekommen keine Memory, in allen Repositorys ohne eigenen Anteil. Sobald Sie das Ergebnis kennen, schalten Sie die Kontrollgruppe aus: Jede Sitzung bekommt sofort wieder Memory, und der Vergleich bleibt erhalten.",
  running_in:
    "{share} der Sitzungen bekommen keine Memory, in {repository}. Sobald Sie das Ergebnis kennen, schalten Sie die Kontrollgruppe aus: Jede Sitzung bekommt sofort wieder Memory, und der Vergleich bleibt erhalten.",
  who_may_change: "Nur {roles} dürfen das ändern.",
  hold_out: "{share} der Sitzungen in die Kontrollgruppe nehmen",
  switch_off: "Kontrollgruppe ausschalten",
  was_switched_off: "Jede Sitzung bekommt wieder Memory",
  was_switched_on: "{share} der neuen Sitzungen bekommen keine Memory",
  sample:
    "n = {with_memory, plural, one {# Sitzung} other {# Sitzungen}} mit Memory und {held_out, number} ohne.",
  still_open: "{count, plural, one {# Sitzung ist} other {# Sitzungen sind}} noch offen",
  memory_after:
    "{count, plural, one {# bekam} other {# bekamen}} Memory, nachdem die Kontrollgruppe ausgeschaltet war",
  not_compared: "Nicht verglichen: {sessions}.",
  intervals:
    "In Klammern: das 95-%-Intervall jeder Gruppe und das 99-%-Intervall jedes Unterschieds, weil fünf Zahlen zusammen verglichen werden. Haben alle Sitzungen denselben Wert, gibt es kein Intervall.",
  no_difference: "Noch kein klarer Unterschied.",
  lower_better:
    "{count, plural, one {# ist mit Memory niedriger, also besser} other {# sind mit Memory niedriger, also besser}}",
  higher_worse:
    "{count, plural, one {# ist mit Memory höher, also schlechter} other {# sind mit Memory höher, also schlechter}}",
  compared: "{count} Zahlen verglichen: {differences}.",
  findings_rejected: "Abgelehnte Befunde",
  findings_rejected_definition:
    "Abgelehnte Befunde ÷ alle Befunde in Auswertungen, deren Workflow die Sitzung ist oder die ihr Agent während der Sitzung in deren Repository aufgezeichnet hat.",
  retries_per_session: "Wiederholungen pro Sitzung",
  retries_definition:
    "Antworten nach einer fehlgeschlagenen Antwort desselben Agententyps, und Aufgaben, nach denen die Sitzung schon gefragt hatte.",
  errors_met_again: "Wiederholte Fehler pro Sitzung",
  errors_met_again_definition:
    "Fehler mit Lösung, die vor der Sitzung bekannt waren und die ihre Antworten erneut melden. Antworten, die ein Paket wiederholen, zählen nicht; das begünstigt Sitzungen mit Memory.",
  corrected_by_people: "Von Personen korrigiert",
  corrections_definition:
    "In einer Sitzung gelernte Memorys, die Personen ersetzt, für ungültig erklärt oder gelöscht haben.",
  session_minutes: "Länge einer Sitzung",
  session_minutes_definition: "Minuten vom Beginn einer Sitzung bis zu ihrer letzten Aktivität.",
  sample_sessions: "n = {of, plural, one {# Sitzung} other {# Sitzungen}}",
  sample_findings: "n = {of, number} Befunde in {sessions, number} Sitzungen",
  sample_memories: "n = {of, number} gelernte Memorys in {sessions, number} Sitzungen",
  with_one_digit: "{size, number, ::.0 group-off}",
  with_two_digits: "{size, number, ::.00 group-off}",
  share: "{size} %",
  minutes: "{size} Min.",
  points_difference: "{size} Punkte",
  minutes_difference: "{size} Min.",
  interval_of_group: "95-%-Intervall",
  interval_of_difference: "99-%-Intervall, da fünf verglichen werden",
  difference_and_interval: "{difference} [{low} bis {high}]",
  verdict_too_few:
    "Noch kein klarer Unterschied: In einer Gruppe gibt es weniger als {least} Sitzungen mit Werten",
  verdict_none: "Noch kein klarer Unterschied",
  verdict_lower: "Mit Memory niedriger",
  verdict_higher: "Mit Memory höher",
  column_what: "Was",
  with_memory: "Mit Memory",
  held_out: "Kontrollgruppe",
  difference: "Unterschied",
} satisfies Record<keyof typeof en, string>;
