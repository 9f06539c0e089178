import type { Finding, JudgedRule } from "@/lib/reviews";
import type { Considered, ProposalIntent, Skill } from "../contract";
import type * as proposalsQueries from "../proposals/queries";
import type * as proposalWrites from "../proposals/write-queries";
import type { SkillDocument } from "../skills/markdown";
import type { RuleEvidence } from "./evidence";
import type { PastFinding, Prediction } from "./prediction";

/**
 * From the rules that get rejected most to open proposals. `planDrafts` reads and thinks, outside any transaction;
 * `storeDrafts` writes what it planned, unless something changed in between.
 */

export type OpenProposal = Awaited<ReturnType<typeof proposalsQueries.findOpenProposals>>[number];
/** A rule as the findings that one skill answers for judge it, with the rejected ones, newest first. */
export type SkillRule = JudgedRule & { findings: Finding[] };
export type Candidate = { skill: Skill; content: string; document: SkillDocument };
export type Planned = {
  skill: Skill;
  /** The text that it was drafted from. */
  content: string;
  proposal: OpenProposal | null;
  draft: proposalWrites.NewDraft;
  past: readonly PastFinding[];
};
/** An open proposal that says what would be drafted now; only its prediction may have changed. */
export type UnchangedProposal = { skill: Skill; proposal: OpenProposal; prediction: Prediction | null };
/** What is to be written: one entry a section, and what became of every rule. */
export type DraftPlan = {
  /** The open proposals that it knew of. */
  open_ids: readonly string[];
  /** The rejected hunks that it knew of. */
  rejected_ids: readonly string[];
  planned: Planned[];
  unchanged: UnchangedProposal[];
  considered: Considered[];
};

/**
 * Why it is drafted. `asked`: somebody wants it, or the week began. `evidence`: findings came in, which happens often, so
 * a language model is not asked again for what hardly changed.
 */
export type DraftOccasion = "asked" | "evidence";

export type Evidence = RuleEvidence & { because: string };

/** What somebody wants of one rule, whatever its rate. */
export type Wanted = { rule_category: string; intent: ProposalIntent };
