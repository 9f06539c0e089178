/** Why memories need cleaning up: each reason, what it means and how it is counted. */
export default {
  exact_duplicates: "Exact duplicates",
  exact_duplicates_meaning: "Say the same, word for word",
  exact_duplicates_definition:
    "Groups of memories in use with the same kind and scope whose statements differ only in case, punctuation and white space.",
  near_duplicates: "Near-duplicates",
  near_duplicates_meaning: "Nearly say the same",
  near_duplicates_definition:
    "Pairs of the same kind and scope whose vectors are closer than the threshold measured for the embedder, without pairs that someone marked as not duplicates.",
  contradictions_found: "Contradictions",
  contradictions_meaning: "Cannot all be true",
  contradictions_definition:
    "Conflicts waiting for a decision, with at least two memories in use. Found by rules when a session stops and every night, and by the language model where one is configured.",
  agents_suggestions: "Agents' suggestions",
  agents_suggestions_meaning: "An agent wants to delete a memory, or to change one of others",
  agents_suggestions_definition:
    "An agent without the permission memories:decide asked to delete a memory, or to invalidate or supersede one that others stored or edited, and whose cited code is unchanged. The memory stays in use until someone decides.",
  never_used: "Never used",
  never_used_meaning: "Older than {days} days, and never served",
  never_used_definition:
    "Active memories that are not pinned, were stored more than {days} days ago, and were neither served nor applied since.",
  recall_loops: "Recall loops",
  recall_loops_meaning: "Repeats a memory its session was served",
  recall_loops_definition:
    "Active memories of a session that nearly repeat (see near-duplicates) an older memory which that session had been served before.",
  not_verifiable: "Unverifiable",
  not_verifiable_meaning: "Served, but nothing can be checked",
  not_verifiable_definition:
    "Active memories that were served at least once and have no citations, or none that could be read at the last check.",
  secret_like: "Secret-like",
  secret_like_meaning: "Something like a secret was removed",
  secret_like_definition:
    "Memories in use with a placeholder where a secret or personal data was removed, when they were stored or by a newer rule later. The removed text is not stored. A memory without the placeholder is no longer counted.",
  instruction_like: "Instruction-like",
  instruction_like_meaning: "Give instructions to AI models",
  instruction_like_definition: "Quarantined memories: they are not served until a lead releases them.",

  /** What is counted, under its number. */
  counted_groups: "{count, plural, one {group} other {groups}}",
  counted_pairs: "{count, plural, one {pair} other {pairs}}",
  counted_conflicts: "{count, plural, one {conflict} other {conflicts}}",
  counted_suggestions: "{count, plural, one {suggestion} other {suggestions}}",
  counted_memories: "{count, plural, one {memory} other {memories}}",
};
