import type en from "../en/settings-memory-off";

export default {
  title: "Memory für die ganze Organisation abschalten?",
  typed: "abschalten",
  confirm: "Memory abschalten",
  from_then_on: "Ab dann, bis jemand sie wieder einschaltet:",
  effect_on_agents:
    "bekommen Agenten keine Pakete, finden nichts und speichern nichts; ihre Aufrufe gelingen weiterhin,",
  effect_on_learning: "wird aus Sitzungen nichts gelernt, und aus abgelehnten Befunden werden keine Memorys.",
  use: "In den letzten {days} Tagen fragten Agenten {recalls, plural, one {#-mal} other {#-mal}} und bekamen {memories, plural, one {# Memory} other {# Memorys}}.",
  use_unreadable: "Wie viel Agenten sie nutzen, konnte nicht geladen werden.",
  what_stays:
    "Was gespeichert ist, bleibt, Personen sehen es, und jede Seite sagt, dass Memory abgeschaltet ist.",
} satisfies Record<keyof typeof en, string>;
