import { createHash } from "node:crypto";
import type { KindMetadata } from "@/lib/memories/contract";
import { truncateText } from "@/lib/text/cut";
import {
  type Disposition,
  type Evaluation,
  type EvaluationItem,
  ITEM_LISTS,
  itemLists,
  type Verdict,
} from "../contract";
import { classifyTitle } from "../rules/classify";
import { inferFilePattern, verdictOf } from "../rules/rules";

/** One item as a finding: what was left out inferred, empty text as none. */
export type NewFinding = ReturnType<typeof findingOf>;

/** What makes two evaluations the same body; `repo` is only another name for `repository`. */
export function bodyHash({ repo, ...evaluation }: Evaluation): string {
  const body = { ...evaluation, repository: evaluation.repository ?? repo };
  // The schema writes every key in its own order, whatever the order of the caller.
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

export function verdictOfEvaluation(evaluation: Evaluation): Verdict {
  return verdictOf(evaluation.verdict, evaluation.items_to_implement.length);
}

/** The items of all four lists as findings, in the order of their numbers, each paired with its item. */
export function findingsOf(
  evaluation: Evaluation,
  newId: () => string,
  ruleOf: (item: EvaluationItem) => string = ({ title }) => classifyTitle(title).rule_category,
): { finding: NewFinding; item: EvaluationItem }[] {
  return itemLists
    .flatMap((list) => evaluation[list].map((item) => ({ item, disposition: ITEM_LISTS[list] })))
    .sort((a, b) => a.item.number - b.item.number)
    .map(({ item, disposition }) => ({ item, finding: findingOf(item, { disposition, newId, ruleOf }) }));
}

function findingOf(
  item: EvaluationItem,
  {
    disposition,
    newId,
    ruleOf,
  }: { disposition: Disposition; newId: () => string; ruleOf: (item: EvaluationItem) => string },
) {
  const file_path = item.file_path?.replace(/^(\.\/+)+/, "") || null;
  return {
    id: newId(),
    number: item.number,
    title: item.title,
    file_path,
    line: item.line ?? null,
    file_pattern: inferFilePattern(file_path),
    disposition,
    reason: item.reason || null,
    original_issue: item.original_issue || null,
    suggested_fix: item.suggested_fix || null,
    rule_category: item.rule_category ?? ruleOf(item),
  };
}

// What the memories of these kinds hold at most (see kindMetadataSchemas); the finding and the review keep the whole text.
const STATEMENT_LIMIT = 8000;
const METADATA_LIMIT = 4000;
const CODE_SUMMARY_LIMIT = 500;
const KEY_FINDINGS = 5;

function placeOf({ file_path, line }: Pick<NewFinding, "file_path" | "line">): string | null {
  if (file_path === null || line === null) return file_path;
  return `${file_path}:${line}`;
}

/** What a rejected finding teaches: statement and metadata of its rejection_pattern memory. */
export function rejectionPatternOf(
  finding: NewFinding,
  evidence: string | undefined,
): { statement: string; metadata: KindMetadata<"rejection_pattern"> } {
  const { title, file_path, line, original_issue, reason } = finding;
  const place = placeOf({ file_path, line });
  const statement = [
    place === null ? title : `${title} (${place})`,
    original_issue === null ? null : `Issue: ${original_issue}`,
    reason === null ? null : `Rejected: ${reason}`,
  ];
  const proof = evidence || reason;
  return {
    statement: truncateText(statement.filter((part) => part !== null).join("\n"), STATEMENT_LIMIT),
    metadata: {
      pattern_description: truncateText(original_issue ?? title, METADATA_LIMIT),
      file_pattern: finding.file_pattern,
      rule_category: finding.rule_category,
      ...(reason !== null && { rejection_reason: truncateText(reason, METADATA_LIMIT) }),
      ...(proof && { evidence: truncateText(proof, METADATA_LIMIT) }),
      ...(file_path !== null && { file_path }),
      ...(line !== null && { line }),
      ...(original_issue !== null && { original_issue: truncateText(original_issue, METADATA_LIMIT) }),
    },
  };
}

/** What a review teaches as a whole, or null when it does not say what the code does. */
export function reviewOutcomeOf(
  evaluation: Evaluation,
): { statement: string; metadata: KindMetadata<"review_outcome"> } | null {
  if (evaluation.code_summary === undefined) return null;
  const { workflow_id } = evaluation;
  const code_summary = truncateText(evaluation.code_summary, CODE_SUMMARY_LIMIT);
  const issue_summary =
    evaluation.issue_summary === undefined
      ? undefined
      : truncateText(evaluation.issue_summary, METADATA_LIMIT);
  return {
    statement: issue_summary === undefined ? code_summary : `${code_summary}\n${issue_summary}`,
    metadata: {
      code_summary,
      ...(issue_summary !== undefined && { issue_summary }),
      key_findings: evaluation.items_to_implement.slice(0, KEY_FINDINGS).map((item) => item.title),
      verdict: verdictOfEvaluation(evaluation),
      workflow_id,
    },
  };
}
