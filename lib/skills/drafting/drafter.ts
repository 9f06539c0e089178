import { cutAtWord } from "@/lib/text/cut";
import type { ProposalIntent } from "../contract";
import { refuseText } from "../skills/forbidden-text";
import { parseSkill, type SkillDocument, type SkillSection } from "../skills/markdown";
import { exceptionEdit } from "./amend";
import { clusterFindings, type Draft, type DraftedHunk, MIN_CLUSTER, type RuleEvidence } from "./evidence";
import { draftIntent } from "./intent-drafter";
import { applyObjections, objectionsTo } from "./rejected-hunks";
import { count, inertText } from "./wording";

/**
 * Drafts exceptions for a skill from rejected findings, without a language model: the same evidence and the same skill
 * always give the same draft.
 */

/** The name under which its proposals say who wrote them. */
export const DRAFTER = "deterministic";

/** Characters of an objection that a rationale repeats. */
const MAX_OBJECTION = 300;

/** One hunk for each reason that recurs among a rule's rejected findings, or what somebody asked for the rule. */
export function draftSection(content: string, title: string, rules: readonly RuleEvidence[]): Draft {
  const document = parseSkill(content);
  const section = document.sections.find((each) => each.title === title && each.editable);
  if (!section) throw new Error("the section was chosen from this text");
  const hunks: DraftedHunk[] = [];
  const skipped: Draft["skipped"] = [];
  for (const rule of rules) {
    const drafted = draftRule(document, section, rule);
    if ("reason" in drafted) skipped.push({ rule_category: rule.rule_category, ...drafted });
    else hunks.push(...drafted.hunks);
  }
  return { hunks, skipped };
}

/** The rule as somebody wants it, when it is other than with exceptions. */
const isAsked = (rule: RuleEvidence): rule is RuleEvidence & { intent: Exclude<ProposalIntent, "except"> } =>
  rule.intent !== "except";

function draftRule(
  document: SkillDocument,
  section: SkillSection,
  rule: RuleEvidence,
): { hunks: DraftedHunk[] } | { reason: string } {
  const safe = rule.findings.filter(
    ({ title, reason }) =>
      refuseText(inertText(`${title} ${reason ?? ""}`, Number.POSITIVE_INFINITY)) === null,
  );
  if (isAsked(rule)) return draftIntent(document, section, { ...rule, findings: safe });
  const clusters = clusterFindings(safe, rule.vectors);
  if (clusters.length === 0)
    return {
      reason:
        safe.length < rule.findings.length
          ? "The findings' texts give their reader instructions and are not written into a skill."
          : unlikeReasons(safe.length),
    };
  const hunks = clusters.flatMap((grounds): DraftedHunk[] => {
    const objections = objectionsTo(grounds, rule.rejected_hunks ?? []);
    const cluster = applyObjections(grounds, objections);
    if (cluster.length < MIN_CLUSTER) return [];
    const edit = exceptionEdit({ document, section, rule, cluster });
    if (!edit) return [];
    const rationale =
      `${cluster.length} of the ${count(rule.rejected, "rejected finding")} of ${rule.rule_category} ` +
      `(${rule.flagged} flagged) give this reason.${objectionWords(objections)}`;
    const hunk = { ...edit, rule_category: rule.rule_category, rationale, findings: cluster };
    if (cluster.length === grounds.length) return [hunk];
    return [{ ...hunk, grounds }];
  });
  if (hunks.length > 0) return { hunks };
  return {
    reason: `The section “${section.title}” already says this; make sure that the skill is delivered and followed.`,
  };
}

/** Why findings make no exception whose reasons were not recognised as the same, which many that are the same are not. */
function unlikeReasons(findings: number): string {
  if (findings < MIN_CLUSTER)
    return `One rejected finding makes no exception: it takes ${MIN_CLUSTER} for the same reason.`;
  return (
    `No two of the ${findings} reasons were recognised as the same. One reason in different words is often missed: read ` +
    "the rejected findings."
  );
}

/** What a rationale says of an earlier rejection. */
function objectionWords([objection]: readonly string[]): string {
  if (objection === undefined) return "";
  return ` An earlier draft about it was rejected: “${cutAtWord(objection, MAX_OBJECTION)}”`;
}
