import type en from "../en/overview-figures";

export default {
  cited:
    "<backed>{cited}</backed> von <in_use>{count, plural, one {# Memory} other {# Memorys}}</in_use> in Verwendung {count, plural, one {zitiert} other {zitieren}} Code.",
  cited_and_verified:
    "<backed>{cited}</backed> von <in_use>{count, plural, one {# Memory} other {# Memorys}}</in_use> in Verwendung {count, plural, one {zitiert} other {zitieren}} Code; davon sind <holding>{verified}</holding> geprüft <sample>(n = {n, number})</sample>.",
  unavailable: "nicht verfügbar",
  target_quality: "Ziel: über 0,70",
  target_low_quality: "Ziel: unter 5 %",
  target_adoption: "Ziel: über 50 %",
  stored: "<count>{total, number}</count> in 30 Tagen",
  stored_before: "{total, number} in den 30 Tagen davor",
  trends: "Verlauf <period>nach Wochen, 90 Tage</period>",
  valid_citations: "Gültige Zitate",
  valid_citations_unreadable: "Der Anteil gültiger Zitate konnte nicht geladen werden.",
  valid_citations_empty:
    "Noch wurde kein Zitat geprüft. Eine Memory mit Zitaten wird geprüft, sobald sie gespeichert ist.",
  drift: "Drift",
  drift_unreadable: "Die Drift konnte nicht geladen werden.",
  drift_empty: "Noch wurde kein Zitat geprüft, also kann auch keines veraltet sein.",
  value: "Nutzen der Abrufe",
  value_unreadable: "Der Nutzen der Abrufe konnte nicht geladen werden.",
  value_empty:
    "Noch wurde keinem Agenten eine Memory ausgeliefert. Verbundene Agenten melden, wie jede verwendet wurde.",
  all_of_value: "Nutzen und Aufwand im Einzelnen",
  rejection_rate: "Ablehnungsrate, alle Regeln",
  rejection_rate_unreadable: "Die Ablehnungsrate konnte nicht geladen werden.",
  rejection_rate_points:
    "Jeder Punkt ist eine Woche mit allen ihren Befunden; das Band ist das 95-%-Intervall, breiter bei weniger Befunden.",
  rejection_rate_marked:
    "Jeder Punkt ist eine Woche mit allen ihren Befunden; das Band ist das 95-%-Intervall, breiter bei weniger Befunden. Eine gestrichelte Linie ist die Genehmigung einer Skill-Version.",
  comparison_unavailable: "Nicht verfügbar: Der Vergleich konnte nicht geladen werden.",
  no_holdout:
    "Als Verwendung gilt, was Agenten melden. Keine Sitzung ist in der Kontrollgruppe, daher gibt es keinen Vergleich mit Sitzungen ohne Memory.",
  compared:
    "<title>Verglichen mit Sitzungen der Kontrollgruppe:</title> {differences} <quiet>{sample}</quiet>",
  no_difference: "noch kein klarer Unterschied.",
  too_few_sessions: "zu wenige Sitzungen für eine Aussage; jede Gruppe braucht {least}.",
  sample:
    "n = {with_memory, plural, one {# Sitzung} other {# Sitzungen}} mit Memory, {held_out, plural, one {# Sitzung} other {# Sitzungen}} ohne.",
  sample_running:
    "n = {with_memory, plural, one {# Sitzung} other {# Sitzungen}} mit Memory, {held_out, plural, one {# Sitzung} other {# Sitzungen}} ohne; {share} gehören zur Kontrollgruppe.",
  difference: "{measure} um {size} {verdict, select, lower {niedriger} other {höher}} [{near} bis {far}]",
  points: "{points, plural, one {# Punkt} other {# Punkte}}",
  measure_findings_rejected: "abgelehnte Befunde",
  measure_retries: "Wiederholungen pro Sitzung",
  measure_errors_met_again: "wiederholte Fehler",
  measure_corrections: "Korrekturen durch Personen",
  measure_session_minutes: "Länge einer Sitzung",
  cost: "Kosten",
  server_model: "Sprachmodell dieses Servers, heute",
  agents_models: "Modelle der Agenten selbst",
  agents_models_unknown: "nicht erfasst: Clients melden nicht, was sie ausgeben",
  tokens_unavailable: "Nicht verfügbar: Die Tokens konnten nicht geladen werden.",
  tokens:
    "<figure>{tokens, number}</figure> in {days} Tagen <quiet>in {packs, plural, one {# Paket} other {# Paketen}}</quiet>",
  model_use_unavailable: "Nicht verfügbar: Was das Sprachmodell gefragt wurde, konnte nicht geladen werden.",
  no_model: "keines: Dieser Server hat kein Sprachmodell; stattdessen werden Regeln verwendet",
  model_use: "<figure>{used, number}</figure> von {daily, number} Tokens, {model}; <price></price>",
  model_use_ended: "<figure>{used, number}</figure> von {daily, number} Tokens; <price></price>",
  price_unknown: "Preis <unknown>nicht erfasst</unknown>",
  price: "{dollars, number, ::currency/USD .00 group-off}",
  price_in_cents: "{dollars, number, ::currency/USD .0000 group-off}",
  price_at_least: "mindestens {dollars, number, ::currency/USD .00 group-off}",
  price_at_least_in_cents: "mindestens {dollars, number, ::currency/USD .0000 group-off}",
} satisfies Record<keyof typeof en, string>;
