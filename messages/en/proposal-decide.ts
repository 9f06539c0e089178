/** The dialogs that decide a proposal, and taking a decision back. */
export default {
  open_proposal: "Open the proposal",
  reloaded: "The proposal was reloaded. Close this dialog, review what changed, then decide.",
  approve_all: "Approve the proposal",
  approve_some: "Approve {count, number} of {hunks, number} hunks",
  approve_creates:
    "Version {version, number} of {skill} is created and delivered to <file>{path}</file>. Nothing outside the hunks changes, and any version can be reverted.",
  approve_wording: "{count, plural, one {One hunk uses your wording.} other {# hunks use your wording.}}",
  approve_left: "{count, plural, one {One hunk is rejected.} other {# hunks are rejected.}}",
  approve_addresses:
    "Their findings and memories are marked as addressed; the rules' other findings still count.",
  approve_feedback: "Feedback (optional)",
  feedback_hint: "Stored with the decision.",
  approve: "Approve",
  was_approved: "Approved: version {version} of {skill}",
  addressed:
    "{findings, plural, one {# finding} other {# findings}} and {memories, plural, one {# memory} other {# memories}} marked as addressed.",
  reject_title: "Reject the proposal",
  reject_description:
    "No hunk of it is proposed again until its evidence has grown by half and by at least 3 findings.",
  reject_reason: "Why",
  reject: "Reject",
  was_rejected: "Rejected",
  was_undone: "The decision was undone",
  open_again: "The proposal is open again.",
  open_again_with_version:
    "Version {version} of {skill} has the text from before; the proposal is open again.",
  not_undone: "The decision could not be undone",
};
