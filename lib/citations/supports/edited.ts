import { type CitationFact, type CitationStatus, LOW_CONFIDENCE } from "../fields";

type Verdict = {
  status: CitationStatus;
  confidence: number | null;
  facts: readonly CitationFact[];
};

const FORGIVEN: readonly CitationFact[] = ["formatting_only", "comment_only"];

/**
 * Whether a definition reads differently than when it was anchored, or is gone. Not where it only moved, where only its
 * formatting or its comments changed, and where that is a guess.
 */
export function isReallyEdited({ status, confidence, facts }: Verdict): boolean {
  if (status !== "edited" && status !== "missing") return false;
  if (confidence !== null && confidence < LOW_CONFIDENCE) return false;
  return !facts.some((fact) => FORGIVEN.includes(fact));
}

const DOCUMENTATION = /^[ \t]*[rRbBuU]{0,2}("""|''')[\s\S]*?\1[ \t]*$/gm;

/** Whether two texts differ in no more than what documents them in place, as in Python, and in white space. */
export function differsInDocumentation(before: string, now: string): boolean {
  const bare = (text: string) => text.replace(DOCUMENTATION, "");
  // Only where there is some: white space alone is judged with the grammar.
  if (bare(before) === before && bare(now) === now) return false;
  const words = (text: string) => bare(text).split(/\s+/).filter(Boolean).join(" ");
  return words(before) === words(now);
}
