import { stemOf, type Term, weightOf, wordsIn } from "./terms";

/** What is said between two stops. */
export type Clause = {
  text: string;
  terms: Term[];
  /** What could be done, was asked or was weighed, and not done. */
  tentative: boolean;
};

/** What follows gives a reason. */
const REASON =
  /\s*(?:,?\s+because\s|,?\s+since\s+(?!v?\d)|,?\s+so that\s|,\s+as\s+(?:it|they|the|we)\s|,\s+which\s).*$/i;
const TENTATIVE =
  /\b(?:could|might|maybe|perhaps|considered|consider|option|whether|if you want|say so if|tell me|which one|until)\b|\?\s*$/i;
/** What was weighed and given up is decided. */
const DECIDED = /\b(?:dropped|rejected|ruled out|stayed with|decided against)\b/i;
/** What was wrong before, named by the answer that mends it. */
const PROBLEM =
  /\b(?:root cause|crash(?:ed|es)?|used to|previously|wrongly|returned \d{3}|failed (?:because|with|on)|could both|noticed|left (?:that|it|this))\b/i;
const CONTRACTION = /\b(\w+)n['’]t\b/g;

/**
 * The sentences and list items of a text, without fenced code, and the direction of each word in them. `reasons`: whether
 * what follows "because" belongs to them; the reason of a memory is not what it asks for.
 */
export function clausesOf(text: string, { reasons }: { reasons: boolean }): Clause[] {
  return text
    .replace(/```[\s\S]*?```/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(CONTRACTION, "$1 not")
    .split(/\n+|(?<=[.!?])\s+|;\s*/)
    .map((sentence) => sentence.replace(/^[\s>#*-]+|^\s*\d+[.)]\s+/, "").trim())
    .map((sentence) => (reasons ? sentence : sentence.replace(REASON, "")))
    .filter((sentence) => sentence !== "")
    .map((sentence) => ({
      text: sentence,
      terms: termsOf(sentence),
      tentative: PROBLEM.test(sentence) || (TENTATIVE.test(sentence) && !DECIDED.test(sentence)),
    }));
}

/** What follows is not wanted, or not there any more, up to the end of the phrase. */
const AGAINST = new Set(
  (
    "not never no without avoid avoids avoided avoiding instead rather removed removes remove dropped drops deleted " +
    "deletes refuse refuses forbid forbids cannot nor neither disable disables disabled"
  ).split(" "),
);
/** What stood before was given up: "X was removed", "X stays off". */
const GIVEN_UP = new Set(
  "removed dropped deleted gone avoided forbidden banned deprecated outdated replaced".split(" "),
);
/** "X stays off"; what is "off by default" is there. */
const STAYS = new Set("stays stay remains remain".split(" "));
const LINKING = new Set("was were is are been be being and stays stay kept".split(" "));
/** Verbs that say nothing of their own: "do not use X" is against X. */
const LIGHT = new Set("use uses used using add adds added allow allowed have has put".split(" "));
/** "Replaced X with Y", "switched from X to Y", "moved X out of Y into Z": the first is given up, the second is wanted. */
const EXCHANGES: readonly { from: string; to: ReadonlySet<string> }[] = [
  { from: "replaced", to: new Set(["by", "with"]) },
  { from: "replaces", to: new Set(["by", "with"]) },
  { from: "renamed", to: new Set(["to", "as"]) },
  { from: "from", to: new Set(["to", "into"]) },
  { from: "out", to: new Set(["into", "in", "to"]) },
];
/** "From" names what is given up after these only. */
const MOVES = /\b(?:switch|mov|port|migrat|convert|chang|went|upgrad)/i;
const PHRASE_END = /[,:]\s+|\s+but\s+|\s+[—–]\s+/;

/** The words of a sentence with their direction: for a thing, or against it. */
const termsOf = (sentence: string): Term[] => sentence.split(PHRASE_END).flatMap(termsOfPhrase);

function termsOfPhrase(phrase: string): Term[] {
  const words = wordsIn(phrase);
  const terms: Term[] = [];
  const scope = new Scope(MOVES.test(phrase));
  for (const [index, word] of words.entries()) {
    const lower = word.toLowerCase();
    const previous = words[index - 1]?.toLowerCase() ?? "";
    const next = words[index + 1]?.toLowerCase() ?? "";
    const isOff = lower === "off" && STAYS.has(previous);
    const givesUp = isOff || (GIVEN_UP.has(lower) && LINKING.has(previous));
    const refuses = LIGHT.has(next) && LINKING.has(previous) && (lower === "not" || lower === "never");
    if (givesUp || refuses) {
      for (const term of terms) turn(term);
      continue;
    }
    const turns = scope.read(lower, next);
    const stem = stemOf(word);
    if (stem === null) continue;
    terms.push({
      stem,
      weight: weightOf(word, stem),
      positive: turns || scope.positive,
      head: !turns && !scope.positive && scope.takesHead(lower),
    });
  }
  return terms;
}

/** "Never disabled" is for it again. */
function turn(term: Term): void {
  term.positive = !term.positive;
  term.head = !term.positive;
}

/** What the words of a phrase are for and against, read from left to right. */
class Scope {
  positive = true;
  private until: ReadonlySet<string> | null = null;
  private headless = false;

  constructor(private readonly moves: boolean) {}

  /** @returns whether the word turns the direction of what follows. */
  read(word: string, next: string): boolean {
    if (this.until?.has(word)) {
      this.positive = true;
      this.until = null;
      return true;
    }
    const exchange = EXCHANGES.find(({ from }) => from === word);
    if (exchange && (word !== "from" || this.moves)) {
      this.against();
      this.until = exchange.to;
      return true;
    }
    if (!AGAINST.has(word) || next === "only") return false;
    // "Never disable X" is for X.
    if (this.positive) this.against();
    else this.positive = true;
    return true;
  }

  /** Whether this word is the very thing that the phrase is against. */
  takesHead(word: string): boolean {
    if (!this.headless || LIGHT.has(word)) return false;
    this.headless = false;
    return true;
  }

  private against(): void {
    this.positive = false;
    this.headless = true;
  }
}
