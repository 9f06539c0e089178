import type { Cadence, NotificationKind } from "@/lib/notifications/contract";

/** What a person is notified of, as a sentence's object. */
export const KIND_WORDS: Readonly<Record<NotificationKind, string>> = {
  mention: "Somebody mentions me",
  assigned: "I am assigned something",
  comment: "Comments on what I am assigned or commented on",
  proposal: "Proposals to decide",
  drift: "Memories that drifted",
  suspicious_head: "Suspicious heads",
  conflict: "Conflicts",
  quarantine: "Quarantined texts",
  suggestion: "Agents' suggestions",
  unclassified: "Findings without a rule",
  failure: "Failures that came back",
  import: "Imports to confirm",
};

export const CADENCE_WORDS: Readonly<Record<Cadence, string>> = {
  off: "off",
  in_app: "in Casebook only",
  at_once: "e-mail at once",
  daily: "daily digest",
  weekly: "weekly digest",
};
