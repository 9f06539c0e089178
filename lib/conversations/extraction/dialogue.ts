import { allLines, outline, sectionsOf } from "@/lib/text/outline";
import { plainWordsOf } from "@/lib/text/words";

/** A sentence of a line that states a fact or a preference, as it was said. */
export type Stated = { statement: string; quote: string; confidence: number };

const MAX_PER_LINE = 10;
const MIN_WORDS = 4;
const MAX_CHARACTERS = 400;
const MAX_READ = 20_000;

const SENTENCE = /(?<=[.!?。！？])\s+(?=[\p{Lu}\p{N}"'`([*_]|\p{Lo})|\n+/u;

/** Asked, wished, supposed or only thought of: not stated. */
const UNSURE =
  /\?\s*$|^(?:if|when|whenever|unless|suppose|imagine|maybe|perhaps|could|can|would|should|do|does|did|is|are|was|were|what|why|how|where|who|which|thanks|thank you|sorry|hi|hello|hey|ok|okay|sure|great|nice|lol|hmm)\b(?!\s+note)|\b(?:maybe|perhaps|might|i guess|i think|i wonder|not sure|probably|seems?|hopefully|i(?:'d| would) like|could you|can you|would you|i assume|supposedly|let me know|let's see)\b/i;

/** What holds for the hour. */
const PASSING =
  /\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|just now|currently (?:trying|working|looking|running)|this (?:morning|afternoon|evening)|so far|last night|i(?:'m| am) (?:trying|going|looking|getting|seeing|about)|i(?:'ll| will)|i(?:'ve| have)? just|we(?:'ll| will) (?:see|try)|let me|i tried|i ran|i got|i found|i saw|brb|works for me)\b/i;

/** A habit, taste, circumstance or possession of who speaks. */
const ABOUT_SPEAKER =
  /\b(?:i|we)\s+(?:(?:usually|generally|mostly|always|never|also|only|all|both|still|really|strongly|deliberately|intentionally|currently|now|actually)\s+){0,2}(?:prefer|like|love|hate|dislike|avoid|use|run|deploy|host|keep|store|write|live|work|own|need|require|support|target|ship|release|build|test|maintain|have|follow|rely|want|don't|do not|can't|cannot|decided|chose|agreed|switched|moved|migrated|dropped|stopped|standardi[sz]ed|settled|opted|went with)\b/i;

const OF_SPEAKER =
  /^(?:(?:and|but|also|so|well|fyi|btw|by the way|actually|yes|no|oh)[,:]?\s+)*(?:our|my)\s+(?:[\w-]+\s+){1,6}?(?:is|are|was|were|has|have|uses?|runs?|lives?|needs?|must|requires?|expires?|costs?|supports?|starts?|ends?|goes|go|doesn't|don't|isn't|aren't|will|can|cannot|can't)\b/i;

/** "Remember that …", "Please always …", "never …": to be kept by who listens. */
const TO_KEEP =
  /^(?:(?:and|but|also|so|please|fyi|btw|by the way)[,:]?\s+)*(?:remember(?: that)?|note(?: that)?|keep in mind(?: that)?|be aware(?: that)?|for (?:future )?reference|fyi|(?:please\s+)?(?:always|never)\s+\p{L}|(?:please\s+)?(?:don't|do not) ever|from now on|the (?:rule|convention|policy) is|important:)/iu;

/** "You must always …", "we never …": a rule whatever its verb, but for what was once so. */
const RULE =
  /^(?:(?:and|but|also|so|please)[,:]?\s+)*(?:you|we|everybody|everyone)\s+(?:(?:must|should|have to|need to)\s+)?(?:always|never)\s+(?!(?:got|had|heard|saw|was|were|did|thought|found|knew|made|came|went|\w+ed)\b)\p{L}/iu;

/** What answers somebody before anything is said. */
const INTERJECTION =
  /^(?:(?:right|ok|okay|sure|yes|yeah|yep|no|nope|well|exactly|correct|agreed|oh)\s*(?:[,.:!;–—]|-(?=\s))\s*|that(?:'s| is) because\s+)+/i;

/** A place where a secret or personal data stood, or a phone number: what was said there is nobody else's to know. */
const PRIVATE = /\[[A-Z][A-Z_]{2,}\]|\+\d(?:[\s()./-]?\d){7,}/u;

const OPENING =
  /^(?:(?:please\s+)?(?:remember|note|keep in mind|be aware)(?:\s+that)?|fyi|btw|by the way|for (?:future )?reference|important)\s*[,:]?\s+/i;

/** A property of something that is named: code, a version, a path, an address. */
const NAMED =
  /`[^`]+`|\b\p{Lu}[\p{L}\p{N}]*(?:\.\p{L}+|\p{Lu})[\p{L}\p{N}]*|\b\w+_\w+|\bv?\d+(?:\.\d+)+\b|\b[\w-]+\/[\w-]+\b/u;
const PROPERTY =
  /^(?:the|this|that|a|an|every|each|all|both|\p{Lu}|`)[^,;:]{1,80}?\s(?:is|are|has|have|uses?|runs?|lives?|must|requires?|needs?|supports?|defaults? to|expires?|returns?|does(?:n't| not)|do not|don't|only|always|never|can't|cannot|was (?:removed|deprecated|renamed|replaced)|comes? from|belongs? to|depends? on)\b/u;

const FIRST_PERSON = /\b(?:i|i'm|i've|my|me|mine)\b/i;

/**
 * What a message of a dialogue states that is worth knowing on another day: habits, tastes and circumstances of who speaks,
 * what is to be remembered, and properties of what it names. Questions, suppositions, what passes with the day, code,
 * quotations of others and sentences with something private are left out. At most ten, in the order in which they were said; nothing is thrown for any text.
 */
export function statedIn(text: string, speaker: string | null): Stated[] {
  const found: Stated[] = [];
  const seen = new Set<string>();
  for (const quote of sentencesOf(text)) {
    const sentence = quote.replace(INTERJECTION, "");
    const confidence = confidenceOf(sentence);
    if (confidence === null) continue;
    const key = plainWordsOf(sentence).join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    found.push({ statement: asStatement(sentence, speaker), quote, confidence });
    if (found.length === MAX_PER_LINE) break;
  }
  return found;
}

function sentencesOf(text: string): string[] {
  const root = outline(text.slice(0, MAX_READ));
  const titles = [...sectionsOf(root)].map(([section]) => section.title);
  const lines = [...allLines(root)].map((line) => line.text);
  return [...titles, ...lines]
    .flatMap((line) => line.split(SENTENCE))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence.length <= MAX_CHARACTERS && plainWordsOf(sentence).length >= MIN_WORDS);
}

/** Whether a text has a phone number, or something private that was taken out of it. */
export const isPrivate = (text: string): boolean => PRIVATE.test(text);

function confidenceOf(sentence: string): number | null {
  if (UNSURE.test(sentence) || isPrivate(sentence)) return null;
  if (TO_KEEP.test(sentence) || RULE.test(sentence)) return 0.85;
  if (PASSING.test(sentence)) return null;
  if (ABOUT_SPEAKER.test(sentence) || OF_SPEAKER.test(sentence)) return 0.75;
  if (NAMED.test(sentence) && PROPERTY.test(sentence)) return 0.7;
  return null;
}

/** A sentence that is read without its neighbours: who says "I" is named. */
function asStatement(sentence: string, speaker: string | null): string {
  const bare = sentence.replace(OPENING, "");
  const said = `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
  if (!FIRST_PERSON.test(said)) return said;
  return `${speaker ?? "The speaker"}: ${said}`;
}
