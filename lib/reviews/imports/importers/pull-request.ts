import { type Disposition, MAX_PROSE, MAX_TITLE } from "../../contract";
import { clip, type DraftItem, titleOf } from "./draft";
import { asksBack, isPraise, isThanks, type Stance, stanceOf } from "./thread-words";

/** One comment of a review thread. */
export type ThreadComment = {
  author: string | null;
  body: string;
  url: string;
  created_at: string;
};

/** A review thread of a pull request, as GitHub has it. */
export type ReviewThread = {
  id: string;
  resolved: boolean;
  resolved_by: string | null;
  /** GitHub's word that the lines are no longer those that were commented on. */
  outdated: boolean;
  path: string;
  /** Lines of the file at the commit that was commented on; null for a comment on the whole file. */
  line_start: number | null;
  line_end: number | null;
  comments: readonly ThreadComment[];
};

/** Whether a commit after the comment changed the lines it is about; null when that could not be found out. */
export type ChangedAfter = (thread: ReviewThread) => { changed: boolean | null; how: string };

/** What a bot writes below its own comment once a commit did what it asked. */
const BOT_ADDRESSED = /^[✅☑✔]\uFE0F? ?Addressed in commits? .+$/mu;

/**
 * A review thread as a draft. The first comment is the finding, unless it only praises; what was decided follows from the
 * last answer of somebody else that decides anything, and from what the lines show:
 * - an answer that disagrees → reject with that answer, resolved or not;
 * - resolved, and a later commit changed the lines → implement;
 * - resolved, and an answer says that it was mended → implement, for much is mended elsewhere than at its lines;
 * - resolved without a change, and an answer agrees → clarify; puts it off → defer; else reject;
 * - open, and the reviewer or an answer says that it was mended → implement;
 * - open, and an answer puts it off → defer; open otherwise → defer, for nobody decided.
 * What people say decides before what the lines show only where it disagrees: a change nearby can have another cause.
 */
export function draftOfThread(thread: ReviewThread, changedAfter: ChangedAfter): DraftItem | null {
  const [first, ...replies] = thread.comments;
  if (!first) return null;
  const place = placeOf(thread);
  const decided = decide(thread, first, replies, changedAfter);
  const words = wordsOf(first.body);
  const suggestion = /```suggestion[^\n]*\n([\s\S]*?)```/.exec(first.body)?.[1];
  return {
    item: {
      title: titleOf(words.replace(/```[\s\S]*?```/g, " "), MAX_TITLE),
      original_issue: clip(words, MAX_PROSE),
      ...place,
      ...(decided.reason !== null && { reason: clip(decided.reason, MAX_PROSE) }),
      ...(suggestion !== undefined && { suggested_fix: clip(suggestion, MAX_PROSE) }),
    },
    disposition: decided.disposition,
    because: decided.because,
    key: `github:${thread.id}`,
    url: /^https:\/\//.test(first.url) ? first.url : null,
    agent: first.author === null ? null : clip(first.author, 100),
  };
}

/** A line that only files a comment: `_Potential issue_ | _Minor_`. */
const LABELS = /^[ \t]*(?:_[^_\n]+_[ \t]*(?:\|[ \t]*)?)+$/gm;

/** What a comment says to people: without folded details, hidden comments and lines of labels. */
function wordsOf(body: string): string {
  const words = body
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/<details>[\s\S]*<\/details>/gi, "")
    .replace(LABELS, "")
    .replace(BOT_ADDRESSED, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (words === "") return body;
  return words;
}

function placeOf({ path, line_start, line_end }: ReviewThread) {
  const outside = path === "" || path.length > 1000 || path.startsWith("/") || path.split("/").includes("..");
  const line = line_start ?? line_end;
  if (outside) return {};
  return { file_path: path, ...(!(line === null || line < 1) && { line }) };
}

type Decided = Pick<DraftItem, "disposition" | "because"> & { reason: string | null };

const said = (comment: ThreadComment) => `${by(comment)}: ${comment.body}`;

const by = ({ author }: ThreadComment, unknown = "somebody") => author ?? unknown;

type Answer = { comment: ThreadComment; stance: Stance };

