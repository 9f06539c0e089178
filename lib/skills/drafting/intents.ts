import type { JudgedRule } from "@/lib/reviews";
import type { ProposalIntent } from "../contract";
import type { OpenProposal } from "./draft-plan";
import type { RuleEvidence } from "./evidence";

/** What a rule is drafted for unless somebody wants something now: what an open proposal was asked for; null: nothing. */
export function intentOf(rule: JudgedRule, open: readonly OpenProposal[]): ProposalIntent | null {
  const asked = open.map(({ intents }) => intents[rule.rule_category]).find((intent) => intent !== undefined);
  return asked ?? (rule.high_rejection ? "except" : null);
}

/** By rule, what was asked for it. */
export function intentsOf(rules: readonly RuleEvidence[]): Record<string, ProposalIntent> {
  const asked = rules.filter(({ intent }) => intent !== "except");
  return Object.fromEntries(asked.map(({ rule_category, intent }) => [rule_category, intent]));
}
