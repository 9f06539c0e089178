/** Names what `prepareText` does; part of every embedder's id, so that a change of it re-embeds everything. */
export const PREPROCESSING = "split2";

const IDENTIFIER = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:_+[\p{L}\p{M}\p{N}]+)*/gu;

/**
 * The parts of one identifier, tried in this order: an acronym in the plural (`URLs`), an acronym up to the next
 * word (`HTTP` of `HTTPServer`), a word with its digits (`sha256`), an acronym at the end (`UTF8`), letters without
 * case (Han).
 */
const PART =
  /\p{Lu}{2,}s(?![\p{Ll}\p{M}\p{N}])|\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}\p{N}]+|\p{Lu}+\p{N}*|[^\p{Lu}\p{Ll}\p{N}_]+/gu;

function split(identifier: string): string {
  const parts = identifier.match(PART) ?? [];
  if (parts.length > 1) return `${parts.join(" ")} ${identifier}`;
  return identifier;
}

/**
 * Puts the parts of each compound identifier before it: `cloneDeep` becomes `clone Deep cloneDeep` and `user_id`
 * becomes `user id user_id`, so that a question in words meets the code it is about and an exact name still matches
 * itself. Everything between identifiers stays as it is. Apply it once: the identifiers of the result are compound
 * still.
 */
export function splitIdentifiers(text: string): string {
  return text.replace(IDENTIFIER, split);
}

/**
 * The text that full-text search sees, of documents and of queries alike: in Unicode NFC, identifiers split, words
 * separated by one space, punctuation and symbols gone (underscores inside a name stay). Case is kept, for the
 * text search configuration folds it. The result may be empty, is at most about three times as long as the text, and
 * takes time linear in it; apply it once.
 */
export function normalizeText(text: string): string {
  return (text.normalize("NFC").match(IDENTIFIER) ?? []).map(split).join(" ");
}

/** The first `max` UTF-16 code units of a text, one fewer rather than half a surrogate pair. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

const CONTROL = /[\p{Cc}\p{Cs}\s]+/gu;
const WORD = /[\p{L}\p{N}]/u;
/** The same symbol four times or more: a rule or a table border, which costs a model one token for each. */
const RULE = /([^\p{L}\p{M}\p{N}\s])\1{3,}/gu;

/**
 * The text that an embedding model reads: in Unicode NFC, identifiers split, punctuation kept, white space and control
 * characters as one space, a long run of one symbol cut to three. Models are trained on sentences: without full stops,
 * question marks and apostrophes their vectors of prose are worse. A text without a letter or a digit is empty.
 */
export function sentenceText(text: string): string {
  if (!WORD.test(text)) return "";
  const plain = text.normalize("NFC").replace(CONTROL, " ").replace(RULE, "$1$1$1");
  return splitIdentifiers(plain).trim();
}

/**
 * What is sent to an embedding model: `sentenceText` of the beginning, at most `max_characters` of it before and after.
 * A text without a single letter or digit becomes a full stop, because OpenAI's endpoint refuses empty strings and every
 * text needs a vector.
 */
export function prepareText(text: string, max_characters: number): string {
  return truncateText(sentenceText(truncateText(text, max_characters)), max_characters).trimEnd() || ".";
}
