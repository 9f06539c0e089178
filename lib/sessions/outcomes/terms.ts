import { stemmer } from "stemmer";

/** A word that says what a text is about. */
export type Term = {
  /** Stem in lower case; an identifier or a path as it is, in lower case. */
  stem: string;
  /** How much it says: identifiers most, words of every answer least. */
  weight: number;
  /** Whether the text is for it: "use X" and "X is kept", not "never X" or "X was removed". */
  positive: boolean;
  /** Of what a text is against, the very thing: X in "never X with Y". */
  head: boolean;
};

const COMMON = new Set(
  (
    "a an the this that these those our your its their his her all any every each is are was were be been being do " +
    "does did will shall should must always we you it they there also just really please of to has have had need " +
    "needs here in on at by for from with within into onto over under through and or but so as if then than when " +
    "while where which who whom what how why because since per via about up down out off again still yet very too " +
    "both either such same other more most less least only even much many few some one two first last next i me my " +
    "everything everybody anything something ever can could would may might us them he she not no never nor none nothing without instead rather avoid cannot"
  ).split(" "),
);

/** Words of nearly every answer and statement about code; they say little of what it is about. */
const VAGUE = new Set(
  (
    "add ad adds added change chang use us used user file code test run make made work set get new need keep kept " +
    "implement implementation fix updat creat function method class value line call return read write data valu type name list " +
    "support handl check start stop exist existing way thing part place case time everi current now done pass " +
    "team project app applic servic server client number level side step page show field text"
  )
    .split(" ")
    .map((word) => stemmer(word)),
);

const WORD = /[\p{L}\p{N}_@$][\p{L}\p{N}_.:/@$-]*(?:\(\))?/gu;
const ENDING = /(?:\(\)|[.:/-])+$/;
const IDENTIFIER = /[a-z][A-Z]|_|::|[./][\p{L}\p{N}]|^[A-Z]{2,}\d*$|^@/u;
const CAPITALS = /^[A-Z]+$/;
const NUMBER = /^\d+(?:[.,]\d+)*(?:ms|s|m|h|kb|mb|gb|%|×)?$/i;
/** What is longer is no word: a hash, or something encoded. */
const MAX_WORD = 120;
const WEIGHT = { identifier: 2.5, number: 1.5, word: 1, vague: 0.25 } as const;

/** The words of a clause in their order, with endings cut. */
export const wordsIn = (text: string): string[] =>
  [...text.matchAll(WORD)]
    .flatMap(([word]) => (word.length > MAX_WORD ? [] : word.replace(ENDING, "")))
    .filter((word) => word !== "");

export const isIdentifier = (word: string): boolean => IDENTIFIER.test(word) && !NUMBER.test(word);

/** The stem by which words are compared, or null for a word that says nothing. */
export function stemOf(word: string): string | null {
  const lower = word.toLowerCase();
  if (COMMON.has(lower) || (lower.length < 2 && !NUMBER.test(lower))) return null;
  if (NUMBER.test(lower)) return NUMBERS[lower] ?? lower;
  if (isIdentifier(word) && !CAPITALS.test(word)) return lower;
  return NUMBERS[lower] ?? stemmer(lower);
}

/** Small numbers that are written as words. */
const NUMBERS: Record<string, string> = {
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  twelve: "12",
};

export const isNumber = (stem: string): boolean => NUMBER.test(stem);

export function weightOf(word: string, stem: string): number {
  if (isNumber(stem)) return WEIGHT.number;
  if (isIdentifier(word)) return WEIGHT.identifier;
  if (VAGUE.has(stem)) return WEIGHT.vague;
  return WEIGHT.word;
}

/** The words that an identifier or a path is made of, as stems: `new_checkout` is about a checkout. */
export const partsOf = (word: string): string[] =>
  word
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .flatMap((part) => stemOf(part) ?? [])
    .filter((stem) => stem.length > 2);
