import type en from "../en/settings-model-use";

export default {
  unreadable: "Die Nutzung des Sprachmodells konnte nicht geladen werden.",
  no_model:
    "Dieser Server hat kein Sprachmodell, daher wird nichts an eines gesendet; stattdessen gelten Regeln. Wer ihn betreibt, setzt <code>LANGUAGE_MODEL_BASE_URL</code>, um das zu ändern.",
  today: "Heute (UTC) sind <used>{used_tokens, number} von {daily_tokens, number}</used> Tokens verbraucht.",
  today_by:
    "Heute (UTC) hat {model} <used>{used_tokens, number} von {daily_tokens, number}</used> Tokens verbraucht.",
  used_today: "Heute verbrauchte Tokens",
  purpose: "Für",
  requests: "Anfragen",
  failed: "Fehlgeschlagen",
  tokens: "Tokens",
  purpose_extraction: "Antworten von Agenten lesen",
  purpose_contradictions: "Widersprüche beurteilen",
  purpose_changed_context: "Geänderte Definitionen beurteilen",
  purpose_proposal_draft: "Vorschläge entwerfen",
  answers: "Antworten von Agenten heute: {parts}.",
  answers_failed: "Antworten von Agenten heute: {parts}, <linked>{failed, number} fehlgeschlagen</linked>.",
  answers_read:
    "{count, number} gelesen, mit {learned, plural, one {# neuer Memory} other {# neuen Memorys}}",
  answers_waiting: "{count, number} wartend",
  answers_skipped: "{count, number} übersprungen wegen des Budgets oder der Einstellungen",
} satisfies Record<keyof typeof en, string>;
