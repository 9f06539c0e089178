import type { Db } from "@/lib/db/client";
import { findTurnedDownFindings, lockSkills } from "@/lib/db/sql/skills";
import { AppError } from "@/lib/kernel/errors";
import { type Finding, type HighRejectionRule, highRejectionRules } from "@/lib/reviews";
import { type Considered, type DraftResult, NOTHING_TO_PROPOSE, type Skill } from "./contract";
import {
  chooseSection,
  DRAFTER,
  type DraftedHunk,
  draftSection,
  hasGrown,
  type RuleEvidence,
} from "./drafter";
import { sha256 } from "./files";
import { parseSkill, type SkillDocument } from "./markdown";
import * as store from "./store";

/**
 * From the rules that get rejected most to open proposals. `planDrafts` reads and thinks, outside any transaction;
 * `storeDrafts` writes what it planned, unless something changed in between.
 */

type OpenProposal = Awaited<ReturnType<typeof store.findOpenProposals>>[number];
type Candidate = { skill: Skill; content: string; document: SkillDocument };
type Planned = { skill: Skill; proposal: OpenProposal | null; draft: store.NewDraft };
/** What is to be written: one entry a section, and what became of every rule. */
export type DraftPlan = { planned: Planned[]; considered: Considered[] };

type Evidence = RuleEvidence & { because: string };

/**
 * Drafts for every high-rejection rule. A finding counts for the skill it names, or without a name for the skill of its
 * repository, if only one can be meant. Restricted to a repository or a skill, others are left alone.
 */
export async function planDrafts(
  db: Db,
  given: {
    organization_id: string;
    repository_id?: string | undefined;
    skill_id?: string | undefined;
    /** Repositories the asker may see; null: all. */
    repository_ids: readonly string[] | null;
    now: Date;
  },
): Promise<DraftPlan> {
  const { organization_id, repository_id, skill_id, repository_ids, now } = given;
  const rules = await highRejectionRules(db, {
    organization_id,
    ...(repository_id === undefined ? {} : { repository_id }),
    now,
  });
  const skills = await store.findSkills(db, { organization_id });
  const contents = await store.findCurrentContents(db, { organization_id, skills });
  const candidates = skills.flatMap((skill): Candidate[] => {
    const content = contents.get(skill.id);
    return content === undefined ? [] : [{ skill, content, document: parseSkill(content) }];
  });
  const isMeant = ({ id, repository }: Skill) =>
    (skill_id === undefined || id === skill_id) &&
    (repository_id === undefined || repository.id === repository_id) &&
    (repository_ids === null || repository_ids.includes(repository.id));
  const meant = candidates.filter(({ skill }) => isMeant(skill));
  const skill_ids = meant.map(({ skill }) => skill.id);
  const open = await store.findOpenProposals(db, { organization_id, skill_ids });
  const turnedDown = await findTurnedDownFindings(db, { organization_id, skill_ids });

  const considered: Considered[] = [];
  const planned: Planned[] = [];
  const shares = rules.map((rule) => ({ rule, share: shareOut(rule, candidates) }));
  for (const { rule, share } of shares)
    if (share.nobody.length > 0 && skill_id === undefined)
      considered.push(
        consider(
          rule,
          null,
          candidates.length === 0 ? "No skill is registered; register one first." : NOBODY,
        ),
      );
  for (const candidate of meant) {
    const own = open.filter(({ skill }) => skill.id === candidate.skill.id);
    const sections = new Map<string, { proposal: OpenProposal | null; rules: Evidence[] }>();
    for (const { rule, share } of shares) {
      const findings = share.bySkill.get(candidate.skill.id);
      if (!findings) continue;
      const before = turnedDown.filter(
        (each) => each.skill_id === candidate.skill.id && each.rule_category === rule.rule_category,
      );
      const placed = place(
        candidate,
        rule,
        findings,
        own,
        new Set(before.map(({ finding_id }) => finding_id)),
      );
      if ("reason" in placed) considered.push(consider(rule, candidate.skill, placed.reason));
      else {
        const section = sections.get(placed.section) ?? { proposal: placed.proposal, rules: [] };
        section.rules.push(placed.evidence);
        sections.set(placed.section, section);
      }
    }
    for (const [title, { proposal, rules: evidence }] of sections) {
      const { hunks, skipped } = draftSection(candidate.content, title, evidence);
      for (const rule of rules) {
        const skip = skipped.find(({ rule_category }) => rule_category === rule.rule_category);
        const drafted = evidence.find(({ rule_category }) => rule_category === rule.rule_category);
        if (skip) considered.push(consider(rule, candidate.skill, skip.reason));
        else if (drafted)
          considered.push(consider(rule, candidate.skill, `Proposed for “${title}”: ${drafted.because}.`));
      }
      if (hunks.length > 0)
        planned.push({
          skill: candidate.skill,
          proposal,
          draft: toDraft(candidate.skill, title, evidence, hunks),
        });
    }
  }
  return { planned, considered };
}

