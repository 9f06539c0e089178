import { jaccard } from "@/lib/text/similarity";
import { termsOf } from "@/lib/text/terms";
import type { DraftFinding } from "./evidence";

/** What says of findings that were rejected for one reason what they are, to somebody who knows none of them. */

/** What was flagged, and why it was wrong; `reason` is empty where nobody gave one. */
export type CaseWords = { title: string; reason: string };

/** Characters of an example in a line. */
export const MAX_EXAMPLE = 80;

/** A reason that points to another comment or place, which nobody sees who reads the skill. */
const POINTS_ELSEWHERE =
  /\b(?:again|same (?:thing|here|as|reason|story|answer|comment|issue)|see (?:the|my|our|above|below|other|also|#?\d)|as (?:above|before|below|(?:i|we)(?: already)? said)|(?:the )?(?:above|below|other)(?: comment| thread| one)s?|likewise|ditto|already (?:said|discussed|answered|explained)|here (?:too|as well))\b|^(?:this|that)(?: is|['’]s| was)\b/i;

/** Words from which a title says what was flagged, and is not only the id of a rule. */
const LEAST_WORDS = 2;

const isInWords = (text: string) => text.trim().split(/\s+/).length >= LEAST_WORDS;

/** The id of a rule that a text begins with, as analyzers write it: “B101: …”, “[no-unused-vars] …”. */
const LEADING_ID = /^\[?(?=\S*[\d./-])[\w@./-]+(?:\]:?|:)\s+(?=\S+\s)/;

/** The title as far as a line holds it: without an id before it, its first sentence where the whole is too long. */
function exampleOf(text: string): string {
  const whole = text.trim().replace(LEADING_ID, "");
  if (whole.length <= MAX_EXAMPLE) return whole;
  const [sentence = whole] = whole.split(/(?<=\w{2}[)`'"”]?)[.!?:;]\s/);
  if (isInWords(sentence)) return sentence;
  return whole;
}

/** How much each text has in common with all of them, by its words. */
function likenessesOf(texts: readonly string[]): number[] {
  const terms = texts.map(termsOf);
  return terms.map((own) => terms.reduce((sum, other) => sum + jaccard(own, other), 0));
}

/** What was flagged: of the titles in words, or where none is of the issues, the one most like all; of equals the first. */
function titleOf(cluster: readonly DraftFinding[]): string {
  const titles = cluster.map(({ title }) => title).filter(isInWords);
  const issues = cluster.flatMap(({ original_issue }) => original_issue ?? []).filter(isInWords);
  const [texts = []] = [titles, issues, cluster.map(({ title }) => title)].filter((some) => some.length > 0);
  const likenesses = likenessesOf(texts);
  return exampleOf(texts[likenesses.indexOf(Math.max(...likenesses))] ?? "");
}

/**
 * Why it was wrong: of the reasons that can be understood alone, the longest of those that are as like the others as the
 * middle one; short ones and those with everybody's words say least.
 */
function reasonOf(cluster: readonly DraftFinding[]): string {
  const reasons = cluster.map(({ reason }) => reason?.trim() ?? "").filter((reason) => reason !== "");
  const alone = reasons.filter((reason) => !POINTS_ELSEWHERE.test(reason));
  const texts = alone.length > 0 ? alone : reasons;
  const likenesses = likenessesOf(texts);
  const middle = [...likenesses].sort((a, b) => b - a)[Math.floor((likenesses.length - 1) / 2)] ?? 0;
  return texts
    .filter((_, at) => (likenesses[at] ?? 0) >= middle)
    .reduce((longest, text) => {
      if (text.length > longest.length) return text;
      return longest;
    }, "");
}

/** The title and the reason that tell a group of findings; each may come from another finding of it. */
export const caseWordsOf = (cluster: readonly DraftFinding[]): CaseWords => ({
  title: titleOf(cluster),
  reason: reasonOf(cluster),
});
