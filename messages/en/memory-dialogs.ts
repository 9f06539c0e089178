/** The dialogs that invalidate and correct a memory, or have it cite other lines. */
export default {
  invalidate_title: "{count, plural, one {Invalidate this memory} other {Invalidate # memories}}",
  invalidate: "{count, plural, one {Invalidate} other {Invalidate #}}",
  invalidate_description:
    "{count, plural, one {It is no longer served to agents. The reason is recorded in its history, and it can be restored.} other {They are no longer served to agents. The reason is recorded in the history of each, and they can be restored.}}",
  reason: "Reason",
  reason_hint: "What contradicts it? Shown to the next reader.",
  reason_example: "The limit is set per tenant since the move to the gateway.",
  supersede_title: "Supersede with a correction",
  supersede_description:
    "The corrected memory takes this one's place. Kind, repository, scope, category and tags stay; the old one stays in the history.",
  superseded: "Memory superseded",
  superseded_effect: "The corrected memory is served in its place.",
  true_now: "What is true now",
  correction_reason: "Why the old one is no longer true",
  correction_reason_hint: "Optional; shown in the history.",
  citations: "Citations, at the newest commit",
  citation_path: "Path of citation {place}",
  citation_first_line: "First line of citation {place}",
  citation_last_line: "Last line of citation {place}",
  remove_citation: "Remove citation {place}",
  as_it_is_now: "{path} as it is now",
  convention_needs_citation: "A convention needs at least one citation.",
  no_citations: "It will have no citations, so it cannot be checked.",
  add_lines: "Add lines",
  supersede: "Supersede",
  recite_title: "Still true: cite the new lines",
  recite_description: "The memory stays unchanged, cites these lines as they are now, and is served again.",
  recite_impossible:
    "The lines could not be read at a single commit. Close this dialog, check the citations again, then decide.",
  recite: "Still true: cite these lines",
};
