/** Where memories reach, and where they were used. */
export default {
  inferred: "inferred",
  inferred_meaning: "Found in the memory's text; its author did not cite it",
  whole_organization: "whole organization",
  one_agent: "one agent only",
  one_session: "one session only",
  kept_meaning: "Not served until this repository is registered.",
  kept_unknown: "kept for an unknown repository",
  kept_for: "kept for <repository></repository>",
  check_before_use: "listed under check before use",
  became_inferred: "inferred: {word}",
  served: "{count, plural, =0 {never served} other {served #×}}",
  relevant: "{share} relevant. {reason}",
  uses_unreadable: "Its recalls could not be loaded.",
  no_uses: "No recall has served it yet.",
  served_times: "Served {count, plural, one {# time} other {# times}}: when and why",
  latest_uses: "These are the latest.",
};
