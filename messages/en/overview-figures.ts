/** The figures of the overview: what is remembered, how it develops, what it costs, and whether it helps. */
export default {
  cited:
    "<backed>{cited}</backed> of <in_use>{count, plural, one {# memory} other {# memories}}</in_use> in use cite code.",
  cited_and_verified:
    "<backed>{cited}</backed> of <in_use>{count, plural, one {# memory} other {# memories}}</in_use> in use cite code; of these <holding>{verified}</holding> are verified <sample>(n = {n, number})</sample>.",
  unavailable: "unavailable",
  target_quality: "target above 0.70",
  target_low_quality: "target below 5 %",
  target_adoption: "target above 50 %",
  stored: "<count>{total, number}</count> in 30 days",
  stored_before: "{total, number} in the 30 days before",
  trends: "Trends <period>by week, 90 days</period>",
  valid_citations: "Valid citations",
  valid_citations_unreadable: "The share of valid citations could not be loaded.",
  valid_citations_empty:
    "No citation was checked yet. A memory with citations is checked as soon as it is stored.",
  drift: "Drift",
  drift_unreadable: "The drift could not be loaded.",
  drift_empty: "No citation was checked yet, so none can have drifted.",
  value: "Value of recalls",
  value_unreadable: "The value of recalls could not be loaded.",
  value_empty: "No agent was served a memory yet. Connected agents report how each was used.",
  all_of_value: "All of value and waste",
  rejection_rate: "Rejection rate, all rules",
  rejection_rate_unreadable: "The rejection rate could not be loaded.",
  rejection_rate_points:
    "Each point is a week with all its findings; the band is the 95 % interval, wider for fewer findings.",
  rejection_rate_marked:
    "Each point is a week with all its findings; the band is the 95 % interval, wider for fewer findings. A dashed line is the approval of a skill version.",
  comparison_unavailable: "Unavailable: The comparison could not be loaded.",
  no_holdout:
    "Usage is what agents report. No session is held out, so there is no comparison with sessions without memory.",
  compared: "<title>Compared with held-out sessions:</title> {differences} <quiet>{sample}</quiet>",
  no_difference: "no clear difference yet.",
  too_few_sessions: "too few sessions to say; each group needs {least}.",
  sample:
    "n = {with_memory, plural, one {# session} other {# sessions}} with memory, {held_out, plural, one {# session} other {# sessions}} without.",
  sample_running:
    "n = {with_memory, plural, one {# session} other {# sessions}} with memory, {held_out, plural, one {# session} other {# sessions}} without; {share} {held_out, plural, one {is} other {are}} held out.",
  difference: "{measure} {verdict, select, lower {lower} other {higher}} by {size} [{near} to {far}]",
  points: "{points, number} points",
  measure_findings_rejected: "findings rejected",
  measure_retries: "retries per session",
  measure_errors_met_again: "errors met again",
  measure_corrections: "corrections by people",
  measure_session_minutes: "length of a session",
  cost: "Cost",
  server_model: "Language model of this server, today",
  agents_models: "Models of the agents themselves",
  agents_models_unknown: "not recorded: clients do not report what they spend",
  tokens_unavailable: "Unavailable: The tokens could not be loaded.",
  tokens:
    "<figure>{tokens, number}</figure> in {days} days <quiet>in {packs, plural, one {# pack} other {# packs}}</quiet>",
  model_use_unavailable: "Unavailable: What the language model was asked could not be loaded.",
  no_model: "none: this server has no language model; rules are used instead",
  model_use: "<figure>{used, number}</figure> of {daily, number} tokens, {model}; <price></price>",
  model_use_ended: "<figure>{used, number}</figure> of {daily, number} tokens; <price></price>",
  price_unknown: "price <unknown>not recorded</unknown>",
  /** Less than a dollar has four digits. */
  price: "{dollars, number, ::currency/USD .00 group-off}",
  price_in_cents: "{dollars, number, ::currency/USD .0000 group-off}",
  price_at_least: "at least {dollars, number, ::currency/USD .00 group-off}",
  price_at_least_in_cents: "at least {dollars, number, ::currency/USD .0000 group-off}",
};
