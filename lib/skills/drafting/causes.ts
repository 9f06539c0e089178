import { averageLinkage } from "@/lib/text/linkage";
import { groupBySameWords, SAME_REASON } from "@/lib/text/same-words";
import { cosineOf, jaccard } from "@/lib/text/similarity";
import { shortStem } from "@/lib/text/stems";
import { termsOf } from "@/lib/text/terms";
import { plainWordsOf } from "@/lib/text/words";
import data from "./causes.json";
import type { DraftFinding } from "./evidence";

/**
 * Which findings were rejected for one cause: by what their reasons and their issues mean, each by itself, by the words
 * that the reasons share, and by the usual arguments that they make. Vectors come from the embedder; without them words alone decide.
 */

/** What was said against a finding, and what the finding said. */
export type CauseTexts = { reason: string; issue: string };

/** The vectors of a finding's two texts. */
export type CauseVector = { reason: Float32Array; issue: Float32Array };

/** The vectors of each finding's cause, by its id. */
export type CauseVectors = ReadonlyMap<string, CauseVector>;

/** What each sign of a shared cause counts, in sum 1. Chosen on labelled reasons: docs/measurements.md. */
const WEIGHTS = { reason: 0.43, issue: 0.17, words: 0.26, argument: 0.14 } as const;

/** The least mean similarity of two groups of one cause. Chosen on labelled reasons: docs/measurements.md. */
export const SAME_CAUSE = 0.29;

const said = (text: string | null) => text?.trim() ?? "";

/** What a finding was rejected for, as a text to embed: the reason first, then the issue, or the title without both. */
export function causeText({ reason, original_issue, title }: DraftFinding): string {
  const parts = [said(reason), said(original_issue)].filter((part) => part !== "");
  if (parts.length === 0) return title;
  if (said(reason) === "") return `${title}. ${parts.join(" ")}`;
  return parts.join(" ");
}

/** The texts to embed: without a reason the issue has to tell the cause, without an issue the title or the reason. */
export function causeTexts(finding: DraftFinding): CauseTexts {
  const issue = said(finding.original_issue) || said(finding.title);
  const reason = said(finding.reason) || issue;
  return { reason, issue: issue || reason };
}

const stemsOf = (text: string) =>
  plainWordsOf(text.replace(/['’](?=[a-z])/gi, "")).map((word) => shortStem(word));

const ARGUMENTS = data.causes.map(({ cause, phrases }) => ({
  cause,
  phrases: phrases.map((phrase) => ` ${stemsOf(phrase).join(" ")} `),
}));

/** The usual arguments against a finding that a text makes, such as that the code is generated. */
function argumentsIn(text: string): ReadonlySet<string> {
  const stems = ` ${stemsOf(text).join(" ")} `;
  const made = ARGUMENTS.filter(({ phrases }) => phrases.some((phrase) => stems.includes(phrase)));
  return new Set(made.map(({ cause }) => cause));
}

type Signs = {
  finding: DraftFinding;
  vector: CauseVector | null;
  words: ReadonlySet<string>;
  arguments: ReadonlySet<string>;
};

const signsOf = (finding: DraftFinding, vectors: CauseVectors): Signs => ({
  finding,
  vector: vectors.get(finding.id) ?? null,
  words: termsOf(causeTexts(finding).reason),
  arguments: argumentsIn(causeTexts(finding).reason),
});

function similarity(a: Signs, b: Signs): number {
  const words = jaccard(a.words, b.words);
  if (!a.vector || !b.vector) return words;
  return (
    WEIGHTS.reason * cosineOf(a.vector.reason, b.vector.reason) +
    WEIGHTS.issue * cosineOf(a.vector.issue, b.vector.issue) +
    WEIGHTS.words * words +
    WEIGHTS.argument * jaccard(a.arguments, b.arguments)
  );
}

const inOrder = (findings: readonly DraftFinding[]) =>
  [...findings].sort((a, b) => a.found_at.localeCompare(b.found_at) || a.id.localeCompare(b.id));

function byMeaning(
  findings: readonly DraftFinding[],
  vectors: CauseVectors,
  threshold: number,
): DraftFinding[][] {
  const signs = inOrder(findings).map((finding) => signsOf(finding, vectors));
  const alike = signs.map((a) => signs.map((b) => similarity(a, b)));
  return averageLinkage(alike, threshold).map((group) =>
    group.flatMap((at) => {
      const { finding } = signs[at] ?? {};
      return finding ? [finding] : [];
    }),
  );
}

/** Groups of one leader each, by the words of what was said. */
const byWords = (findings: readonly DraftFinding[]): DraftFinding[][] =>
  groupBySameWords(inOrder(findings), {
    textOf: ({ reason, original_issue, title }) => said(reason) || said(original_issue) || title,
    least: SAME_REASON,
  });

/** Every finding in the group of its cause, the largest group first; those that came first lead their group. */
export function causesOf(
  findings: readonly DraftFinding[],
  vectors: CauseVectors | null,
  threshold = SAME_CAUSE,
): DraftFinding[][] {
  const groups = vectors === null ? byWords(findings) : byMeaning(findings, vectors, threshold);
  return groups.sort((a, b) => b.length - a.length);
}
