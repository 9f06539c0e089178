import type en from "../en/remove-repository";

export default {
  title: "{name} entfernen?",
  confirm: "Das Repository entfernen",
  removed: "{name} wurde entfernt",
  counting: "Es wird gezählt, was dazugehört…",
  unreadable: "Was dazugehört, konnte nicht gezählt werden.",
  effect:
    "Es wird nicht mehr abgeholt, und nichts kann es zitieren. Sein Klon auf diesem Server wird gelöscht; das Repository selbst bleibt unberührt.",
  kept: "Es hat noch {list}. Löschen Sie zuerst die Memorys: Sie zählen, bis sie endgültig entfernt sind.",
  show_memories: "Seine Memorys zeigen",
  going: "Wird mit ihm endgültig gelöscht: {list}.",
  memories: "{count, plural, one {# Memory} other {# Memorys}}",
  citations: "{count, plural, one {# Zitat} other {# Zitate}}",
  probes: "{count, plural, one {# Probe} other {# Proben}}",
  reviews: "{count, plural, one {# Review mit seinen Befunden} other {# Reviews mit ihren Befunden}}",
  review_imports: "{count, plural, one {# Import von Reviews} other {# Importe von Reviews}}",
  skills: "{count, plural, one {# Skill mit seinen Vorschlägen} other {# Skills mit ihren Vorschlägen}}",
  tasks: "{count, plural, one {# Aufgabe} other {# Aufgaben}}",
  solution_patterns: "{count, plural, one {# Lösungsmuster} other {# Lösungsmuster}}",
  failures: "{count, plural, one {# Fehler} other {# Fehler}}",
  test_runs: "{count, plural, one {# Testlauf} other {# Testläufe}}",
  task_searches: "{count, plural, one {# Suche nach Aufgaben} other {# Suchen nach Aufgaben}}",
} satisfies Record<keyof typeof en, string>;
