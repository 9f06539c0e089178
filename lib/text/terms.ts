import { shortStem } from "./stems";

const STOPWORDS = new Set(
  (
    "the and for that this with not are was were has have had its our you your they from but all any can could should " +
    "would will may must does did doing done than then there here when where which what who why how into onto over under " +
    "also only just very too such same other another each every some most more less because since about being been use " +
    "used using one two get gets got per via yet both either neither nor out off own see these those them him her his " +
    "she let lets don doesn isn aren wasn won cannot"
  ).split(" "),
);

/** The meaningful words of a text, stemmed; identifiers count as the words they are made of. */
export function termsOf(text: string): Set<string> {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]{3,}/g);
  return new Set((words ?? []).filter((word) => !STOPWORDS.has(word)).map(shortStem));
}
