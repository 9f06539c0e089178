import type { Db } from "@/lib/db/client";
import { lockSkills } from "@/lib/db/sql/skills";
import { AppError } from "@/lib/kernel/errors";
import { type DraftResult, NOTHING_TO_PROPOSE } from "../contract";
import * as proposalsQueries from "../proposals/queries";
import * as proposalWrites from "../proposals/write-queries";
import * as skillsQueries from "../skills/queries";
import type { DraftPlan, Planned } from "./draft-plan";
import { DRAFTER } from "./drafter";

const MOVED = "The skills or their proposals changed while drafting; draft again.";

/**
 * Writes a plan.
 * @throws AppError conflict when a skill or its open proposals are no longer as the plan found them.
 */
export async function storeDrafts(
  tx: Db,
  { organization_id, plan, now }: { organization_id: string; plan: DraftPlan; now: Date },
): Promise<DraftResult> {
  const skill_ids = [...new Set([...plan.planned, ...plan.unchanged].map(({ skill }) => skill.id))];
  await lockSkills(tx, { organization_id, skill_ids });
  const open = await proposalsQueries.findOpenProposals(tx, { organization_id, skill_ids });
  const proposals: DraftResult["proposals"] = [];
  for (const { skill, proposal, draft } of plan.planned) {
    const now_skill = await skillsQueries.findSkill(tx, { organization_id, skill_id: skill.id });
    const sameSection = open.find((each) => each.skill.id === skill.id && each.section === draft.section);
    if (
      now_skill?.current_version !== skill.current_version ||
      (sameSection && sameSection.id !== proposal?.id)
    )
      throw new AppError("conflict", MOVED);
    const { id, outcome } = await storeDraft(tx, { organization_id, skill, proposal, draft, now });
    const stored = await proposalsQueries.findProposal(tx, { organization_id, proposal_id: id });
    if (!stored) throw new Error("a stored proposal is there");
    proposals.push({ ...stored, outcome });
  }
  for (const { proposal, prediction } of plan.unchanged) {
    if (prediction)
      await proposalWrites.setPrediction(tx, { organization_id, proposal_id: proposal.id, prediction, now });
    const stored = await proposalsQueries.findProposal(tx, { organization_id, proposal_id: proposal.id });
    if (stored?.status === "open") proposals.push({ ...stored, outcome: "unchanged" });
  }
  const message = proposals.length === 0 ? NOTHING_TO_PROPOSE : null;
  return { proposals, considered: plan.considered, message };
}

async function storeDraft(
  tx: Db,
  { organization_id, skill, proposal, draft, now }: Planned & { organization_id: string; now: Date },
): Promise<{ id: string; outcome: DraftResult["proposals"][number]["outcome"] }> {
  if (!proposal) {
    const id = await proposalWrites.insertProposal(tx, { organization_id, skill_id: skill.id, draft, now });
    return { id, outcome: "created" };
  }
  const { id, version, section, base_version, evidence_sha256, drafter } = proposal;
  if (
    evidence_sha256 === draft.evidence_sha256 &&
    base_version === draft.base_version &&
    section === draft.section &&
    drafter === draft.drafter &&
    drafter === DRAFTER
  ) {
    const { prediction } = draft;
    if (prediction)
      await proposalWrites.setPrediction(tx, { organization_id, proposal_id: id, prediction, now });
    return { id, outcome: "unchanged" };
  }
  if (!(await proposalWrites.replaceDraft(tx, { organization_id, proposal_id: id, version, draft, now })))
    throw new AppError("conflict", MOVED);
  return { id, outcome: "updated" };
}
