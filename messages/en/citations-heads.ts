/** Commits at which many checks fail, above the queues and in the inbox. */
export default {
  list: "Suspicious heads",
  unreadable: "The commit could not be loaded.",
  keys: "Suspicious head",
  question: "Is <commit></commit> of {repository} right?",
  fails:
    "<strong>{memories, number} of {in_service, plural, one {# memory} other {# memories}} of {repository} {memories, plural, one {fails} other {fail}} the check</strong> at commit <commit></commit>, found <when></when>. It may be a wrong branch or an unfinished push, so no memory was changed. Until a lead decides, agents get these memories only in the list “check before use”. If a commit a day later fails in the same way, this one counts as confirmed.",
  verdicts: "What failed, next to the last recorded results",
  verdict: "<place></place> last recorded as {status}, at this head {found}",
  more: "And {count, number} more.",

  dismiss: "Dismiss",
  dismiss_keys: "Dismiss: this commit changes nothing",
  confirm: "Confirm the failures",
  confirm_keys: "Confirm the failures, with the reason",
  confirm_meaning:
    "{count, plural, one {# memory} other {# memories}} of {repository} will be checked again; those that fail are no longer served to agents.",
  confirm_why: "Why this commit is right",
  confirm_why_hint: "Recorded in the audit.",
  confirm_why_example: "The move to the new layout is on the default branch.",
  confirm_send: "Confirm",
  not_saved: "The decision could not be saved",
  said_confirm: "Confirmed: these memories are being checked again",
  said_dismiss: "Dismissed: this commit changes nothing",
  done_confirm: "Confirmed",
  done_dismiss: "Dismissed",
};
