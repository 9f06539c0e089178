/**
 * The longest answer of a tool, in characters of JSON: below the 10,000 tokens at which Claude Code warns. A memory's
 * citations, mostly ids and hashes, have 2.3 characters a token (measured with o200k), so this is 8,800 tokens at most.
 */
export const MAX_ANSWER_CHARACTERS = 20_000;

type Answer = Record<string, unknown>;

const lengthOf = (value: unknown) => JSON.stringify(value).length;

/** How many of the answer's `items` fit, from the first on, at least one; null when the answer is short enough. */
export function fittingItems(answer: Answer): number | null {
  const { items } = answer;
  const whole = lengthOf(answer);
  if (whole <= MAX_ANSWER_CHARACTERS || !Array.isArray(items) || items.length < 2) return null;
  const lengths = items.map((item) => lengthOf(item) + 1);
  let rest = MAX_ANSWER_CHARACTERS - (whole - lengths.reduce((sum, length) => sum + length, 0));
  const over = lengths.findIndex((length) => {
    rest -= length;
    return rest < 0;
  });
  return Math.max(1, over);
}

const CUTS = [8_000, 4_000, 2_000, 1_000, 500, 250];

/** The answer with its longest texts cut until it is short enough, and to how many characters; null: none was cut. */
export function withTextsCut(answer: Answer): { answer: Answer; characters: number | null } {
  if (lengthOf(answer) <= MAX_ANSWER_CHARACTERS) return { answer, characters: null };
  const tried = CUTS.map((characters) => ({ answer: cutTexts(answer, characters) as Answer, characters }));
  const short = tried.find((one) => lengthOf(one.answer) <= MAX_ANSWER_CHARACTERS) ?? tried.at(-1);
  return short ?? { answer, characters: null };
}

function cutTexts(value: unknown, characters: number): unknown {
  if (typeof value === "string")
    return value.length <= characters
      ? value
      : `${value.slice(0, characters).toWellFormed()}… [${value.length - characters} more characters]`;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, characters));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTexts(item, characters)]));
}
