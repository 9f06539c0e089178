import { addedBullet } from "./bullets";
import type { ProposalIntent } from "./contract";
import {
  clusterFindings,
  type Draft,
  type DraftedHunk,
  type DraftFinding,
  type RuleEvidence,
  shareNamed,
} from "./evidence";
import { draftIntent } from "./intent-drafter";
import { parseSkill, refuseText, type SkillDocument, type SkillSection } from "./markdown";
import { count, exceptionOf, neutralise } from "./wording";
import { termsOf } from "./words";

/**
 * Drafts exceptions for a skill from rejected findings, without a language model: the same evidence and the same skill
 * always give the same draft.
 */

/** The name under which its proposals say who wrote them. */
export const DRAFTER = "deterministic";

// The section ------------------------------------------------------------------------------------------------

const EXCEPTIONS =
  /\b(?:exceptions?|false positives?|do not flag|don['’]t flag|not? to flag|leave alone|out of scope)\b/i;

export type ChosenSection = {
  section: SkillSection;
  because: string;
  /** Whether the skill speaks of the rule itself, and the section was not merely the most fitting one. */
  named: boolean;
};

/**
 * The section that exceptions of a rule belong to, and why: one that is titled like the rule, else one whose text names
 * it, else one for exceptions, else the one with the most words of the findings, else the one with the most rules. Null
 * when the skill has no section that can be edited.
 */
export function chooseSection(
  document: SkillDocument,
  rule_category: string,
  findings: readonly DraftFinding[],
): ChosenSection | null {
  const sections = document.sections.filter(({ editable }) => editable);
  const evidence = new Set(
    findings.flatMap((finding) => [...termsOf(`${finding.title} ${finding.reason ?? ""}`)]),
  );
  const linesOf = (section: SkillSection) =>
    document.content.slice(section.start, section.end).split("\n").slice(1);
  const share = (terms: ReadonlySet<string>) => shareNamed(rule_category, terms);
  const attempts: { because: string; score: (section: SkillSection) => number }[] = [
    {
      because: "its title names the rule",
      score: ({ title }) => (share(termsOf(title)) >= 0.5 ? share(termsOf(title)) : 0),
    },
    {
      because: "its text names the rule",
      score: (section) => linesOf(section).filter((line) => share(termsOf(line)) === 1).length,
    },
    { because: "it holds exceptions", score: ({ title }) => (EXCEPTIONS.test(title) ? 1 : 0) },
    {
      because: "it has the most words in common with the findings",
      score: (section) => {
        const words = termsOf(document.content.slice(section.start, section.end));
        return [...evidence].filter((term) => words.has(term)).length;
      },
    },
    {
      because: "it holds the most rules",
      score: (section) => 1 + linesOf(section).filter((line) => /^\s*[-*+] /.test(line)).length,
    },
  ];
  for (const [at, { because, score }] of attempts.entries()) {
    const best = sections.reduce<{ section: SkillSection; points: number } | null>((found, section) => {
      const points = score(section);
      return points > (found?.points ?? 0) ? { section, points } : found;
    }, null);
    if (best) return { section: best.section, because, named: at < 2 };
  }
  return null;
}

// The draft --------------------------------------------------------------------------------------------------

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
      refuseText(neutralise(`${title} ${reason ?? ""}`, Number.POSITIVE_INFINITY)) === null,
  );
  if (isAsked(rule)) return draftIntent(document, section, { ...rule, findings: safe });
  const clusters = clusterFindings(safe);
  if (clusters.length === 0)
    return {
      reason:
        safe.length < rule.findings.length
          ? "The findings' texts give their reader instructions and are not written into a skill."
          : `No reason recurs: each of the ${count(safe.length, "rejected finding")} was rejected for another one.`,
    };
  const own = document.content.slice(section.start, section.end);
  const hunks = clusters.flatMap((cluster): DraftedHunk[] => {
    const { head, line } = exceptionOf(rule.rule_category, cluster);
    const edit = own.includes(head) ? null : addedBullet(document, section, [line]);
    if (!edit) return [];
    const rationale =
      `${cluster.length} of the ${count(rule.rejected, "rejected finding")} of ${rule.rule_category} ` +
      `(${rule.flagged} flagged) give this reason.`;
    return [{ ...edit, rule_category: rule.rule_category, rationale, findings: cluster }];
  });
  return hunks.length > 0
    ? { hunks }
    : {
        reason: `The section “${section.title}” says so already; see that the skill is delivered and followed.`,
      };
}

// Evidence that was turned down ------------------------------------------------------------------------------

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
