/** What came of decisions on memories. */
export default {
  /** `count`: of how many memories it is said. */
  released: "{count, plural, one {Memory released} other {# memories released}}",
  released_effect: "Can be served to agents now.",
  rejected: "{count, plural, one {Memory rejected} other {# memories rejected}}",
  rejected_effect: "Invalid now, and not served to agents.",
  superseded_back:
    "{count, plural, one {Memory no longer superseded} other {# memories no longer superseded}}",
  global: "{count, plural, one {Memory global now} other {# memories global now}}",
  global_effect: "It reaches every repository.",
  not_global: "{count, plural, one {Memory not made global} other {# memories not made global}}",
  addressed: "{count, plural, one {Memory marked as addressed} other {# memories marked as addressed}}",
  addressed_already: "All of them were already marked",
  addressed_effect: "Left out of context packs, still found by search.",
  not_addressed:
    "{count, plural, one {Memory no longer marked as addressed} other {# memories no longer marked as addressed}}",
  not_addressed_already: "None of them was marked",
  restored: "{count, plural, one {Memory restored} other {# memories restored}}",
  back_in_quarantine:
    "{count, plural, one {Memory back in quarantine} other {# memories back in quarantine}}",
  refreshed: "{count, plural, one {Memory refreshed} other {# memories refreshed}}",
  refreshed_effect: "Every citation is valid at the newest commit.",
  recited:
    "{count, plural, one {Memory confirmed: it cites the new lines} other {# memories confirmed: they cite the new lines}}",
  recited_effect: "From now on, checks compare with these lines.",
  recited_back:
    "{count, plural, one {Memory cites its previous lines again} other {# memories cite their previous lines again}}",
  followed:
    "{count, plural, one {Memory moved to where its text is now} other {# memories moved to where its text is now}}",
  followed_back:
    "{count, plural, one {Memory cites its previous place again} other {# memories cite their previous places again}}",
  invalidated: "{count, plural, one {Memory invalidated} other {# memories invalidated}}",
  invalidated_effect: "No longer served to agents.",
  deleted: "{count, plural, one {Memory deleted} other {# memories deleted}}",
  deleted_effect: "Can be restored from the list of deleted memories.",
  suggested: "{count, plural, one {Memory suggested} other {# memories suggested}}",
  suggested_effect: "A lead decides whether it becomes global.",
  suggested_back: "{count, plural, one {Memory no longer suggested} other {# memories no longer suggested}}",
  global_back:
    "{count, plural, one {Memory restored to its previous state} other {# memories restored to their previous states}}",
  pinned: "{count, plural, one {Memory pinned} other {# memories pinned}}",
  pinned_effect: "Pinned memories never expire.",
  unpinned: "{count, plural, one {Memory unpinned} other {# memories unpinned}}",
  /** What could not be done: to the only memory (one), or to some of several (other). */
  could_not:
    "{which, select, only {The memory could not be {done}} one {Memory could not be {done}} other {{count, number} memories could not be {done}}}",
  /** What could not be done, for the text before. */
  done_released: "released",
  done_rejected: "rejected",
  done_global: "made global",
  done_dismissed: "dismissed",
  done_restored: "restored",
  done_put_back: "put back",
  done_refreshed: "refreshed",
  done_moved: "moved to the new lines",
  done_followed: "followed",
  done_invalidated: "invalidated",
  done_deleted: "deleted",
  done_suggested: "suggested",
  done_pinned: "pinned",
  done_unpinned: "unpinned",
  undone: "Undone",
  unmark_failed: "The mark could not be undone",
  mark_failed: "The memories could not be marked",
  refreshed_uncited: "It has no citations, so your confirmation counts.",
  not_refreshed_unreachable: "Not refreshed: the repository could not be read",
  not_refreshed_unreachable_hint:
    "This does not count against the memory. Fetch the repository, then try again.",
  not_refreshed_invalid: "Not refreshed: a citation is edited or missing",
  not_refreshed_invalid_hint: "Correct it with the code as it is now, or invalidate it.",
  refresh_failed: "The memory could not be refreshed",
  nothing_to_check: "Nothing to check: it has no citations",
  checked_valid: "{count, plural, one {Checked # citation: valid} other {Checked # citations: all valid}}",
  checked_unknown:
    "{count, plural, one {Checked # citation} other {Checked # citations}}: {unknown, number} could not be read",
  checked_unknown_hint: "What cannot be read does not count against the memory.",
  checked_invalid:
    "{count, plural, one {Checked # citation} other {Checked # citations}}: {invalid, number} edited or missing",
  checked_invalid_hint: "The memory is not served until someone decides.",
  check_failed: "The citations could not be checked",
};
