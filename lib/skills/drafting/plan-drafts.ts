import type { LanguageModel } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { Considered } from "../contract";
import { sha256 } from "../skills/files";
import { withVectors } from "./cause-vectors";
import { belowThresholds, consider, NOBODY, withoutEvidence } from "./considered";
import { type DraftData, type DraftParams, isWanted, loadDraftData, placeEvidence } from "./draft-data";
import type { Candidate, DraftOccasion, DraftPlan, Evidence, OpenProposal, SkillRule } from "./draft-plan";
import { DRAFTER } from "./drafter";
import { intentsOf } from "./intents";
import { pastOf, predictOpen } from "./predict-drafts";
import { rejectedOn } from "./rejected-hunks";
import { toDraft } from "./to-draft";
import { weighHunks } from "./weigh";
import { type Written, write } from "./write-section";

/**
 * Drafts for every rule that is often rejected among the findings that a skill answers for, or for the one that something
 * is wanted of. Restricted to a repository or a skill, others are left alone. What was asked for a rule in an open proposal stays asked when that is drafted again.
 */
export async function planDrafts(db: Database, params: DraftParams): Promise<DraftPlan> {
  const { wanted } = params;
  const data = await loadDraftData(db, params);
  const open_ids = data.open.map(({ id }) => id);
  const plan: DraftPlan = {
    open_ids,
    rejected_ids: data.rejected_hunks.map(({ hunk_id }) => hunk_id),
    planned: [],
    unchanged: [],
    considered: withoutSkill(data, params),
  };
  for (const candidate of data.meant) await planSkill(db, { params, data, candidate, plan });
  const { considered } = plan;
  return { ...plan, considered: wanted ? considered.filter((rule) => isWanted(wanted, rule)) : considered };
}

/** The rules that no skill can be changed for: there is no evidence, or nobody knows which skill is meant. */
function withoutSkill(
  { candidates, rules, nobody, often_rejected }: DraftData,
  { wanted = null, skill_id }: DraftParams,
): Considered[] {
  const open = skill_id === undefined ? nobody : [];
  const considered: Considered[] = [];
  const known = [...[...rules.values()].flatMap(({ asked }) => asked), ...open];
  if (wanted && !known.some((rule) => isWanted(wanted, rule))) considered.push(withoutEvidence(wanted));
  const reason = candidates.length === 0 ? "No skill is registered; register one first." : NOBODY;
  for (const rule of open)
    if (often_rejected.has(rule.rule_category) || isWanted(wanted, rule))
      considered.push(consider(rule, null, reason));
  return considered;
}

/** Adds to the plan what is drafted for one skill. */
async function planSkill(
  db: Database,
  {
    params,
    data,
    candidate,
    plan,
  }: { params: DraftParams; data: DraftData; candidate: Candidate; plan: DraftPlan },
): Promise<void> {
  const { organization_id, wanted = null, now } = params;
  const { candidates, thresholds } = data;
  const { asked: considered = [], below = [] } = data.rules.get(candidate.skill.id) ?? {};
  const { sections, refused } = placeEvidence({ data, candidate, wanted });
  plan.considered.push(
    ...refused,
    ...below.map((rule) => consider(rule, candidate.skill, belowThresholds(thresholds))),
  );
  if (sections.length === 0) return;
  const past = await pastOf(db, { organization_id, candidate, candidates, now });
  for (const { title, proposal, rules } of sections) {
    const evidence = await withVectors(rules, params);
    const input_sha256 = inputOf(candidate, title, evidence);
    const section = { candidate, title, evidence, input_sha256 };
    if (proposal && isUnchanged(proposal, { ...section, ...params })) {
      const prediction = await predictOpen(db, params, proposal, past);
      plan.unchanged.push({ skill: candidate.skill, proposal, prediction });
      plan.considered.push(...proposedAlready(section, considered));
      continue;
    }
    const written = weighHunks(holdBack(await write(db, { ...params, ...section }), evidence), {
      evidence,
      past,
      wanted,
    });
    plan.considered.push(...outcomesOf(section, considered, written));
    if (written.draft.hunks.length === 0) continue;
    const draft = toDraft({
      skill: candidate.skill,
      section: title,
      evidence,
      written,
      input_sha256,
      past,
    });
    plan.planned.push({ skill: candidate.skill, content: candidate.content, proposal, draft, past });
  }
}

