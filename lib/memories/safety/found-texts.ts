import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { redactTexts } from "./redaction";

/**
 * Texts that were found in a repository, in their order, with null for each that holds a secret: nothing of it is kept
 * or shown. Give them whole, as a secret that was cut is not known as one. What cannot be looked through in time is not
 * kept either.
 */
export async function withoutSecretTexts(texts: readonly string[]): Promise<(string | null)[]> {
  if (texts.length === 0) return [];
  // A cited text may name people; only secrets keep it out.
  const asked = texts.map((text) => ({ text, identifier: true }));
  const redacted = await redactTexts(asked).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    log().warn({ err: error }, "texts that a check found could not be looked through for secrets");
    return [];
  });
  return texts.map((text, index) => (redacted[index]?.redactions.length === 0 ? text : null));
}
