/** What the comments of a review thread say, by their words. */

/**
 * What an answer decides: `done` says that it was mended, `agrees` that the finding is right, `later` that it is put off,
 * `disagrees` that it is none. Null: it decides nothing.
 */
export type Stance = "done" | "agrees" | "later" | "disagrees";

const DISAGREES =
  /\b(?:(?:i |we )?disagree|won['’]?t fix|wont fix|will not (?:fix|change)|not (?:a|an) (?:bug|issue|problem)|false positive|by design|(?:is|was|are) intentional|intentionally|on purpose|not applicable|doesn['’]?t apply|does not apply|no need to|not needed|unnecessary|leave (?:it|this) as(?: it)? is|keep (?:it|this) as(?: it)? is|nit ?pick|declin(?:e|ed|ing)|incorrect suggestion|not worth|out of scope)\b/i;
/** A plain no. It can admit what the finding asks, too (“No, good catch”), so what else is said goes before it. */
const SAYS_NO = /^\s*(?:no|nope|nah)(?=\s*[,.!—–-])|\bso,? no\b[.!]?\s*$/i;

const MENDED =
  "done|fixed|addressed|updated|changed|restored|removed|added|pushed|applied|renamed|moved|adjusted|implemented|reworded|corrected|sorted";
/** That something was mended, as a clause of its own begins: “Added in a1b2c3d”, and not “this is added by the framework”. */
const DONE = new RegExp(
  String.raw`(?:^|[.!?,;:—–-]\s*|\n\s*|\b(?:i|i['’]ve|i have|we|we['’]ve|we have|and|now|just|also|ok|okay|yes|yep|yeah|sure|thanks|(?:is|are|should be) now)\s+)(?:${MENDED})\b`,
  "i",
);
/** “That was fixed before” is no mending of this finding. */
const NOT_DONE =
  /\b(?:not|never|n['’]t|already|before|previously|will be|to be)\s+(?:\w+\s+)?(?:done|fixed|addressed|changed)\b/i;
const AGREES =
  /\b(?:agreed?|good (?:catch|point|call|idea)|makes sense|you(?:['’]re| are) right|great catch|nice catch|thanks,? (?:fixed|done|changed)|will (?:fix|do)|on it|done|fixed|addressed)\b|(?:^|\s)\+1\b|👍/i;

const LATER =
  /\b(?:follow[- ]?up|later|separate (?:pr|pull request|issue)|another (?:pr|pull request)|next (?:pr|release|iteration)|todo|deferred?|backlog)\b/i;

/** What an answer decides, by the strongest of its words; see `Stance`. */
export function stanceOf(body: string): Stance | null {
  if (DONE.test(body) && !NOT_DONE.test(body)) return "done";
  if (DISAGREES.test(body)) return "disagrees";
  if (LATER.test(body)) return "later";
  if (AGREES.test(body)) return "agrees";
  if (SAYS_NO.test(body)) return "disagrees";
  return null;
}

/** Whether a comment ends with a question. */
export const asksBack = (body: string): boolean => /\?\s*$/.test(body);

const THANKS = String.raw`(?:many )?(?:thanks|thank you|thx|ty|cheers)(?: (?:a lot|so much|again|all|everyone|@[\w-]+|for (?:the|your|this|that|a|all)(?: [\w-]+){0,3}))?`;
const PRAISED =
  "test|tests|work|job|one|fix|cleanup|clean-up|refactor|refactoring|change|changes|touch|improvement|find|solution|approach|stuff|pr|addition";
const PRAISE = `lgtm|(?:this |that |it |all )?looks (?:really |very )?(?:good|great|nice)(?: to me)?|(?:very |really |so )?(?:nice|great|good|awesome|excellent|lovely|neat|clean)(?: (?:little )?(?:${PRAISED}))?|(?:i )?(?:love|like) (?:it|this|that)|well done|perfect|awesome|ship it`;

const isAllOf = (words: string) => {
  const pattern = new RegExp(`^(?:${words})$`, "i");
  return (body: string): boolean => {
    const parts = body
      .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|:[a-z_+]\w*:/gu, " ")
      .split(/[.,;!\n]|\s[—–-]\s/)
      .map((part) => part.trim().replace(/\s+/g, " "))
      .filter((part) => part !== "");
    return parts.length > 0 && parts.every((part) => pattern.test(part));
  };
};

/** Whether a comment thanks and says nothing else. */
export const isThanks = isAllOf(THANKS);

/** Whether a comment praises or thanks, and asks for nothing. */
export const isPraise = isAllOf(`${PRAISE}|${THANKS}`);
