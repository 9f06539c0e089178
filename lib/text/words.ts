const WITH_UNDERSCORES = /[\p{L}\p{N}_]+/gu;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu;

/** The words of a text in lower case, where `snake_case` is one word. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WITH_UNDERSCORES) ?? [];

/** The words of a text in lower case, where `snake_case` is two: for paths, and for text through other markup. */
export const plainWordsOf = (text: string): string[] => text.toLowerCase().match(LETTERS_AND_DIGITS) ?? [];
