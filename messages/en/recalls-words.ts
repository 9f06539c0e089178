/** What came of recalls and of the memories in them. */
export default {
  outcome_served: "Served",
  outcome_empty: "Nothing relevant",
  outcome_degraded: "Incomplete",
  outcome_off: "Memory off",
  outcome_refused: "Refused",
  outcome_failed: "Failed",
  outcome_held_out: "Held out",
  /** `word`: what agents reported, or what their answers suggest, as in "2 applied". */
  count_of: "{count} {word}",
  not_reported: "not reported",
  reported_and_inferred: "{reported}; inferred: {inferred}",
  inferred: "inferred: {inferred}",
};
