/** What waits in the inbox of reviews: findings without a rule, and imports to confirm. */
export default {
  findings_unreadable: "The findings could not be loaded.",
  findings_keys: "Unclassified findings",
  accept: "Accept the suggestion: {rule}",
  move: "Move to {rule}",
  was_put: "Moved to {rule}",
  moved: "Moved",
  choose_another: "Choose another rule",
  another: "Another rule",
  findings_of_title:
    "{count, plural, one {# finding} other {# findings}} of this title, {rejected, number} rejected. Once you choose a rule, similar titles are assigned to it automatically.",
  suggested: "Suggested rules",
  open_finding: "Open one of the findings",
  import_unreadable: "The import could not be loaded.",
  import_keys: "Import to confirm",
  import_stored: "Confirmed: it is being stored",
  import_not_confirmed: "The import could not be confirmed",
  confirm: "Confirm: store what it shows",
  confirmed: "Confirmed",
  store: "Store {count, number}",
  import_items:
    "From {kind, select, evaluations {evaluations} sarif {SARIF} other {pull request}}: {draft, plural, one {# item} other {# items}} to be stored, {skipped, number} left out, of {total, number}.",
  review_items: "Review the items",
};
