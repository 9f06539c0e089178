import type { CitationFact, CitationStatus } from "@/lib/citations/contract";

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
const FACTS: Partial<Record<CitationFact, string>> = {
  formatting_only: "It counts as unchanged.",
  enclosing_changed: "A header or a condition around the lines was changed.",
  deprecated: "The code is now marked as deprecated.",
};

/** Below this the server takes a place for a guess, and leaves the citation where it was. */
const GUESS_BELOW = 0.5;
const SURE_FROM = 0.9;

function certaintyWords(confidence: number): string {
  if (confidence >= SURE_FROM) return "sure";
  if (confidence >= GUESS_BELOW) return "fairly sure";
  return "a guess: check it yourself";
}

function certainty(confidence: number): string {
  const words = certaintyWords(confidence);
  return `${words} (confidence ${confidence.toFixed(2)})`;
}

/** Why a check decided as it did, in sentences: what it saw, how much is the same, how sure it is. */
export function verdictSentences({
  status,
  similarity,
  confidence,
  whitespace_changed,
  reason,
  facts = [],
}: Verdict): string[] {
  const sentences = reason === null ? [] : [reason];
  sentences.push(...facts.flatMap((fact) => FACTS[fact] ?? []));
  if (facts.includes("formatting_only")) return sentences;
  if (status === "edited" && similarity !== null)
    sentences.push(`${Math.round(similarity * 100)} % of the text is the same.`);
  if (status === "edited" && similarity === null)
    sentences.push("How much of the text is the same was not measured.");
  if (whitespace_changed) sentences.push("Only white space differs, which counts as unchanged.");
  if (status === "unreachable") sentences.push("This does not count against the memory.");
  if (confidence !== null && (status !== "unchanged" || confidence < 1))
    sentences.push(`The check is ${certainty(confidence)}.`);
  return sentences;
}
