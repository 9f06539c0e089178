/** What the server's language model was asked today. */
export default {
  unreadable: "The language model usage could not be loaded.",
  no_model:
    "This server has no language model, so nothing is sent to one; rules are used instead. Its operator sets <code>LANGUAGE_MODEL_BASE_URL</code> to change that.",
  today: "Today (UTC) <used>{used_tokens, number} of {daily_tokens, number}</used> tokens are used.",
  today_by:
    "Today (UTC) <used>{used_tokens, number} of {daily_tokens, number}</used> tokens are used by {model}.",
  used_today: "Tokens used today",
  purpose: "For",
  requests: "Requests",
  failed: "Failed",
  tokens: "Tokens",
  purpose_extraction: "Reading agents' answers",
  purpose_contradictions: "Judging contradictions",
  purpose_changed_context: "Judging changed definitions",
  purpose_proposal_draft: "Drafting proposals",
  answers: "Agents' answers today: {parts}.",
  answers_failed: "Agents' answers today: {parts}, <linked>{failed, number} failed</linked>.",
  answers_read: "{count, number} read, with {learned, plural, one {# new memory} other {# new memories}}",
  answers_waiting: "{count, number} waiting",
  answers_skipped: "{count, number} skipped because of the budget or the settings",
};
