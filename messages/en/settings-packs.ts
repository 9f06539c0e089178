/** How packs are made, and what other settings would change. */
export default {
  title: "Packs",
  description:
    "A pack is what an agent gets before a task: the few memories that are relevant enough, or nothing. <link>Try one question in the playground</link>.",
  floor: "Relevance floor",
  floor_measured: "Measured floor",
  floor_custom: "Custom floor",
  floor_custom_share: "Custom floor: {share} %",
  minimum: "Minimum relevance (%)",
  minimum_slider: "Minimum relevance (%), as a slider",
  minimum_hint:
    "A pack is served when one memory is this relevant to the task; others join it from a lower, measured one.",
  most: "Maximum memories",
  most_hint:
    "The highest-ranked ones are served. Beyond them come the other sides of open conflicts, and at most two that changed files violate.",
  budget: "Maximum tokens",
  budget_hint: "A pack never has more.",
  characters: "Target length in characters",
  characters_hint: "Empty: depends on the agent's role.",
  holdout: "Sessions held out (%)",
  holdout_slider: "Sessions held out, as a slider",
  holdout_hint: "They get no memory, so that they can be compared with the others; 0: every session gets it.",
  holdout_start: "Find out whether memory helps",
  holdout_see: "See what the comparison shows",
  preview_start: "Change a value to replay the latest questions of agents with it before you save.",
  preview_unreadable: "The preview could not be loaded.",
  preview_none: "No agent has asked yet, so there is nothing to preview.",
  preview: "Preview of packs",
  preview_questions:
    "{count, plural, one {# question} other {# questions}} from agents, the latest ones, replayed now:",
  preview_filled: "Non-empty packs",
  preview_memories: "Memories served",
  preview_tokens: "Tokens",
  becomes: "becomes",
  held_out:
    "Of {count, plural, one {# recall} other {# recalls}} in sessions of the last {days} days <after>{after_count, number}</after> would have been held out. Sessions that have started keep their group.",
  held_out_instead:
    "Of {count, plural, one {# recall} other {# recalls}} in sessions of the last {days} days <after>{after_count, number}</after> would have been held out, instead of {before_count, number}. Sessions that have started keep their group.",
  each: "Each question",
  each_table: "Each question, before and after",
  question: "Question",
  memories: "Memories",
  tokens: "Tokens",
  learned_unreadable: "The relevance floor could not be loaded.",
  learned_set:
    "{by, select, words {Without vectors} other {With vectors}}, a pack is served when one memory is {floor} relevant; others join it from {joins}. The settings set the first instead of the measured {measured}.",
  learned_measured:
    "{by, select, words {Without vectors} other {With vectors}}, a pack is served when one memory is {measured} relevant; others join it from {joins}. Both are measured on public projects.",
  learned_raised:
    "{by, select, words {Without vectors} other {With vectors}}, the floors are learned from {count, number} outcomes ({parts}) in this organization: a pack is served when one memory is {floor} relevant instead of the measured {measured}; others join it from {joins} instead of {joins_measured}.",
  learned_nothing: "Nothing has been learned from outcomes in this organization yet.",
  learned_off: "Learning from {count, number} outcomes ({parts}) is switched off.",
  learned_no_higher:
    "{count, number} outcomes ({parts}) in this organization do not show that it should be higher.",
  outcomes_reported: "{count, number} reported",
  outcomes_inferred: "{count, number} inferred",
  outcomes_expected: "{count, number} expected by people",
  learned_since: "Outcomes count since {day}, when what was learned was reset.",
  reset_open: "Reset what was learned",
  reset_title: "Reset what was learned?",
  reset: "Reset",
  reset_done: "The floor is back to the measured value",
  reset_effect:
    "The floor goes back to the measured value at once. The {count, number} outcomes so far stay in the ledger and are not learned from again; those of new packs are.",
};
