import type { decisionKeys } from "@/messages/compiled/decision-keys";
import type { PlainKey } from "@/messages/message";

/** One key for each thing that can be done where items are decided one by one; the same on every such screen. */
export const DECISION_KEYS = {
  accept: "a",
  reject: "r",
  first: "1",
  second: "2",
  edit: "e",
  comment: "c",
  skip: "s",
  undo: "z",
  next: "j",
  previous: "k",
  open: "Enter",
  select: "x",
  view: "v",
  checkAgain: "t",
  follow: "f",
  nextHunk: "n",
  previousHunk: "p",
  takeHunk: "h",
  markSeen: "m",
  later: "l",
  owner: "o",
} as const;

type Decision = keyof typeof DECISION_KEYS;

/** What a key means wherever it works, for the list of keys: keys of texts. */
export const DECISION_KEY_MEANINGS: Readonly<Record<Decision, PlainKey<typeof decisionKeys>>> = {
  accept: "accept",
  reject: "reject",
  first: "first",
  second: "second",
  edit: "edit",
  comment: "comment",
  skip: "skip",
  undo: "undo",
  next: "next",
  previous: "previous",
  open: "open",
  select: "select",
  view: "view",
  checkAgain: "check_again",
  follow: "follow",
  nextHunk: "next_hunk",
  previousHunk: "previous_hunk",
  takeHunk: "take_hunk",
  markSeen: "mark_seen",
  later: "later",
  owner: "owner",
};

export const DECISIONS = Object.keys(DECISION_KEYS) as Decision[];
