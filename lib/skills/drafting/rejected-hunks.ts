import type { RejectedHunk } from "@/lib/db/sql/skills";
import { jaccard } from "@/lib/text/similarity";
import { termsOf } from "@/lib/text/terms";
import type { DraftedHunk, DraftFinding } from "./evidence";

/** What was rejected before: it stays rejected until its own evidence has grown, and its reason steers the next draft. */

/** How alike (Jaccard of their words) the texts of two hunks must be to say the same. */
const SAME_TEXT = 0.6;

type Hunk = Pick<DraftedHunk, "current_text" | "proposed_text" | "rule_category" | "findings" | "grounds">;

/** The lines that an edit writes, without those it was anchored at. */
export function writtenText({
  current_text,
  proposed_text,
}: {
  current_text: string;
  proposed_text: string;
}) {
  if (proposed_text.startsWith(current_text)) return proposed_text.slice(current_text.length);
  return proposed_text;
}

function isSame(hunk: Hunk, rejected: RejectedHunk, ids: ReadonlySet<string>): boolean {
  if (rejected.finding_ids.some((id) => ids.has(id))) return true;
  return (
    hunk.rule_category === rejected.rule_category &&
    jaccard(termsOf(writtenText(hunk)), termsOf(writtenText(rejected))) >= SAME_TEXT
  );
}

const idsOf = ({ grounds, findings }: Hunk) => new Set((grounds ?? findings).map(({ id }) => id));

/** On how many findings a hunk was rejected before, while these have not grown enough; null when it may be proposed. */
export function rejectedOn(hunk: Hunk, rejected: readonly RejectedHunk[]): number | null {
  const ids = idsOf(hunk);
  const before = new Set(
    rejected.filter((each) => isSame(hunk, each, ids)).flatMap(({ finding_ids }) => finding_ids),
  );
  if (hasGrown(before, [...ids])) return null;
  return before.size;
}

/** The reasons that hunks about some of these findings were rejected for, the latest first. */
export function objectionsTo(findings: readonly DraftFinding[], rejected: readonly RejectedHunk[]): string[] {
  const ids = new Set(findings.map(({ id }) => id));
  const reasons = rejected
    .filter(({ finding_ids }) => finding_ids.some((id) => ids.has(id)))
    .flatMap(({ feedback }) => feedback?.trim() || []);
  return [...new Set(reasons)];
}

const ONLY = /\b(?:only|just|limit(?:ed)? to|restrict(?:ed)? to)\b/i;
const NOT = /\b(?:not|never|except|without|outside|leave out|exclude)\b/i;
const PATH = /`([^`\s]+)`|((?:[\w.*-]+\/)+[\w.*-]*|\*\.[\w]+)/g;

/** The part of a path before its first wildcard. */
const fixedPart = (pattern: string) => pattern.split("*")[0] ?? "";

function matches(path: string, pattern: string): boolean {
  const extension = /\*(\.[A-Za-z0-9]+)$/.exec(pattern)?.[1];
  return (
    path.startsWith(fixedPart(pattern).replace(/^\.?\//, "")) &&
    (extension === undefined || path.endsWith(extension))
  );
}

/**
 * The findings that an objection leaves: a sentence that says “only” keeps those in the paths it names, one that says
 * “not” leaves those in them out. A sentence without a path changes nothing here; people and models read it.
 */
export function applyObjections(
  findings: readonly DraftFinding[],
  objections: readonly string[],
): DraftFinding[] {
  let left = [...findings];
  for (const sentence of objections.flatMap((text) => text.split(/(?<=[.!?;])\s+|\n+/))) {
    const paths = [...sentence.matchAll(PATH)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const within = ({ file_path }: DraftFinding) =>
      file_path !== null && paths.some((pattern) => matches(file_path, pattern));
    if (paths.length === 0) continue;
    if (NOT.test(sentence)) left = left.filter((finding) => !within(finding));
    else if (ONLY.test(sentence)) left = left.filter(within);
  }
  return left;
}

/** New findings that are needed before evidence that was rejected may propose again, whatever its size. */
const MIN_GROWTH = 3;

/**
 * Whether evidence may propose although some of it was rejected before: only once it has grown by half of what was
 * rejected, and by at least 3 findings.
 */
export function hasGrown(rejected_ids: ReadonlySet<string>, finding_ids: readonly string[]): boolean {
  if (rejected_ids.size === 0) return true;
  const fresh = finding_ids.filter((id) => !rejected_ids.has(id)).length;
  return fresh >= Math.max(MIN_GROWTH, rejected_ids.size / 2);
}
