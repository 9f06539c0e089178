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

/** What a key means wherever it works, for the list of keys. */
export const DECISION_KEY_MEANINGS: Readonly<Record<Decision, string>> = {
  accept: "Accept: approve, still true, both are true; asks for a reason where accepting is risky",
  reject: "Reject, with the reason",
  first: "Keep the first of several; 2 keeps the second, and so on",
  second: "Keep the second of several",
  edit: "Edit or correct",
  comment: "Comment; @ and a name notifies that person",
  skip: "Skip to the next one",
  undo: "Undo the last decision",
  next: "Next in the list",
  previous: "Previous in the list",
  open: "Open as a page",
  select: "Select for bulk actions",
  view: "Side by side, or unified",
  checkAgain: "Check again, and confirm if valid",
  follow: "Cite the same text where it is now",
  nextHunk: "Next hunk of a proposal",
  previousHunk: "Previous hunk of a proposal",
  takeHunk: "Include or leave out the hunk",
  markSeen: "Mark the hunk as viewed",
  later: "Snooze",
  owner: "Assign",
};

export const DECISIONS = Object.keys(DECISION_KEYS) as Decision[];
