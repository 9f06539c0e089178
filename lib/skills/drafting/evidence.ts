import type { RejectedHunk } from "@/lib/db/sql/skills";
import type { Finding } from "@/lib/reviews/contract";
import { jaccard, shareIn } from "@/lib/text/similarity";
import { termsOf } from "@/lib/text/terms";
import type { Considered, ProposalIntent } from "../contract";
import type { SectionEdit } from "../skills/edits";
import { type CauseVectors, causesOf } from "./causes";

/** What drafts are made from, and what they are. */

export type DraftFinding = Pick<
  Finding,
  "id" | "title" | "file_path" | "reason" | "original_issue" | "found_at" | "memory_id"
>;

/** A rule with the rejected findings that are evidence against it for one skill. */
export type RuleEvidence = {
  rule_category: string;
  flagged: number;
  rejected: number;
  /** Lower end of the 95 % interval of its rejection rate, 0–1. */
  low: number;
  /** What somebody asked for; `except` when nobody did. */
  intent: ProposalIntent;
  findings: readonly DraftFinding[];
  /** What its findings' causes mean; null where there is no embedder. */
  vectors?: CauseVectors | null;
  /** Hunks about it that were rejected, the latest first. */
  rejected_hunks?: readonly RejectedHunk[];
};

export type DraftedHunk = SectionEdit & {
  rule_category: string;
  rationale: string;
  findings: readonly DraftFinding[];
  /** All findings of its cause, when an objection leaves some of them out of the hunk. */
  grounds?: readonly DraftFinding[];
};

/** Hunks for one section, and for the rules that gave none the reason. */
export type Draft = { hunks: DraftedHunk[]; skipped: Skipped[] };

export type Skipped = {
  rule_category: string;
  reason: string;
  /** What a hunk would do, when it was not proposed for its price. */
  weighed?: Considered["weighed"];
};

/** Words of rule names that say nothing about where their exceptions belong. */
const VAGUE = termsOf("code handling general style issue rule");

/** What part of the telling words of a rule's name are among these terms, 0–1; 0 for a name without telling words. */
export function shareNamed(rule_category: string, terms: ReadonlySet<string>): number {
  const named = [...termsOf(rule_category.replaceAll("_", " "))].filter((term) => !VAGUE.has(term));
  return shareIn(new Set(named), terms);
}

/** A rule in words, as a sentence about its findings names them. */
export const ruleWords = (rule_category: string): string => {
  if (rule_category === "general" || rule_category === "unclassified") return "findings";
  return rule_category.replaceAll("_", " ");
};

/** Rejected findings that must give the same reason before it becomes an exception. */
export const MIN_CLUSTER = 2;
/**
 * Findings grouped by the cause they were rejected for, largest group first; those that came first lead their group. Only
 * groups of at least `MIN_CLUSTER` are evidence of something that recurs.
 */
export function clusterFindings(
  findings: readonly DraftFinding[],
  vectors: CauseVectors | null = null,
): DraftFinding[][] {
  return causesOf(findings, vectors).filter((members) => members.length >= MIN_CLUSTER);
}

/** The glob that holds all these paths, as narrow as their common folder and extension allow; null when there is none. */
export function commonPattern(paths: readonly string[]): string | null {
  const [first] = paths;
  if (first === undefined || paths.some((path) => /[`\s]/.test(path))) return null;
  if (paths.every((path) => path === first)) return first;
  const [head = [], ...others] = paths.map((path) => path.split("/").slice(0, -1));
  const parting = head.findIndex((name, at) => others.some((folder) => folder[at] !== name));
  const shared = parting < 0 ? head : head.slice(0, parting);
  const extensions = new Set(paths.map((path) => /\.[A-Za-z0-9]+$/.exec(path)?.[0] ?? ""));
  const [extension = ""] = extensions;
  const prefix = shared.map((name) => `${name}/`).join("");
  if (extensions.size === 1 && extension !== "") return `${prefix}**/*${extension}`;
  if (prefix === "") return null;
  return `${prefix}**`;
}

/** The finding whose words are most like those of all the others; of equals the first. */
export function typicalOf(cluster: readonly DraftFinding[]): DraftFinding {
  const terms = cluster.map((finding) => termsOf(`${finding.title} ${finding.reason ?? ""}`));
  const scores = terms.map((own) => terms.reduce((sum, other) => sum + jaccard(own, other), 0));
  const best = cluster[scores.indexOf(Math.max(...scores))];
  if (!best) throw new Error("a cluster has findings");
  return best;
}
