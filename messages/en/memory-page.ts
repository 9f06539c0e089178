/** One memory in full: what it says, where it is from, what it was once. */
export default {
  all: "Memories",
  loading: "Loading the memory",
  unreadable: "The memory could not be loaded.",
  pinned: "pinned",
  pinned_meaning: "Pinned memories never expire.",
  addressed: "addressed <when></when>",
  addressed_meaning: "A skill now contains it: left out of packs, still found by search.",
  deleted: "Deleted <when></when>. It is not served and not found by search. Restore it to use it again.",
  /** The reason is the server's, and goes on from "it". */
  held: "Held back from other agents <when></when>, because it {reason}.",
  decide: "Decide",
  open_replacement: "Open what replaced it",
  kept_unnamed:
    "It was learned in an unnamed repository, so it is not served. Make it global, or undo this in its history.",
  kept_for:
    "It was learned in <name></name>, which is not registered here, so it is not served. Once the repository is registered, its agents are served it.",
  more_tags: "{count, plural, one {# more tag} other {# more tags}}",

  citations: "Citations",
  citations_counted: "Citations ({count})",
  citations_definition:
    "The lines that support it. It is served only while all of them are unchanged, moved or renamed.",
  no_citations: "It has no citations, so nothing can be checked. Judge it by its origin.",
  probe: "Probe",
  probe_definition:
    "An ast-grep rule. The whole repository is searched for it when it is stored; each check then searches the changed files. Agents that work on code that violates it are shown where.",
  applies_to: "Applies to",
  applies_to_definition:
    "The changes for which it is served: files, kinds of change, agents. Inferred when it is stored, until somebody corrects it.",
  versions: "Versions",
  version_stored: "stored <when></when>",
  this_version: "this memory",
  details: "Details",
  reasoning: "Reasoning",
  outcome: "Outcome",
  similar: "Similar memories",
  similarity: "{share} similar",
  suspected_duplicate: "suspected duplicate",

  depends_on: "Depends on",
  depends_on_counted: "Depends on ({count, number})",
  depends_on_definition:
    "Values and functions that its cited lines use or its statement names, if the repository defines them exactly once. When one changes, the memory is served with the change, and somebody decides whether it is still true.",
  depends_on_unreadable: "What it depends on could not be loaded.",
  depends_on_more: "And {count, number} more.",
  support_changed: "changed <when></when>: is it still true?",
  support_place: "{kind}, <place></place>",

  quality: "Quality",
  quality_definition:
    "A score between 0 and 1. It starts from the memory's details; recalls, uses and checks change it. High from 0.70, low below 0.50.",
  quality_not_served:
    "It is {status}, so it is not served. The score reflects its details and how it was used before, not whether it is true.",
  uses: "Where it was used",
  history: "History",

  origin: "Origin",
  stored_by: "Stored by",
  agent: "Agent",
  about: "About",
  source: "Source",
  session: "Session",
  learned_in: "Learned in",
  stored: "Stored",
  confirmed: "Confirmed",
  confidence: "Confidence",
  confidence_of: "{share} <whose>of the extractor</whose>",
  served: "Served",
  observed: "Observed",
  verified: "Verified",
  times: "{count, plural, =0 {never} one {once} other {# times}}",
  redacted: "Redacted",
  id: "Id",
  copy_id: "Copy the id",
  conversation: "a conversation",
  conversation_line: "line {line, number} of a conversation",

  /** Of an earlier moment. */
  as_of: "As of {at} ({time_zone})",
  did_not_exist: "It did not exist yet.",
  was: "It was <status></status>",
  since_then: "Since then: {became}",
  since_then_at: "Since then: {became}, <when></when>",
  side_then: "then",
  side_now: "now",
  none: "none",
  yes: "yes",
  no: "no",
};
