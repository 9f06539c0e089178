/**
 * Made-up texts for the measurement of redaction and of the injection scan: secrets in the shapes that their makers
 * document, orders to a model in many words, and ordinary developer text. Nothing here was ever valid; all of it follows
 * from a seed.
 */
import { createHash } from "node:crypto";
import { randomFrom } from "./statistics";

export type SafetyCase = {
  /** The family under which it is counted. */
  family: string;
  text: string;
  /** Kept aside: not looked at while the rules were made. */
  aside: boolean;
};

const random = randomFrom(20_261_121);

export const below = (limit: number): number => Math.floor(random() * limit);

export const pick = <T>(values: readonly T[]): T => {
  const value = values[below(values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
};

export const of = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[below(alphabet.length)] ?? "").join("");

export const HEX = "0123456789abcdef";

export const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export const LOWER = UPPER.toLowerCase();

export const DIGITS = "0123456789";

export const ALNUM = UPPER + LOWER + DIGITS;

/** Which half a text is in, decided by the text alone. */
export const isAside = (text: string): boolean =>
  (createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 1;

export const asCases = (family: string, texts: readonly string[]): SafetyCase[] =>
  texts.map((text) => ({ family, text, aside: isAside(text) }));
