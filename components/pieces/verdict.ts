import type { CitationFact, CitationStatus } from "@/lib/citations/contract";
import type { verdictWords } from "@/messages/compiled/verdict-words";
import type { PlainKey, Translate } from "@/messages/message";
import type { Formats } from "./format";

/** What a check said of one citation. */
export type Verdict = {
  status: CitationStatus;
  /** 0–1. */
  similarity: number | null;
  /** 0–1. */
  confidence: number | null;
  whitespace_changed?: boolean;
  reason: string | null;
  facts?: readonly CitationFact[];
};

/** What is worth a sentence beside the reason, which says the rest. */
const FACTS: Partial<Record<CitationFact, PlainKey<typeof verdictWords>>> = {
  formatting_only: "counts_as_unchanged",
  enclosing_changed: "enclosing_changed",
  deprecated: "deprecated",
};

/** Below this the server takes a place for a guess, and leaves the citation where it was. */
const GUESS_BELOW = 0.5;
const SURE_FROM = 0.9;

function certaintyOf(confidence: number): "sure" | "fairly" | "guess" {
  if (confidence >= SURE_FROM) return "sure";
  if (confidence >= GUESS_BELOW) return "fairly";
  return "guess";
}

/** Why a check decided as it did, in sentences: what it saw, how much is the same, how sure it is. */
export function verdictSentences({
  t,
  formats: { formatDecimal },
  status,
  similarity,
  confidence,
  whitespace_changed,
  reason,
  facts = [],
}: Verdict & { t: Translate<typeof verdictWords>; formats: Pick<Formats, "formatDecimal"> }): string[] {
  const sentences = reason === null ? [] : [reason];
  const known = facts.flatMap((fact) => FACTS[fact] ?? []);
  sentences.push(...known.map((fact) => t(fact)));
  if (facts.includes("formatting_only")) return sentences;
  if (status === "edited" && similarity !== null)
    sentences.push(t("similar", { percent: Math.round(similarity * 100) }));
  if (status === "edited" && similarity === null) sentences.push(t("similarity_unknown"));
  if (whitespace_changed) sentences.push(t("white_space"));
  if (status === "unreachable") sentences.push(t("not_against"));
  if (confidence !== null && (status !== "unchanged" || confidence < 1))
    sentences.push(
      t("certainty", { certainty: certaintyOf(confidence), confidence: formatDecimal(confidence, 2) }),
    );
  return sentences;
}
