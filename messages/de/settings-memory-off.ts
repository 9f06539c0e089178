import type en from "../en/settings-memory-off";

export default {
  title: "Memory für die ganze Organisation ausschalten?",
  typed: "ausschalten",
  confirm: "Memory ausschalten",
  from_then_on: "Von da an, bis jemand Memory wieder einschaltet:",
  effect_on_agents:
    "bekommen Agenten keine Pakete, finden nichts und speichern nichts; ihre Aufrufe gelingen weiterhin,",
  effect_on_learning: "wird aus Sitzungen nichts gelernt, und aus abgelehnten Befunden werden keine Memorys.",
  use: "In den letzten {days} Tagen fragten Agenten {recalls, plural, one {#-mal} other {#-mal}} und bekamen {memories, plural, one {# Memory} other {# Memorys}}.",
  use_unreadable: "Wie viel Agenten Memory nutzen, konnte nicht geladen werden.",
  what_stays:
    "Was gespeichert ist, bleibt; Personen sehen es, und jede Seite sagt, dass Memory ausgeschaltet ist.",
} satisfies Record<keyof typeof en, string>;
