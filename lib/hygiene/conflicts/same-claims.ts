import { singular } from "@/lib/text/stems";
import { contradictionBetween } from "./claims";
import { AVOID } from "./directive-claims";
import { choicesIn, NEGATORS, readAs, wordsOf } from "./words";

const IDENTIFIER = /[a-z0-9]*[_./#@:][a-z0-9_./#@:-]+|^[a-z]+\d+$/;

/**
 * Whether statements that a model finds alike may be taken for the same without asking anybody: no number, identifier,
 * negation, opposite or choice is in one and not in the other, and they do not contradict each other.
 */
export function mayBeSame(one: string, other: string): boolean {
  return fingerprint(one) === fingerprint(other) && contradictionBetween(one, other) === null;
}

function fingerprint(statement: string): string {
  const words = wordsOf(statement).filter((word) => word !== ",");
  const spans = [...statement.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span.toLowerCase());
  const camel = [...statement.matchAll(/\b[a-z]+[A-Z]\w*\b/g)].map(([word]) => word.toLowerCase());
  const negations = words.filter(
    (word) => NEGATORS.has(word) || AVOID.has(word) || word === "without" || readAs(word).negated,
  ).length;
  const numbers = words.filter((word) => /\d/.test(word));
  const identifiers = words.filter((word) => IDENTIFIER.test(word));
  const choices = choicesIn(words.map(singular)).map(({ chosen }) => chosen);
  const parts = [...new Set([...numbers, ...identifiers, ...spans, ...camel, ...choices])].sort();
  return JSON.stringify([negations % 2, parts]);
}
