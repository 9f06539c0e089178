/** Asking before memory is switched off. */
export default {
  title: "Switch memory off for the whole organization?",
  typed: "off",
  confirm: "Switch memory off",
  from_then_on: "From then on, until somebody switches it on again:",
  effect_on_agents: "agents get no packs, find nothing and store nothing; their calls still succeed,",
  effect_on_learning: "nothing is learned from sessions, and rejected findings make no memories.",
  use: "In the last {days} days agents asked {recalls, plural, one {# time} other {# times}} and were served {memories, plural, one {# memory} other {# memories}}.",
  use_unreadable: "How much agents use it could not be loaded.",
  what_stays: "What is stored stays, people see it, and every page says that memory is off.",
};
