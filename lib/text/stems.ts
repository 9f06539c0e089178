/*
 * Three ways to cut endings, each measured with what it is used for: Porter's algorithm compares an answer with a memory,
 * whose words must meet in every inflection; the others must not meet so easily.
 */
export { stemmer as porterStem } from "stemmer";

/** Without its commonest endings. For short texts about code, where Porter's makes one stem of `valid` and `validate`. */
export function shortStem(word: string): string {
  if (word.length <= 4) return word.replace(/(?<=[a-z]{3})s$/, "");
  return word.replace(/(?:ations?|ments?|ings?|ers?|ied|ies|ed|es|ly|s)$/, "").replace(/(.)\1$/, "$1");
}

/** Without the endings of inflection only: for whether a text says a word, not one of its family. */
export const uninflected = (word: string): string => word.replace(/(?<=\w{3})(?:ies|ing|ed|es|s|y|e)$/, "");

/** The singular, or the stem of a verb's third person; a claim about `exported` is none about `export`. */
export function singular(word: string): string {
  if (word.length <= 3 || /[\d_./]/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is|as)$/.test(word)) return word;
  if (/(?:ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s")) return word.slice(0, -1);
  return word;
}
