import type { RejectedHunk } from "@/lib/db/sql/skills";
import { type ProposalIntent, uploaderOf } from "../contract";
import type { Candidate, Evidence, OpenProposal, SkillRule } from "./draft-plan";
import { chooseSection } from "./section";

/**
 * Whether what is drafted for a rule may join an open proposal. One that somebody opened and that is asked something else
 * of the rule stays as it is, and the draft stands beside it.
 */
const isJoinable = (
  { opened, intents, finding_ids }: OpenProposal,
  { rule_category, intent }: { rule_category: string; intent: ProposalIntent },
  ids: ReadonlySet<string>,
): boolean =>
  !opened || (intents[rule_category] ?? "except") === intent || !finding_ids.some((id) => ids.has(id));

/** Where a rule's exceptions go in a skill, or why there is nothing to propose. */
export function place(
  { document }: Candidate,
  rule: SkillRule & { intent: ProposalIntent },
  open: readonly OpenProposal[],
  rejected_hunks: readonly RejectedHunk[],
): { section: string; proposal: OpenProposal | null; evidence: Evidence } | { reason: string } {
  const { findings } = rule;
  const ids = new Set(findings.map(({ id }) => id));
  // A rule stays with its open proposal, so that new evidence joins it and does not start another.
  const joinable = open.filter((proposal) => isJoinable(proposal, rule, ids));
  const holder = joinable.find((proposal) => proposal.finding_ids.some((id) => ids.has(id))) ?? null;
  const kept = document.sections.some(({ title, editable }) => editable && title === holder?.section);
  const chosen = chooseSection(document, rule.rule_category, findings);
  const section = kept && holder ? holder.section : chosen?.section.title;
  if (section === undefined)
    return { reason: "The skill has no section with a title of its own; give it headings." };
  const proposal = joinable.find((each) => each.section === section) ?? holder;
  const uploader = open
    .filter((each) => each.section === section)
    .map(({ drafter }) => uploaderOf(drafter))
    .find((name) => name !== null);
  if (uploader)
    return { reason: `A change of “${section}” that ${uploader} uploaded is open; decide that first.` };
  return {
    section,
    proposal,
    evidence: {
      rule_category: rule.rule_category,
      flagged: rule.flagged,
      rejected: rule.rejected,
      low: rule.low ?? 0,
      intent: rule.intent,
      findings,
      rejected_hunks,
      because: kept ? "an open proposal has it" : (chosen?.because ?? ""),
    },
  };
}