const NOBODY =
  "Some of its rejected findings name no skill, and more than one could be meant; give `skill` with the evaluations.";

function consider(
  { rule_category, flagged, rejected }: HighRejectionRule,
  skill: Skill | null,
  reason: string,
): Considered {
  return {
    rule_category,
    skill: skill && { id: skill.id, name: skill.name, path: skill.path },
    flagged,
    rejected,
    reason,
  };
}

/** Which skill each rejected finding speaks against. */
function shareOut(rule: HighRejectionRule, candidates: readonly Candidate[]) {
  const bySkill = new Map<string, Finding[]>();
  const nobody: Finding[] = [];
  const answers = new Map<string, string | null>();
  for (const finding of rule.findings) {
    // The answer depends on these alone, and parsing words of every finding for every skill would not be cheap.
    const question = `${finding.skill ?? ""}\n${finding.repository?.id ?? ""}`;
    const known = answers.get(question);
    const skill_id = known === undefined ? responsible(finding, rule, candidates) : known;
    answers.set(question, skill_id);
    if (skill_id === null) nobody.push(finding);
    else bySkill.set(skill_id, [...(bySkill.get(skill_id) ?? []), finding]);
  }
  return { bySkill, nobody };
}

function responsible(
  finding: Finding,
  rule: HighRejectionRule,
  candidates: readonly Candidate[],
): string | null {
  const home = finding.repository?.id;
  const inHome = (list: readonly Candidate[]) => list.filter(({ skill }) => skill.repository.id === home);
  const only = (list: readonly Candidate[]) => (list.length === 1 ? (list[0]?.skill.id ?? null) : null);
  if (finding.skill !== null) {
    const named = candidates.filter(({ skill }) => skill.name === finding.skill);
    return only(inHome(named)) ?? only(named);
  }
  const near = home === undefined ? candidates : inHome(candidates);
  return (
    only(near) ??
    only(near.filter(({ document }) => chooseSection(document, rule.rule_category, [])?.named === true))
  );
}

/** Where a rule's exceptions go in a skill, or why there is nothing to propose. */
function place(
  { document }: Candidate,
  rule: HighRejectionRule,
  findings: readonly Finding[],
  open: readonly OpenProposal[],
  turned_down: ReadonlySet<string>,
): { section: string; proposal: OpenProposal | null; evidence: Evidence } | { reason: string } {
  const ids = new Set(findings.map(({ id }) => id));
  if (!hasGrown(turned_down, [...ids]))
    return {
      reason:
        `Rejected before on ${turned_down.size} findings; it is proposed again once they have grown by half and by at ` +
        "least 3.",
    };
  // A rule stays with its open proposal, so that new evidence joins it and does not start another.
  const holder = open.find((proposal) => proposal.finding_ids.some((id) => ids.has(id))) ?? null;
  const kept = document.sections.some(({ title, editable }) => editable && title === holder?.section);
  const chosen = chooseSection(document, rule.rule_category, findings);
  const section = kept && holder ? holder.section : chosen?.section.title;
  if (section === undefined)
    return { reason: "The skill has no section with a title of its own; give it headings." };
  return {
    section,
    proposal: open.find((proposal) => proposal.section === section) ?? holder,
    evidence: {
      rule_category: rule.rule_category,
      flagged: rule.flagged,
      rejected: rule.rejected,
      low: rule.low ?? 0,
      findings,
      because: kept ? "an open proposal has it" : (chosen?.because ?? ""),
    },
  };
}