function decide(
  thread: ReviewThread,
  first: ThreadComment,
  replies: readonly ThreadComment[],
  changedAfter: ChangedAfter,
): Decided {
  if (isPraise(wordsOf(first.body)))
    return { disposition: null, because: "It praises and asks for nothing: it is no finding.", reason: null };
  const answers = replies.filter(({ author, body }) => author !== first.author && !isThanks(body));
  const last = answers.at(-1);
  const deciding = answers.flatMap((comment): Answer[] => {
    const stance = stanceOf(comment.body);
    if (stance === null) return [];
    return [{ comment, stance }];
  });
  const decisive = deciding.at(-1);
  if (decisive?.stance === "disagrees") {
    const { comment } = decisive;
    if (comment === last || (thread.resolved && !changedAfter(thread).changed))
      return {
        disposition: "reject",
        because: `${by(comment, "Somebody")} disagreed in a reply.`,
        reason: said(comment),
      };
  }
  if (thread.resolved) return decideResolved(thread, { last, decisive }, changedAfter);
  return decideOpen(first, { last, decisive });
}

type Answers = { last: ThreadComment | undefined; decisive: Answer | undefined };

function decideResolved(
  thread: ReviewThread,
  { last, decisive }: Answers,
  changedAfter: ChangedAfter,
): Decided {
  const who = thread.resolved_by === null ? "Resolved" : `Resolved by ${thread.resolved_by}`;
  const { changed, how } = changedAfter(thread);
  const reason = last ? said(last) : null;
  if (changed) return { disposition: "implement", because: `${who}, and ${how}.`, reason };
  if (decisive && decisive.stance !== "disagrees") {
    const { disposition, words } = afterAnswer(decisive, changed);
    return { disposition, because: `${who}; ${how}, ${words}.`, reason: said(decisive.comment) };
  }
  if (changed === null) return { disposition: "clarify", because: `${who}, but ${how}.`, reason };
  return {
    disposition: "reject",
    because: `${who}, and ${how}.`,
    reason: reason ?? "Resolved without a change and without a reply.",
  };
}

/** What an answer makes of a resolved thread whose lines did not change (null: nobody knows), as the end of a sentence. */
function afterAnswer(
  { comment, stance }: Answer,
  changed: boolean | null,
): { disposition: Disposition; words: string } {
  switch (stance) {
    case "done":
      return { disposition: "implement", words: `and ${by(comment)} says that it was done` };
    case "later":
      return { disposition: "defer", words: `and ${by(comment)} postponed it` };
    default:
      if (changed === null) return { disposition: "implement", words: `and ${by(comment)} agrees` };
      return { disposition: "clarify", words: `but ${by(comment)} agrees` };
  }
}

function decideOpen(first: ThreadComment, { last, decisive }: Answers): Decided {
  const addressed = BOT_ADDRESSED.exec(first.body)?.[0];
  if (addressed !== undefined)
    return {
      disposition: "implement",
      because: "Open, but its reviewer notes that it was addressed.",
      reason: last ? said(last) : clip(addressed, 200),
    };
  if (decisive?.stance === "done")
    return {
      disposition: "implement",
      because: `Open, but ${by(decisive.comment)} says that it was done.`,
      reason: said(decisive.comment),
    };
  if (decisive?.stance === "later" && decisive.comment === last)
    return {
      disposition: "defer",
      because: `Open; ${by(last)} postponed it.`,
      reason: said(last),
    };
  if (last && asksBack(last.body))
    return {
      disposition: "clarify",
      because: `Open; ${by(last)} asked a question.`,
      reason: said(last),
    };
  return { disposition: "defer", because: "The thread is open: nobody has decided yet.", reason: null };
}

/**
 * True when a unified diff of one file (GitHub's `patch`) touches lines of the old side: it removes or replaces one of
 * them, or inserts between two of them. Lines count from 1, both inclusive.
 */
export function touchesLines(patch: string, line_start: number, line_end: number): boolean {
  let old = 0;
  for (const text of patch.split("\n")) {
    const header = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(text);
    if (header) old = Number(header[1]);
    else if (text.startsWith("-")) {
      if (old >= line_start && old <= line_end) return true;
      old += 1;
    } else if (text.startsWith("+")) {
      if (old > line_start && old <= line_end) return true;
    } else if (!text.startsWith("\\")) old += 1;
  }
  return false;
}
