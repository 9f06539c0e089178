import type { missingParts } from "@/messages/compiled/missing-parts";
import type { PlainKey, Translate } from "@/messages/message";

type Word = PlainKey<typeof missingParts>;

const PARTS: Readonly<Record<string, Word>> = {
  embedding: "part_embedding",
  verification: "part_verification",
  tokenizer: "part_tokenizer",
  memory: "part_memory",
  rerank: "part_rerank",
};

const REASONS: Readonly<Record<string, Word>> = {
  no_model: "reason_no_model",
  deadline: "reason_deadline",
  incomplete: "reason_incomplete",
  failed: "reason_failed",
  loading: "reason_loading",
  off: "reason_off",
};

/** What an answer names as `degraded` ("embedding: deadline"), in words: "similarity in meaning (timed out)". */
export function missingInWords({
  t,
  degraded,
}: {
  t: Translate<typeof missingParts>;
  degraded: readonly string[];
}): string {
  const inWords = (name: string, known: Word | undefined) =>
    known === undefined ? name.replaceAll("_", " ") : t(known);
  return degraded
    .map((what) => {
      const [name = what, why] = what.split(": ");
      const part = inWords(name, PARTS[name]);
      if (why === undefined) return part;
      return t("part_with_reason", { part, reason: inWords(why, REASONS[why]) });
    })
    .join(", ");
}
