import type en from "../en/draft-proposals";

export default {
  title: "Vorschläge entwerfen",
  draft: "Entwerfen",
  outcome_created: "neu",
  outcome_updated: "neue Belege hinzugefügt",
  outcome_updated_wanted: "neu entworfen",
  outcome_unchanged: "schon offen",
  nothing: "Es wurde nichts vorgeschlagen.",
  message: "{message}.",
  proposals: "Vorschläge",
  proposal_facts: "{skill}, {count, plural, one {# Befund} other {# Befunde}}",
  considered: "Betrachtete Regeln",
  result: "Ergebnis",
  every_rule: "Jede Regel mit hoher Ablehnung und ihr Ergebnis",
  rejected: "{rejected, number} von {flagged, number} abgelehnt",
  rejected_in: "{rejected, number} von {flagged, number} abgelehnt, {skill}",
  propose_anyway: "Trotzdem vorschlagen",
  not_enough:
    "Keine Regel wurde bei genügend Befunden oft genug abgelehnt, um eine Änderung zu rechtfertigen. Es wurde kein Vorschlag entworfen.",
  from_every: "Aus den Regeln mit hoher Ablehnung in allen Repositorys.",
  from_repository: "Aus den Regeln mit hoher Ablehnung in {repository}.",
  in_every: "{rule}, in den Skills aller Repositorys, die sie enthalten.",
  in_repository: "{rule}, in den Skills von {repository}, die sie enthalten.",
  explanation:
    "Jeder Skill wird an den Befunden gemessen, für die er zuständig ist; eine Regel, die unter ihnen oft abgelehnt wird, wird dem Kapitel zugeordnet, das sie enthält. Wo die Belege eine Änderung stützen, wird ein Vorschlag entworfen.",
  lead_decides: "{explanation} Ein Lead entscheidet darüber; bis dahin wird keine Datei geändert.",
  all_findings:
    "Es zählen alle abgelehnten Befunde der Regel, seit ein Skill sie zuletzt aufgegriffen hat, nicht nur die des angezeigten Zeitraums. Ein offener Vorschlag für dasselbe Kapitel wird neu entworfen.",
  failed: "Es wurde kein Vorschlag entworfen.",
} satisfies Record<keyof typeof en, string>;
