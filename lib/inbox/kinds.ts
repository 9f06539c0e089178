/** What waits for a person, each kind decided by operations of its own module. */
export const INBOX_KINDS = [
  "proposal",
  "drift",
  "suspicious_head",
  "conflict",
  "quarantine",
  "suggestion",
  "unclassified",
  "failure",
  "import",
] as const;

export type InboxKind = (typeof INBOX_KINDS)[number];
