import { redactNow, type TextRedaction, type TextToRedact } from "./redact-now";
import { inThread, isLong } from "./scan-thread";

export type { TextToRedact } from "./redact-now";

/**
 * Replaces secrets and personal data by placeholders that name the type (`[TOKEN]`, `[EMAIL]`, `[CARD]`, …), in all the
 * texts of a memory at once. Rules: secretlint's recommended preset, the shapes above, e-mail addresses, and card
 * numbers whose check digit holds. No network; about a millisecond for each memory. Texts that are long together are read by
 * a thread of their own, and so are short ones of a batch that says `in_thread`.
 * @throws AppError unprocessable when that does not end in time, unavailable when too many wait.
 */
export async function redactTexts(
  texts: readonly TextToRedact[],
  { in_thread = false }: { in_thread?: boolean } = {},
): Promise<{ text: string; redactions: TextRedaction[] }[]> {
  const long = in_thread || isLong(texts.map(({ text }) => text));
  if (long) return inThread("redact", texts);
  return redactNow(texts);
}

/** One text, redacted. */
export async function redactText(text: string): Promise<string> {
  const [redacted] = await redactTexts([{ text }]);
  return redacted?.text ?? "";
}
