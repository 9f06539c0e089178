import type { Embedder, LanguageModel } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import { findRejectedHunks, type RejectedHunk } from "@/lib/db/sql/skills";
import { groupBy } from "@/lib/kernel/group-by";
import {
  type JudgedRule,
  judgeRules,
  type RejectionThresholds,
  type RuleShare,
  rejectedFindings,
  rejectionThresholds,
  ruleShares,
} from "@/lib/reviews";
import type { Considered, ProposalIntent, Skill } from "../contract";
import * as proposalsQueries from "../proposals/queries";
import { answererAmong, loadCandidates } from "./answers";
import { consider } from "./considered";
import type { Candidate, DraftOccasion, Evidence, OpenProposal, SkillRule, Wanted } from "./draft-plan";
import { intentOf } from "./intents";
import { place } from "./place-evidence";

export type DraftParams = {
  organization_id: string;
  model: LanguageModel | null;
  embedder: Embedder | null;
  occasion: DraftOccasion;
  signal?: AbortSignal;
  repository_id?: string;
  skill_id?: string;
  wanted?: Wanted | null;
  /** In place of the organization's. */
  thresholds?: { min_rejection_rate?: number; min_samples?: number };
  /** Repositories the asker may see; null: all. */
  repository_ids: readonly string[] | null;
  now: Date;
};

/**
 * Everything that drafts are made from: skills, open proposals, and the rules of each skill. A rule is judged for a skill by
 * the findings that it answers for, whichever skills and repositories are drafted for.
 */
export type DraftData = {
  candidates: Candidate[];
  meant: Candidate[];
  open: OpenProposal[];
  rejected_hunks: RejectedHunk[];
  /** By skill: the rules to draft for, strongest evidence first, and those that are only often rejected elsewhere. */
  rules: ReadonlyMap<string, { asked: AskedRule[]; below: JudgedRule[] }>;
  /** The rules of findings that no skill is known to answer for. */
  nobody: JudgedRule[];
  /** Names of the rules that are often rejected in the organization, or in the repository that is drafted for. */
  often_rejected: ReadonlySet<string>;
  thresholds: RejectionThresholds;
};

export type AskedRule = SkillRule & { intent: ProposalIntent };

export async function loadDraftData(db: Database, params: DraftParams): Promise<DraftData> {
  const { organization_id, repository_id, skill_id, repository_ids, now } = params;
  const candidates = await loadCandidates(db, { organization_id });
  const isMeant = ({ id, repository }: Skill) =>
    (skill_id === undefined || id === skill_id) &&
    (repository_id === undefined || repository.id === repository_id) &&
    (repository_ids === null || repository_ids.includes(repository.id));
  const meant = candidates.filter(({ skill }) => isMeant(skill));
  const skill_ids = meant.map(({ skill }) => skill.id);
  const open = await proposalsQueries.findOpenProposals(db, { organization_id, skill_ids });
  const rejected_hunks = await findRejectedHunks(db, { organization_id, skill_ids });
  const thresholds = await rejectionThresholds(db, params);
  const shares = await ruleShares(db, { organization_id, now });
  const here = shares.filter((share) => repository_id === undefined || share.repository_id === repository_id);
  const often_rejected = new Set(
    judgeRules(here, thresholds).flatMap(({ rule_category, high_rejection }) => {
      if (high_rejection) return [rule_category];
      return [];
    }),
  );
  const answererFor = answererAmong(candidates);
  const nobody = here.filter((share) => answererFor(share) === null);
  const bySkill = groupBy(shares, answererFor);
  const judged = meant.map(({ skill }) => ({
    skill_id: skill.id,
    rules: judgeRules(bySkill.get(skill.id) ?? [], thresholds),
  }));
  return {
    candidates,
    meant,
    open,
    rejected_hunks,
    rules: await withFindings(db, params, { judged, open, often_rejected }),
    nobody: judgeRules(nobody, thresholds).filter(({ rejected }) => rejected > 0),
    often_rejected,
    thresholds,
  };
}

