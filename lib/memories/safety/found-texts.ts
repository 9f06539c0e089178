import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { redactTexts } from "./redaction";

/**
 * Texts that were found in a repository, in their order, with null for each that holds a secret: nothing of it is kept
 * or shown; null stays null. Give them whole, as a secret that was cut is not known as one. What cannot be looked through
 * in time is not kept either.
 */
export async function withoutSecretTexts(texts: readonly (string | null)[]): Promise<(string | null)[]> {
  // A cited text may name people; only secrets keep it out.
  const asked = texts.flatMap((text) => (text === null ? [] : [{ text, identifier: true }]));
  if (asked.length === 0) return [...texts];
  const redacted = await redactTexts(asked).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    log().warn({ err: error }, "texts that a check found could not be looked through for secrets");
    return [];
  });
  const answers = redacted.values();
  return texts.map((text) => {
    if (text === null) return null;
    return answers.next().value?.redactions.length === 0 ? text : null;
  });
}
