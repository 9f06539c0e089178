/** The dialog that drafts proposals. */
export default {
  title: "Draft proposals",
  draft: "Draft",
  outcome_created: "new",
  outcome_updated: "new evidence added",
  outcome_updated_wanted: "drafted again",
  outcome_unchanged: "already open",
  nothing: "Nothing was proposed.",
  message: "{message}.",
  proposals: "Proposals",
  proposal_facts: "{skill}, {count, plural, one {# finding} other {# findings}}",
  considered: "Rules considered",
  result: "Result",
  every_rule: "Every high-rejection rule and its result",
  rejected: "{rejected, number} of {flagged, number} rejected",
  rejected_in: "{rejected, number} of {flagged, number} rejected, {skill}",
  propose_anyway: "Propose it anyway",
  not_enough:
    "No rule was rejected often enough, over enough findings, to justify a change. No proposal was drafted.",
  from_every: "From the high-rejection rules of every repository.",
  from_repository: "From the high-rejection rules of {repository}.",
  in_every: "{rule}, in the skills of every repository that contain it.",
  in_repository: "{rule}, in the skills of {repository} that contain it.",
  explanation:
    "Each skill is judged by the findings that it answers for; a rule that is often rejected among them is matched with the section that contains it. Where the evidence supports a change, a proposal is drafted.",
  lead_decides: "{explanation} A lead decides on it; no file is changed until then.",
  all_findings:
    "All its rejected findings since a skill last addressed it count, not only those of the period on the screen. An open proposal for the same section is drafted again.",
  failed: "No proposal was drafted.",
};
