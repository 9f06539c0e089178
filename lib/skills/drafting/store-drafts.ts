import type { Db } from "@/lib/db/client";
import { findRejectedHunks, lockSkills } from "@/lib/db/sql/skills";
import { AppError } from "@/lib/kernel/errors";
import { type DraftResult, NOTHING_TO_PROPOSE } from "../contract";
import * as proposalsQueries from "../proposals/queries";
import * as proposalWrites from "../proposals/write-queries";
import { sha256 } from "../skills/files";
import * as skillsQueries from "../skills/queries";
import * as versionsQueries from "../versions/queries";
import type { DraftPlan, OpenProposal, Planned } from "./draft-plan";
import { DRAFTER } from "./drafter";
import { type Joined, joinDraft } from "./join-draft";
import { predictOpen } from "./predict-drafts";
import { count } from "./wording";

const MOVED = "The skills or their proposals changed while drafting; draft again.";

/**
 * Writes a plan.
 * @throws AppError conflict when a skill, its open proposals or what was rejected for it are no longer as the plan found them.
 */
export async function storeDrafts(
  tx: Db,
  { organization_id, plan, now }: { organization_id: string; plan: DraftPlan; now: Date },
): Promise<DraftResult> {
  const skill_ids = [...new Set([...plan.planned, ...plan.unchanged].map(({ skill }) => skill.id))];
  await lockSkills(tx, { organization_id, skill_ids });
  const open = await proposalsQueries.findOpenProposals(tx, { organization_id, skill_ids });
  // After the open ones: what is rejected between the two is found here.
  const rejected = await findRejectedHunks(tx, { organization_id, skill_ids });
  const objected = rejected.filter(({ hunk_id }) => !plan.rejected_ids.includes(hunk_id));
  const proposals: DraftResult["proposals"] = [];
  for (const planned of plan.planned) {
    const { skill, draft } = planned;
    const now_skill = await skillsQueries.findSkill(tx, { organization_id, skill_id: skill.id });
    const unknown = open.some(
      (each) =>
        each.skill.id === skill.id && each.section === draft.section && !plan.open_ids.includes(each.id),
    );
    const refused = objected.some(({ skill_id }) => skill_id === skill.id);
    if (now_skill?.current_version !== skill.current_version || unknown || refused)
      throw new AppError("conflict", MOVED);
    const opened = open.some(({ id, opened }) => opened && id === planned.proposal?.id);
    const { id, outcome } = await storeDraft(tx, { organization_id, ...planned, opened, now });
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
  params: Planned & { organization_id: string; opened: boolean; now: Date },
): Promise<Outcome> {
  const { organization_id, skill, proposal, draft, opened, now } = params;
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
  if (opened) return joinOpened(tx, { ...params, proposal });
  if (!(await proposalWrites.replaceDraft(tx, { organization_id, proposal_id: id, version, draft, now })))
    throw new AppError("conflict", MOVED);
  return { id, outcome: "updated" };
}

type Outcome = { id: string; outcome: DraftResult["proposals"][number]["outcome"] };

/** Joins a draft to a proposal that somebody opened; where it cannot be carried over, the proposal waits as it is. */
async function joinOpened(
  tx: Db,
  {
    organization_id,
    proposal,
    content,
    draft,
    past,
    now,
  }: Planned & { organization_id: string; proposal: OpenProposal; now: Date },
): Promise<Outcome> {
  const { id, version, section, base_version, skill } = proposal;
  const hunks = await proposalsQueries.findHunks(tx, { organization_id, proposal_id: id });
  const at_base = { organization_id, skill_id: skill.id, number: base_version };
  const base = await versionsQueries.findVersion(tx, at_base);
  if (!base) throw new Error("a proposal was made for a version");
  const joined = joinDraft(hunks, draft.hunks, {
    section: draft.section,
    base_section: section,
    base: base.content,
    current: content,
  });
  if (!joined?.changed) return { id, outcome: "unchanged" };
  const evidence = [
    ...new Set([
      ...hunks.flatMap(({ finding_ids }) => finding_ids),
      ...[...joined.kept, ...joined.added].flatMap((hunk) => hunk.evidence.map((each) => each.finding_id)),
    ]),
  ];
  const fields = {
    base_version: draft.base_version,
    section: draft.section,
    ...wordsOf(proposal, joined),
    intents: { ...draft.intents, ...proposal.intents },
    evidence_count: evidence.length,
    evidence_sha256: sha256(JSON.stringify(evidence.sort())),
    input_sha256: draft.input_sha256,
  };
  const position = Math.max(-1, ...hunks.map((hunk) => hunk.position)) + 1;
  const change = { fields, hunks: { ...joined, position } };
  if (!(await proposalWrites.joinDraft(tx, { organization_id, proposal_id: id, version, ...change, now })))
    throw new AppError("conflict", MOVED);
  const prediction = await predictOpen(tx, { organization_id }, proposal, past);
  if (prediction)
    await proposalWrites.setPrediction(tx, { organization_id, proposal_id: id, prediction, now });
  return { id, outcome: "updated" };
}

const LATER = / Later evidence joined it: .*$/;

/** The title and the rationale of a proposal with what joined it. */
function wordsOf({ title, rationale, hunk_count }: OpenProposal, { kept, added }: Joined) {
  const findings = kept.reduce((sum, { evidence }) => sum + evidence.length, 0);
  const parts = [
    ...(findings > 0 ? [`${count(findings, "finding")} for its hunks`] : []),
    ...(added.length > 0 ? [count(added.length, "further hunk")] : []),
  ];
  const before = rationale.replace(LATER, "");
  return {
    title:
      added.length === 0
        ? title
        : `${title.replace(/ \(\d+ hunks\)$/, "")} (${hunk_count + added.length} hunks)`,
    rationale: parts.length === 0 ? before : `${before} Later evidence joined it: ${parts.join(", ")}.`,
  };
}