/** Takes out the hunks that were rejected before, on evidence that has not grown enough since. */
function holdBack(written: Written, evidence: readonly Evidence[]): Written {
  const { hunks, skipped } = written.draft;
  const judged = hunks.map((hunk) => {
    const rule = evidence.find(({ rule_category }) => rule_category === hunk.rule_category);
    return { hunk, rejected_on: rejectedOn(hunk, rule?.rejected_hunks ?? []) };
  });
  const held = judged.flatMap(({ hunk: { rule_category }, rejected_on }) => {
    if (rejected_on === null) return [];
    const reason =
      `Rejected before on ${rejected_on} findings; it is proposed again once they have grown by half and by at ` +
      "least 3.";
    return [{ rule_category, reason }];
  });
  const left = judged.flatMap(({ hunk, rejected_on }) => {
    if (rejected_on === null) return [hunk];
    return [];
  });
  return { ...written, draft: { hunks: left, skipped: [...skipped, ...held] } };
}

type Section = { candidate: Candidate; title: string; evidence: readonly Evidence[] };

function proposedAlready({ candidate, title, evidence }: Section, rules: readonly SkillRule[]): Considered[] {
  return evidence.flatMap(({ rule_category }) => {
    const rule = rules.find((each) => each.rule_category === rule_category);
    if (rule) return [consider(rule, candidate.skill, `Proposed for “${title}” already.`)];
    return [];
  });
}

/** What became of every rule in a section that was written. */
function outcomesOf(
  { candidate, title, evidence }: Section,
  rules: readonly SkillRule[],
  { draft: { hunks, skipped } }: Written,
): Considered[] {
  return rules.flatMap((rule) => {
    const isIts = ({ rule_category }: { rule_category: string }) => rule_category === rule.rule_category;
    const outcomes = skipped
      .filter(isIts)
      .map(({ reason, weighed = null }) => ({ ...consider(rule, candidate.skill, reason), weighed }));
    const drafted = hunks.some(isIts) && evidence.find(isIts);
    if (drafted)
      outcomes.push(consider(rule, candidate.skill, `Proposed for “${title}”: ${drafted.because}.`));
    return outcomes;
  });
}

/** What a draft of a section is made from; the same again would give the same. */
function inputOf({ skill, content }: Candidate, title: string, rules: readonly Evidence[]): string {
  const ids = rules.flatMap(({ findings }) => findings.map(({ id }) => id)).sort();
  return sha256(JSON.stringify([skill.id, sha256(content), title, ids, intentsOf(rules)]));
}

/** New findings that an open proposal of a language model waits for before it is drafted again unasked. */
const MIN_FRESH = 3;

function isUnchanged(
  proposal: OpenProposal,
  {
    title,
    candidate,
    input_sha256,
    evidence,
    model,
    occasion,
  }: {
    title: string;
    candidate: Candidate;
    input_sha256: string;
    evidence: readonly Evidence[];
    model: LanguageModel | null;
    occasion: DraftOccasion;
  },
): boolean {
  if (proposal.section !== title || proposal.base_version !== candidate.skill.current_version) return false;
  const by_model = proposal.drafter !== DRAFTER;
  // Where a model could not write, it gets another chance when somebody asks.
  const could_be_better = model !== null && !by_model && occasion === "asked";
  if (proposal.input_sha256 === input_sha256) return !could_be_better || proposal.drafting.fallback === null;
  if (!by_model || occasion === "asked") return false;
  const known = new Set(proposal.finding_ids);
  const fresh = evidence.flatMap(({ findings }) => findings.filter(({ id }) => !known.has(id))).length;
  return fresh < Math.max(MIN_FRESH, known.size / 2);
}
