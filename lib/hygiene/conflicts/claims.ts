import { createHash } from "node:crypto";
import { directiveClaims } from "./directive-claims";
import { sentenceClaims } from "./sentence-claims";
import { valueClaims, versionClaims } from "./value-claims";
import { clausesOf, wordsOf } from "./words";

export const CONTRADICTION_RULES = ["directive", "negation", "choice", "value", "version"] as const;

export type ContradictionRule = (typeof CONTRADICTION_RULES)[number];

/**
 * Something that a statement says of a subject. Two claims with the same key and sides that differ cannot both hold
 * (`sidesOppose`): "use X" and "never use X", a timeout of 30 s and one of 60 s.
 */
export type Claim = {
  key: string;
  side: string;
  rule: ContradictionRule;
  /** The subject in the statement's own words. */
  subject: string;
};

/** Changes with the rules, so that what was read by older ones is read again. */
export const CLAIM_RULES = 2;

const MAX_KEY = 160;

const MAX_CLAIMS = 12;

/**
 * What a statement claims, as far as rules can tell it with certainty; empty for most. Rather too little than too much:
 * lists, hedges, questions and what holds under a condition only are compared with their like alone, or not at all.
 */
export function claimsOf(statement: string): Claim[] {
  const claims = clausesOf(statement).flatMap((clause) => {
    const words = wordsOf(clause);
    return [
      ...directiveClaims(words),
      ...valueClaims(words.join(" ")),
      ...versionClaims(words.join(" ")),
      ...sentenceClaims(words),
    ];
  });
  const byKey = new Map<string, Claim | null>();
  for (const claim of claims) {
    const key = claim.key.length > MAX_KEY ? `${claim.rule}:${sha256(claim.key)}` : claim.key;
    const other = byKey.get(key);
    // A statement that says both of one subject is too intricate for rules.
    byKey.set(key, other === undefined || other?.side === claim.side ? { ...claim, key } : null);
  }
  return [...byKey.values()].filter((claim) => claim !== null).slice(0, MAX_CLAIMS);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Whether claims of one key cannot both hold; Node 20 and Node 20.19 can. The same in SQL: `COMPATIBLE`. */
function sidesOppose(rule: ContradictionRule, one: string, other: string): boolean {
  if (one === other) return false;
  if (rule !== "version") return true;
  const [a, b] = [one.split("."), other.split(".")];
  return a.slice(0, Math.min(a.length, b.length)).some((part, index) => part !== b[index]);
}

export type Opposition = { rule: ContradictionRule; key: string; subject: string; sides: [string, string] };

/** Where two statements contradict each other, or null. */
export function contradictionBetween(one: string, other: string): Opposition | null {
  const others = new Map(claimsOf(other).map((claim) => [claim.key, claim]));
  for (const { key, rule, side, subject } of claimsOf(one)) {
    const against = others.get(key);
    if (against && sidesOppose(rule, side, against.side))
      return { rule, key, subject, sides: [side, against.side] };
  }
  return null;
}
