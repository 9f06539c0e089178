/** Sessions with memory beside those without. */
export default {
  unreadable: "The comparison could not be loaded.",
  title: "Does memory help?",
  holdout: "Holdout",
  holdout_definition:
    "A random share of sessions gets no packs, neither at the start nor with prompts; what would have been served is recorded. A session's group is decided once, by a hash of its id and a secret of the organization. Agents' own searches are answered in both groups. Sessions are compared as long as their recalls are kept.",
  offer:
    "Agents that do well with memory might do as well without it. A comparison with random sessions that get no memory shows the difference. Hold out 10 % of sessions for a few weeks to find out whether memory helps.",
  running_everywhere:
    "{share} of sessions get no memory, in all repositories without their own share. Once you know the result, switch it off: every session gets memory again at once, and the comparison is kept.",
  running_in:
    "{share} of sessions get no memory, in {repository}. Once you know the result, switch it off: every session gets memory again at once, and the comparison is kept.",
  who_may_change: "Only {roles} may change it.",
  hold_out: "Hold out {share} of sessions",
  switch_off: "Switch off the holdout",
  was_switched_off: "Every session gets memory again",
  was_switched_on: "{share} of new sessions get no memory",
  sample:
    "n = {with_memory, plural, one {# session} other {# sessions}} with memory and {held_out, number} without.",
  still_open: "{count, plural, one {# session is} other {# sessions are}} still open",
  memory_after: "{count, number} got memory after the holdout was switched off",
  not_compared: "Not compared: {sessions}.",
  intervals:
    "In brackets: the 95 % interval of each group, and the 99 % interval of each difference, because five figures are compared together. If all sessions have the same value there is no interval.",
  no_difference: "No clear difference yet.",
  lower_better: "{count, plural, one {# is} other {# are}} lower with memory, which is better",
  higher_worse: "{count, plural, one {# is} other {# are}} higher with memory, which is worse",
  compared: "{count} figures compared: {differences}.",
  findings_rejected: "Findings rejected",
  findings_rejected_definition:
    "Rejected findings ÷ all findings in evaluations whose workflow is the session, or that its agent recorded in its repository during the session.",
  retries_per_session: "Retries per session",
  retries_definition:
    "Answers after a failed answer of the same agent type, and tasks that the session had asked about before.",
  errors_met_again: "Repeated errors per session",
  errors_met_again_definition:
    "Errors with a solution that were known before the session and that its answers report again. Answers that repeat a pack are not counted, so this favours sessions with memory.",
  corrected_by_people: "Corrected by people",
  corrections_definition: "Memories learned in a session that people superseded, invalidated or deleted.",
  session_minutes: "Length of a session",
  session_minutes_definition: "Minutes from the start of a session to its last activity.",
  sample_sessions: "n = {of, number} sessions",
  sample_findings: "n = {of, number} findings in {sessions, number} sessions",
  sample_memories: "n = {of, number} memories learned in {sessions, number} sessions",
  /** A size, then a value and a difference in its unit. */
  with_one_digit: "{size, number, ::.0 group-off}",
  with_two_digits: "{size, number, ::.00 group-off}",
  share: "{size} %",
  minutes: "{size} min",
  points_difference: "{size} points",
  minutes_difference: "{size} min",
  interval_of_group: "95 % interval",
  interval_of_difference: "99 % interval, as five are compared",
  difference_and_interval: "{difference} [{low} to {high}]",
  verdict_too_few: "No clear difference yet: a group has fewer than {least} sessions with any",
  verdict_none: "No clear difference yet",
  verdict_lower: "Lower with memory",
  verdict_higher: "Higher with memory",
  column_what: "What",
  with_memory: "With memory",
  held_out: "Held out",
  difference: "Difference",
};
