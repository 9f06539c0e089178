const STOPWORDS = new Set(
  (
    "the and for that this with not are was were has have had its our you your they from but all any can could should " +
    "would will may must does did doing done than then there here when where which what who why how into onto over under " +
    "also only just very too such same other another each every some most more less because since about being been use " +
    "used using one two get gets got per via yet both either neither nor out off own see these those them him her his " +
    "she let lets don doesn isn aren wasn won cannot"
  ).split(" "),
);

/** The word without its commonest English endings, so that inflections meet. */
function stem(word: string): string {
  if (word.length <= 4) return word.replace(/(?<=[a-z]{3})s$/, "");
  return word.replace(/(?:ations?|ments?|ings?|ers?|ied|ies|ed|es|ly|s)$/, "").replace(/(.)\1$/, "$1");
}

/** The meaningful words of a text, stemmed; identifiers count as the words they are made of. */
export function termsOf(text: string): Set<string> {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]{3,}/g);
  return new Set((words ?? []).filter((word) => !STOPWORDS.has(word)).map(stem));
}

/** How much two sets of terms have in common, 0–1 (Jaccard). Two empty sets have nothing in common. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  const all = a.size + b.size - shared;
  if (all === 0) return 0;
  return shared / all;
}
