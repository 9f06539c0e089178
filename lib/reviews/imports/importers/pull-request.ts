import { MAX_PROSE, MAX_TITLE } from "../../contract";
import { clip, type DraftItem, titleOf } from "./draft";

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

const DISAGREES =
  /\b(?:(?:i |we )?disagree|won['’]?t fix|wont fix|will not (?:fix|change)|not (?:a|an) (?:bug|issue|problem)|false positive|by design|(?:is|was|are) intentional|intentionally|on purpose|not applicable|doesn['’]?t apply|does not apply|no need to|not needed|unnecessary|leave (?:it|this) as(?: it)? is|keep (?:it|this) as(?: it)? is|nit ?pick|declin(?:e|ed|ing)|incorrect suggestion|not worth|out of scope)\b/i;
const AGREES =
  /\b(?:done|fixed|addressed|good (?:catch|point|call)|thanks,? (?:fixed|done|changed)|will (?:fix|do)|updated|changed|restored|removed)\b/i;
const LATER =
  /\b(?:follow[- ]?up|later|separate (?:pr|pull request|issue)|another (?:pr|pull request)|next (?:pr|release|iteration)|todo|deferred?|backlog)\b/i;
/** What a bot writes below its own comment once a commit did what it asked. */
const BOT_ADDRESSED = /^[✅☑✔]\uFE0F? ?Addressed in commits? .+$/mu;
const ASKS = /\?\s*$/;

/**
 * A review thread as a draft. The first comment is the finding; what was decided follows from the thread's end:
 * - resolved, and a later commit changed the lines → implement;
 * - resolved without a change → reject; the last reply of somebody else is the reason;
 * - a reply that disagrees → reject with that reply, resolved or not;
 * - open, and the reviewer notes that it was addressed → implement;
 * - open, and the last reply puts it off → defer; open otherwise → defer, for nobody decided.
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

const said = ({ author, body }: ThreadComment) => `${author ?? "somebody"}: ${body}`;

function decide(
  thread: ReviewThread,
  first: ThreadComment,
  replies: readonly ThreadComment[],
  changedAfter: ChangedAfter,
): Decided {
  const answers = replies.filter(({ author }) => author !== first.author);
  const last = answers.at(-1);
  const no = answers.findLast(({ body }) => DISAGREES.test(body) && !AGREES.test(body));
  const isLastWord = no !== undefined && no === last;
  if (no && (isLastWord || (thread.resolved && !changedAfter(thread).changed)))
    return {
      disposition: "reject",
      because: `${no.author ?? "Somebody"} disagreed in a reply.`,
      reason: said(no),
    };
  if (thread.resolved) return decideResolved(thread, last, changedAfter);
  return decideOpen(first, last);
}

function decideResolved(
  thread: ReviewThread,
  last: ThreadComment | undefined,
  changedAfter: ChangedAfter,
): Decided {
  const by = thread.resolved_by === null ? "Resolved" : `Resolved by ${thread.resolved_by}`;
  const { changed, how } = changedAfter(thread);
  const reason = last ? said(last) : null;
  if (changed) return { disposition: "implement", because: `${by}, and ${how}.`, reason };
  if (changed === null && last && AGREES.test(last.body))
    return { disposition: "implement", because: `${by}; ${how}, and the last reply agrees.`, reason };
  if (changed === null) return { disposition: "clarify", because: `${by}, but ${how}.`, reason };
  return {
    disposition: "reject",
    because: `${by}, and ${how}.`,
    reason: reason ?? "Resolved without a change and without a reply.",
  };
}

function decideOpen(first: ThreadComment, last: ThreadComment | undefined): Decided {
  const addressed = BOT_ADDRESSED.exec(first.body)?.[0];
  if (addressed !== undefined)
    return {
      disposition: "implement",
      because: "Open, but its reviewer notes that it was addressed.",
      reason: last ? said(last) : clip(addressed, 200),
    };
  if (last && LATER.test(last.body))
    return {
      disposition: "defer",
      because: `Open; ${last.author ?? "somebody"} postponed it.`,
      reason: said(last),
    };
  if (last && ASKS.test(last.body))
    return {
      disposition: "clarify",
      because: `Open; ${last.author ?? "somebody"} asked a question.`,
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
