/** Rotating and revoking an agent key, and showing a new one. */
export default {
  shown_title: "Key for {agent}",
  shown_once: "This is the only time it is shown. Keep it where the agent runs, never in a repository.",
  shown_key: "Agent key",
  done: "Done",
  cancel: "Cancel",
  rotate_title: "Rotate {name}?",
  rotate_effect:
    "A new secret with the same name, agent, permissions and repositories. The old key keeps working for the time you choose, so that you can switch the agent over.",
  rotate: "Rotate",
  old_key: "The old key",
  overlap_none: "ends at once",
  overlap_hour: "works 1 hour more",
  overlap_day: "24 hours",
  overlap_week: "7 days",
  overlap_none_meaning:
    "For a key that may have been seen by others. Agents that still use it are refused at once.",
  old_key_refused: "The old key <code>{prefix}…</code> is refused from now on.",
  old_key_ends: "The old key <code>{prefix}…</code> ends <when></when>.",
  revoke_title: "Revoke {name}?",
  revoke: "Revoke",
  revoke_effect:
    "Every agent that uses this key is refused from now on. What it wrote stays. A revoked key cannot be restored; rotate it instead if its agent should keep working.",
  revoke_made:
    "Also revoke the keys that an agent created with it, and keys created with those: <named>{names}</named>",
  revoked: "The key {name} is revoked",
  revoked_with_made: "The key {name} and the keys created with it are revoked",
};