function toDraft(
  skill: Skill,
  section: string,
  rules: readonly Evidence[],
  hunks: readonly DraftedHunk[],
): store.NewDraft {
  const evidenceOf = (rule: RuleEvidence) =>
    hunks.filter((hunk) => hunk.rule_category === rule.rule_category).flatMap(({ findings }) => findings);
  const supported = rules
    .filter((rule) => evidenceOf(rule).length > 0)
    .sort((a, b) => evidenceOf(b).length - evidenceOf(a).length);
  const [strongest] = supported;
  if (!strongest) throw new Error("hunks come from rules");
  const ids = hunks.flatMap(({ findings }) => findings.map(({ id }) => id)).sort();
  const names = supported.map(({ rule_category }) => rule_category.replaceAll("_", " "));
  const figures = supported.map(
    ({ rule_category, flagged, rejected, low, because }) =>
      `${rule_category}: ${rejected} of ${flagged} flagged findings were rejected (${percent(rejected / flagged)}, with 95 % ` +
      `confidence at least ${percent(low)}); it belongs here because ${because}.`,
  );
  return {
    section,
    base_version: skill.current_version,
    title: `Add ${hunks.length === 1 ? "an exception" : `${hunks.length} exceptions`} for ${names.join(", ")}`,
    rationale: [...figures, "Written by the deterministic drafter, without a language model."].join(" "),
    confidence: Math.min(...supported.map(({ low }) => low)),
    drafter: DRAFTER,
    rule_category: strongest.rule_category,
    evidence_sha256: sha256(ids.join("\n")),
    evidence_count: ids.length,
    hunks: hunks.map(({ current_text, proposed_text, rationale, findings }) => ({
      current_text,
      proposed_text,
      rationale,
      evidence: findings.map(({ id, memory_id }) => ({ finding_id: id, memory_id })),
    })),
  };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

const MOVED = "The skills or their proposals changed while drafting; draft again.";

/**
 * Writes a plan.
 * @throws AppError conflict when a skill or its open proposals are no longer as the plan found them.
 */
export async function storeDrafts(
  tx: Db,
  given: { organization_id: string; plan: DraftPlan; now: Date },
): Promise<DraftResult> {
  const { organization_id, plan, now } = given;
  const skill_ids = [...new Set(plan.planned.map(({ skill }) => skill.id))];
  await lockSkills(tx, { organization_id, skill_ids });
  const open = await store.findOpenProposals(tx, { organization_id, skill_ids });
  const proposals: DraftResult["proposals"] = [];
  for (const { skill, proposal, draft } of plan.planned) {
    const now_skill = await store.findSkill(tx, { organization_id, skill_id: skill.id });
    const sameSection = open.find((each) => each.skill.id === skill.id && each.section === draft.section);
    if (
      now_skill?.current_version !== skill.current_version ||
      (sameSection && sameSection.id !== proposal?.id)
    )
      throw new AppError("conflict", MOVED);
    const { id, outcome } = await storeDraft(tx, { organization_id, skill, proposal, draft, now });
    const stored = await store.findProposal(tx, { organization_id, proposal_id: id });
    if (!stored) throw new Error("a stored proposal is there");
    proposals.push({ ...stored, outcome });
  }
  const message = proposals.length === 0 ? NOTHING_TO_PROPOSE : null;
  return { proposals, considered: plan.considered, message };
}

async function storeDraft(
  tx: Db,
  given: Planned & { organization_id: string; now: Date },
): Promise<{ id: string; outcome: DraftResult["proposals"][number]["outcome"] }> {
  const { organization_id, skill, proposal, draft, now } = given;
  if (!proposal) {
    const id = await store.insertProposal(tx, { organization_id, skill_id: skill.id, draft, now });
    return { id, outcome: "created" };
  }
  const { id, version, section, base_version, evidence_sha256 } = proposal;
  if (
    evidence_sha256 === draft.evidence_sha256 &&
    base_version === draft.base_version &&
    section === draft.section
  )
    return { id, outcome: "unchanged" };
  if (!(await store.replaceDraft(tx, { organization_id, proposal_id: id, version, draft, now })))
    throw new AppError("conflict", MOVED);
  return { id, outcome: "updated" };
}
