import type { OutputOf } from "@/lib/kernel/contract";
import type { skillTrial } from "@/lib/skills/contract";

type Hidden = Pick<OutputOf<typeof skillTrial>, "hidden">;

/** A trial of hunks: their texts as they were tried, and what came of it; undefined until it is there, and where it failed. */
type Tried = { tried: readonly string[]; data: Hidden | undefined; isPlaceholderData: boolean };

/**
 * Implemented findings that a line of this text would have hidden.
 * @returns undefined when that is not known: the trial was of other texts, or names not all that it found.
 */
export function counterExamples(
  { tried, data, isPlaceholderData }: Tried,
  text: string,
): Hidden["hidden"]["items"] | undefined {
  if (data === undefined || isPlaceholderData || !tried.includes(text)) return undefined;
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  const { items, total } = data.hidden;
  const found = items.filter(({ by }) => lines.has(by.trim()));
  if (found.length === 0 && total > items.length) return undefined;
  return found;
}