/** The rules of each skill, with the rejected findings of those that something is asked of. */
async function withFindings(
  db: Database,
  { organization_id, wanted = null, now }: DraftParams,
  {
    judged,
    open,
    often_rejected,
  }: {
    judged: readonly { skill_id: string; rules: readonly JudgedRule[] }[];
    open: readonly OpenProposal[];
    often_rejected: ReadonlySet<string>;
  },
): Promise<DraftData["rules"]> {
  const intended = judged.map(({ skill_id, rules }) => {
    const proposals = open.filter(({ skill }) => skill.id === skill_id);
    const rejected = rules
      .filter((rule) => rule.rejected > 0)
      .map((rule) => ({ rule, intent: isWanted(wanted, rule) ? wanted.intent : intentOf(rule, proposals) }));
    return { skill_id, rejected };
  });
  const asked = intended.flatMap(({ rejected }) => rejected.filter(({ intent }) => intent !== null));
  const shares = asked.flatMap(({ rule }) => rule.shares);
  const findings = groupBy(await rejectedFindings(db, { organization_id, shares, now }), (finding) =>
    shareKey({ ...finding, repository_id: finding.repository?.id ?? null }),
  );
  const findingsOf = (rule: JudgedRule) =>
    rule.shares
      .flatMap((share) => findings.get(shareKey(share)) ?? [])
      .sort((a, b) => b.found_at.localeCompare(a.found_at) || b.id.localeCompare(a.id))
      .slice(0, MOST_FINDINGS);
  return new Map(
    intended.map(({ skill_id, rejected }) => [
      skill_id,
      {
        asked: rejected.flatMap(({ rule, intent }): AskedRule[] => {
          if (intent === null) return [];
          return [{ ...rule, intent, findings: findingsOf(rule) }];
        }),
        below: rejected.flatMap(({ rule, intent }) => {
          if (intent === null && often_rejected.has(rule.rule_category)) return [rule];
          return [];
        }),
      },
    ]),
  );
}

/** Rejected findings that a rule is drafted from, the latest. */
const MOST_FINDINGS = 200;

const shareKey = ({ rule_category, skill, repository_id }: Omit<RuleShare, "flagged" | "rejected">) =>
  JSON.stringify([rule_category, skill, repository_id]);

export function isWanted(
  wanted: Wanted | null,
  { rule_category }: { rule_category: string },
): wanted is Wanted {
  return rule_category === wanted?.rule_category;
}

type SectionEvidence = { title: string; proposal: OpenProposal | null; rules: Evidence[] };

/** Which sections of a skill get exceptions, with the evidence for them, and the rules that get none. */
export function placeEvidence({
  data: { open, rejected_hunks, rules },
  candidate,
  wanted,
}: {
  data: DraftData;
  candidate: Candidate;
  wanted: Wanted | null;
}): { sections: SectionEvidence[]; refused: Considered[] } {
  const skill_id = candidate.skill.id;
  const proposals = open.filter(({ skill }) => skill.id === skill_id);
  const sections: SectionEvidence[] = [];
  const refused: Considered[] = [];
  for (const rule of rules.get(skill_id)?.asked ?? []) {
    const before = rejected_hunks.filter(
      (each) =>
        each.skill_id === skill_id &&
        each.rule_category === rule.rule_category &&
        each.intent === rule.intent,
    );
    const placed = place(candidate, rule, proposals, before);
    if ("reason" in placed) {
      refused.push(consider(rule, candidate.skill, placed.reason));
      continue;
    }
    const { section: title, proposal } = placed;
    const section = sections.find((each) => each.title === title && each.proposal?.id === proposal?.id);
    if (section) section.rules.push(placed.evidence);
    else sections.push({ title, proposal, rules: [placed.evidence] });
  }
  const meant = sections.filter(({ rules }) => !wanted || rules.some((rule) => isWanted(wanted, rule)));
  return { sections: meant, refused };
}
