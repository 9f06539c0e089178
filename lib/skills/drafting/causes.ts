import { jaccard } from "@/lib/text/similarity";
import { shortStem } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";
import data from "./causes.json";
import type { DraftFinding } from "./evidence";
import { termsOf } from "./words";

/**
 * Which findings were rejected for one cause: by what their reasons and issues mean, together with the words, identifiers
 * and paths that they share. Vectors come from the embedder; without them words alone decide.
 */

/** The vector of each finding's cause, by its id. */
export type CauseVectors = ReadonlyMap<string, Float32Array>;

/** What each sign of a shared cause counts, in sum 1. Tried on a list of our own: docs/measurements.md. */
const WEIGHTS = { meaning: 0.45, argument: 0.3, words: 0.1, identifiers: 0.1, paths: 0.05 } as const;

/** The least mean similarity of two groups of one cause. Tried on a list of our own: docs/measurements.md. */
export const SAME_CAUSE = 0.32;

/** How alike (Jaccard of their words) two reasons must be to count as the same, where there are no vectors. */
const SAME_REASON = 0.4;

const said = (text: string | null) => text?.trim() ?? "";

/** What a finding was rejected for, as a text to embed: the reason first, then the issue, or the title without both. */
export function causeText({ reason, original_issue, title }: DraftFinding): string {
  const parts = [said(reason), said(original_issue)].filter((part) => part !== "");
  if (parts.length === 0) return title;
  if (said(reason) === "") return `${title}. ${parts.join(" ")}`;
  return parts.join(" ");
}

const IDENTIFIER =
  /`([^`]+)`|\b([a-z]+(?:[A-Z][a-z0-9]*)+|[a-z]+(?:_[a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)\b/g;

const identifiersOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(IDENTIFIER)].map(([, quoted, plain]) => (quoted ?? plain ?? "").toLowerCase()));

function foldersOf(path: string | null): ReadonlySet<string> {
  if (path === null) return new Set();
  const folders = path.split("/").slice(0, -1);
  const extension = /\.[A-Za-z0-9]+$/.exec(path)?.[0];
  const places = folders.map((_, at) => folders.slice(0, at + 1).join("/"));
  return new Set(extension === undefined ? places : [...places, extension]);
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
  arguments: ReadonlySet<string>;
  finding: DraftFinding;
  vector: Float32Array | null;
  words: ReadonlySet<string>;
  identifiers: ReadonlySet<string>;
  paths: ReadonlySet<string>;
};

const signsOf = (finding: DraftFinding, vectors: CauseVectors): Signs => ({
  finding,
  vector: vectors.get(finding.id) ?? null,
  arguments: argumentsIn(said(finding.reason) || causeText(finding)),
  words: termsOf(causeText(finding)),
  identifiers: identifiersOf(`${finding.title} ${causeText(finding)}`),
  paths: foldersOf(finding.file_path),
});

export function cosineOf(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    dot += value * other;
    left += value * value;
    right += other * other;
  }
  if (left === 0 || right === 0) return 0;
  return dot / Math.sqrt(left * right);
}

function similarity(a: Signs, b: Signs): number {
  const meaning = a.vector && b.vector ? cosineOf(a.vector, b.vector) : jaccard(a.words, b.words);
  return (
    WEIGHTS.meaning * meaning +
    WEIGHTS.argument * jaccard(a.arguments, b.arguments) +
    WEIGHTS.words * jaccard(a.words, b.words) +
    WEIGHTS.identifiers * jaccard(a.identifiers, b.identifiers) +
    WEIGHTS.paths * jaccard(a.paths, b.paths)
  );
}

const inOrder = (findings: readonly DraftFinding[]) =>
  [...findings].sort((a, b) => a.found_at.localeCompare(b.found_at) || a.id.localeCompare(b.id));

/** Groups joined as long as two of them are alike in the mean (average linkage). */
function byMeaning(
  findings: readonly DraftFinding[],
  vectors: CauseVectors,
  threshold: number,
): DraftFinding[][] {
  const signs = inOrder(findings).map((finding) => signsOf(finding, vectors));
  const alike = signs.map((a) => signs.map((b) => similarity(a, b)));
  let groups = signs.map((_, at) => [at]);
  const between = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, x) => sum + b.reduce((own, y) => own + (alike[x]?.[y] ?? 0), 0), 0) /
    (a.length * b.length);
  for (;;) {
    let best = { at: -1, other: -1, mean: threshold };
    for (const [at, a] of groups.entries())
      for (const [other, b] of groups.entries()) {
        if (other <= at) continue;
        const mean = between(a, b);
        if (mean > best.mean) best = { at, other, mean };
      }
    if (best.at < 0) break;
    const joined = [...(groups[best.at] ?? []), ...(groups[best.other] ?? [])].sort((a, b) => a - b);
    groups = groups.filter((_, at) => at !== best.at && at !== best.other).concat([joined]);
  }
  return groups.map((group) =>
    group.flatMap((at) => {
      const { finding } = signs[at] ?? {};
      return finding ? [finding] : [];
    }),
  );
}

/** Groups of one leader each, by the words of what was said. */
function byWords(findings: readonly DraftFinding[]): DraftFinding[][] {
  const clusters: { terms: ReadonlySet<string>; members: DraftFinding[] }[] = [];
  for (const finding of inOrder(findings)) {
    const terms = termsOf(said(finding.reason) || said(finding.original_issue) || finding.title);
    const [best] = clusters
      .map((cluster) => ({ cluster, alike: jaccard(cluster.terms, terms) }))
      .filter(({ alike }) => alike >= SAME_REASON)
      .sort((a, b) => b.alike - a.alike);
    if (best) best.cluster.members.push(finding);
    else clusters.push({ terms, members: [finding] });
  }
  return clusters.map(({ members }) => members);
}

/** Every finding in the group of its cause, the largest group first; those that came first lead their group. */
export function causesOf(
  findings: readonly DraftFinding[],
  vectors: CauseVectors | null,
  threshold = SAME_CAUSE,
): DraftFinding[][] {
  const groups = vectors === null ? byWords(findings) : byMeaning(findings, vectors, threshold);
  return groups.sort((a, b) => b.length - a.length);
}
