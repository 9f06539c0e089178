import { jaccard } from "@/lib/text/similarity";
import { termsOf } from "@/lib/text/terms";
import type { ProposalIntent } from "../contract";
import type { Bullet, SkillDocument, SkillSection } from "../skills/markdown";
import { addedBullet, replacedBullet } from "./bullets";
import {
  clusterFindings,
  type DraftedHunk,
  type DraftFinding,
  MIN_CLUSTER,
  type RuleEvidence,
  ruleWords,
  shareNamed,
  typicalOf,
} from "./evidence";
import { caseOf, count } from "./wording";

/**
 * Drafts what somebody asked for a rule, without a language model: the bullets that state the rule are changed where
 * rejected findings speak against them; where none states it, the section gets a bullet that says so.
 */

type Asked = Exclude<ProposalIntent, "except">;

/** Cases that a rewritten rule names at most. */
const MAX_CASES = 5;

const FLAGS =
  /^(?:always |please |also )?(?:flag|report|raise|point out|call out|mark|warn (?:about|of)|check for|look for|comment on|complain about) (?=\S)/i;
const MINOR = "as a minor remark only: one line that nobody has to act on";

/** A bullet without the mark it ends with, so that a clause can follow. */
const clauseOf = (text: string) => text.trim().replace(/[.;,:]+$/, "");

/** The lines that stand for a rule as asked: in the place of the bullet that states it, or as a bullet of its own. */
function linesOf(
  intent: Asked,
  rule_category: string,
  bullet: Bullet | null,
  { findings, vectors }: Pick<RuleEvidence, "findings" | "vectors">,
): string[] {
  const rule = ruleWords(rule_category);
  const clause = bullet === null ? null : clauseOf(bullet.text);
  switch (intent) {
    case "disable": {
      const what = clause !== null && FLAGS.test(clause) ? clause.replace(FLAGS, "") : rule;
      return [`Do not flag ${what}`];
    }
    case "demote":
      return [clause === null ? `Report ${rule} ${MINOR}` : `${clause}. Report it ${MINOR}`];
    case "rewrite":
      return [
        `${clause ?? `Flag ${rule}`}, unless it is one of these cases:`,
        ...clusterFindings(findings, vectors)
          .slice(0, MAX_CASES)
          .map((cluster) => `- ${caseOf("", cluster)}`),
      ];
  }
}

/** The bullets of a section that state a rule: that name it, or that say what to flag in a section of its name. */
function statementsOf(section: SkillSection, rule_category: string): Bullet[] {
  const own = shareNamed(rule_category, termsOf(section.title)) >= 0.5;
  return section.bullets.filter(
    ({ text }) => FLAGS.test(text) && (own || shareNamed(rule_category, termsOf(text)) === 1),
  );
}

/**
 * The groups of findings that speak against each statement, by the words they share. Findings that speak of none, and
 * groups too small to stand alone, go with the largest group.
 */
function shareOut(
  statements: readonly Bullet[],
  groups: readonly (readonly DraftFinding[])[],
): { bullet: Bullet | null; findings: DraftFinding[] }[] {
  const parts = statements.map((bullet) => ({
    bullet: bullet as Bullet | null,
    terms: termsOf(bullet.text),
    findings: [] as DraftFinding[],
  }));
  const rest: DraftFinding[] = [];
  for (const group of groups) {
    const typical = typicalOf(group);
    const terms = termsOf(`${typical.title} ${typical.reason ?? ""}`);
    const [best] = parts
      .map((part) => ({ part, alike: jaccard(part.terms, terms) }))
      .sort((a, b) => b.alike - a.alike);
    (best && best.alike > 0 ? best.part.findings : rest).push(...group);
  }
  parts.sort((a, b) => b.findings.length - a.findings.length);
  const [largest = { bullet: null, findings: [] as DraftFinding[] }, ...others] = parts;
  largest.findings.push(...rest);
  for (const { findings } of others)
    if (findings.length < MIN_CLUSTER) largest.findings.push(...findings.splice(0));
  return [largest, ...others].filter(({ findings }) => findings.length > 0);
}

const WORDS: Record<Asked, string> = {
  demote: "report it as a minor remark only",
  disable: "no longer flag it",
  rewrite: "restate it",
};

/** Hunks that say of a rule in a section what was asked, or why there are none. */
export function draftIntent(
  document: SkillDocument,
  section: SkillSection,
  rule: RuleEvidence & { intent: Asked },
): { hunks: DraftedHunk[] } | { reason: string } {
  const { rule_category, intent, findings, vectors = null } = rule;
  if (findings.length < MIN_CLUSTER)
    return {
      reason: `${count(findings.length, "rejected finding")} speaks against it; a change needs at least ${MIN_CLUSTER}.`,
    };
  const groups =
    intent === "rewrite" ? clusterFindings(findings, vectors) : findings.map((finding) => [finding]);
  if (groups.length === 0)
    return {
      reason:
        `No two of the ${findings.length} reasons were recognised as the same, so there are no cases to name: read the ` +
        "rejected findings, or demote or disable the rule instead.",
    };
  const own = document.content.slice(section.start, section.end);
  const parts = shareOut(statementsOf(section, rule_category), groups);
  const hunks = parts.flatMap(({ bullet, findings }): DraftedHunk[] => {
    const lines = linesOf(intent, rule_category, bullet, { findings, vectors });
    if (bullet === null && own.includes(lines[0] ?? "")) return [];
    if (bullet?.text.includes(MINOR) && intent === "demote") return [];
    const edit =
      (bullet && replacedBullet(document, section, bullet, lines)) ??
      addedBullet(document, section, linesOf(intent, rule_category, null, { findings, vectors }));
    if (!edit) return [];
    const rationale =
      `Requested: ${WORDS[intent]}. ${findings.length} of the ${count(rule.rejected, "rejected finding")} of ` +
      `${rule_category} (${rule.flagged} flagged) speak against ${bullet ? "this line" : "the rule"}.`;
    return [{ ...edit, rule_category, rationale, findings }];
  });
  if (hunks.length > 0) return { hunks };
  return { reason: `The section “${section.title}” already says this, or only a person can change it.` };
}
