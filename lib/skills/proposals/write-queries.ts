import { actorColumns } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { type Hunk, type Proposal, uploaderOf } from "../contract";
import type { Prediction } from "../drafting/prediction";

/** What a drafter says, ready to be stored. */
export type NewDraft = Pick<
  Proposal,
  | "section"
  | "base_version"
  | "title"
  | "rationale"
  | "confidence"
  | "drafter"
  | "rule_category"
  | "intents"
  | "evidence_count"
> &
  Proposal["drafting"] & {
    evidence_sha256: string;
    input_sha256: string;
    /** Null when there is nothing that findings could be matched with. */
    prediction: Prediction | null;
    hunks: readonly (Pick<Hunk, "current_text" | "proposed_text" | "rationale"> & {
      evidence: readonly { finding_id: string; memory_id: string | null }[];
    })[];
  };

export async function insertProposal(
  db: Db,
  { organization_id, skill_id, draft, now }: Tenant & { skill_id: string; draft: NewDraft; now: Date },
): Promise<string> {
  const { hunks, prediction, ...rest } = draft;
  const proposal_id = newId();
  await db.proposal.create({
    data: {
      organization_id,
      id: proposal_id,
      skill_id,
      ...rest,
      uploaded: uploaderOf(rest.drafter) !== null,
      ...(prediction ? effectOf(prediction, now) : {}),
      created_at: now,
      updated_at: now,
    },
  });
  await insertHunks(db, { organization_id, proposal_id, hunks, prediction });
  return proposal_id;
}

const effectOf = (prediction: Prediction, now: Date) => ({
  effect_spared: prediction.spared,
  effect_rejected: prediction.rejected,
  effect_touched: prediction.touched,
  effect_implemented: prediction.implemented,
  effect_at: now,
});

/** Brings the prediction of an open proposal up to date. It is no change of the proposal, so its version stays. */
export async function setPrediction(
  db: Db,
  {
    organization_id,
    proposal_id,
    prediction,
    now,
  }: Tenant & { proposal_id: string; prediction: Prediction; now: Date },
): Promise<void> {
  await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: "open" },
    data: effectOf(prediction, now),
  });
  for (const [position, { spared, touched }] of prediction.hunks.entries())
    await db.proposal_hunk.updateMany({
      where: { organization_id, proposal_id, position },
      data: { effect_spared: spared, effect_touched: touched },
    });
}

/** Notes that somebody opened a proposal. It is no change of it, so its version stays. */
export async function setOpened(
  db: Db,
  { organization_id, proposal_id, now }: Tenant & { proposal_id: string; now: Date },
): Promise<void> {
  await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: "open", opened_at: null },
    data: { opened_at: now },
  });
}

/** Puts a new draft in the place of that of an open proposal nobody opened. @returns false when it is no longer open in that version. */
export async function replaceDraft(
  db: Db,
  {
    organization_id,
    proposal_id,
    version,
    draft,
    even_opened = false,
    now,
  }: Tenant & { proposal_id: string; version: number; draft: NewDraft; even_opened?: boolean; now: Date },
): Promise<boolean> {
  const { hunks, prediction, ...rest } = draft;
  const unopened = even_opened ? {} : { opened_at: null };
  const { count } = await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: "open", version, ...unopened },
    data: {
      ...rest,
      uploaded: uploaderOf(rest.drafter) !== null,
      ...(prediction ? effectOf(prediction, now) : {}),
      version: { increment: 1 },
      updated_at: now,
    },
  });
  if (count === 0) return false;
  await db.proposal_hunk.deleteMany({ where: { organization_id, proposal_id } });
  await insertHunks(db, { organization_id, proposal_id, hunks, prediction });
  return true;
}

export type JoinedHunks = {
  /** Hunks that are there, with the text that they have now and the evidence that is new. */
  kept: readonly { id: string; current_text: string; proposed_text: string; evidence: HunkEvidence }[];
  added: NewDraft["hunks"];
  /** The position of the first added hunk. */
  position: number;
};

type HunkEvidence = NewDraft["hunks"][number]["evidence"];

/**
 * Adds what a new draft says to an open proposal: evidence to the hunks that are there, and hunks behind them.
 * @returns false when it is no longer open in that version.
 */
export async function joinDraft(
  db: Db,
  {
    organization_id,
    proposal_id,
    version,
    fields,
    hunks: { kept, added, position },
    now,
  }: Tenant & {
    proposal_id: string;
    version: number;
    fields: Pick<
      NewDraft,
      "base_version" | "section" | "title" | "rationale" | "intents" | "evidence_sha256" | "input_sha256"
    > & {
      evidence_count: number;
    };
    hunks: JoinedHunks;
    now: Date;
  },
): Promise<boolean> {
  const { count } = await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: "open", version },
    data: { ...fields, version: { increment: 1 }, updated_at: now },
  });
  if (count === 0) return false;
  for (const { id, current_text, proposed_text, evidence } of kept) {
    await db.proposal_hunk.updateMany({
      where: { organization_id, proposal_id, id },
      data: { current_text, proposed_text },
    });
    if (evidence.length > 0)
      await db.proposal_evidence.createMany({
        data: evidence.map((each) => ({ organization_id, id: newId(), hunk_id: id, ...each })),
      });
  }
  if (added.length > 0)
    await insertHunks(db, { organization_id, proposal_id, hunks: added, prediction: null, first: position });
  return true;
}

async function insertHunks(
  db: Db,
  params: Tenant & {
    proposal_id: string;
    hunks: NewDraft["hunks"];
    prediction: Prediction | null;
    first?: number;
  },
): Promise<void> {
  const { organization_id, proposal_id, prediction, first = 0 } = params;
  const hunks = params.hunks.map((hunk, position) => ({
    id: newId(),
    position: first + position,
    ...hunk,
    effect_spared: prediction?.hunks[position]?.spared ?? 0,
    effect_touched: prediction?.hunks[position]?.touched ?? 0,
  }));
  await db.proposal_hunk.createMany({
    data: hunks.map(({ evidence: _evidence, ...hunk }) => ({ organization_id, proposal_id, ...hunk })),
  });
  const evidence = hunks.flatMap((hunk) =>
    hunk.evidence.map((each) => ({ organization_id, id: newId(), hunk_id: hunk.id, ...each })),
  );
  if (evidence.length > 0) await db.proposal_evidence.createMany({ data: evidence });
}

/** Closes an open proposal of this version. Of two deciders at once exactly one gets true. */
export async function decideProposal(
  db: Db,
  {
    organization_id,
    proposal_id,
    version,
    status,
    feedback,
    actor,
    now,
  }: Tenant & {
    proposal_id: string;
    version: number;
    status: "approved" | "rejected";
    feedback: string | null;
    actor: ActorRef;
    now: Date;
  },
): Promise<boolean> {
  const { count } = await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: "open", version },
    data: {
      status,
      feedback,
      ...actorColumns("decided_by", actor),
      decided_at: now,
      updated_at: now,
      version: { increment: 1 },
    },
  });
  return count === 1;
}

export async function setAppliedVersion(
  db: Db,
  { organization_id, proposal_id, number }: Tenant & { proposal_id: string; number: number },
): Promise<void> {
  await db.proposal.updateMany({
    where: { organization_id, id: proposal_id },
    data: { applied_version: number },
  });
}

export async function decideHunks(
  db: Db,
  {
    organization_id,
    proposal_id,
    hunk_ids,
    decision,
    feedback,
    hunk_feedback = [],
  }: Tenant & {
    proposal_id: string;
    hunk_ids: readonly string[];
    decision: "approved" | "rejected";
    feedback: string | null;
    /** Hunks with a reason of their own. */
    hunk_feedback?: readonly { hunk_id: string; feedback: string }[];
  },
): Promise<void> {
  if (hunk_ids.length === 0) return;
  await db.proposal_hunk.updateMany({
    where: { organization_id, proposal_id, id: { in: [...hunk_ids] } },
    data: { decision, feedback },
  });
  for (const { hunk_id, feedback: reason } of hunk_feedback)
    if (hunk_ids.includes(hunk_id))
      await db.proposal_hunk.updateMany({
        where: { organization_id, proposal_id, id: hunk_id },
        data: { feedback: reason },
      });
}

export async function setEditedText(
  db: Db,
  { organization_id, hunk_id, edited_text }: Tenant & { hunk_id: string; edited_text: string },
): Promise<void> {
  await db.proposal_hunk.updateMany({ where: { organization_id, id: hunk_id }, data: { edited_text } });
}

/** Opens a decided proposal of this version again, as if nothing had been decided. @returns whether it was there. */
export async function reopenProposal(
  db: Db,
  {
    organization_id,
    proposal_id,
    version,
    base_version,
    now,
  }: Tenant & { proposal_id: string; version: number; base_version?: number; now: Date },
): Promise<boolean> {
  const { count } = await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: { in: ["approved", "rejected"] }, version },
    data: {
      status: "open",
      feedback: null,
      ...actorColumns("decided_by", null),
      decided_at: null,
      applied_version: null,
      updated_at: now,
      version: { increment: 1 },
      base_version,
    },
  });
  if (count === 0) return false;
  await db.proposal_hunk.updateMany({
    where: { organization_id, proposal_id },
    data: { decision: "open", feedback: null, edited_text: null },
  });
  return true;
}

/** Puts an open proposal's hunks in another place. @returns false when it is no longer open in that version. */
export async function moveProposal(
  db: Db,
  {
    organization_id,
    proposal_id,
    version,
    base_version,
    section,
    hunks,
    now,
  }: Tenant & {
    proposal_id: string;
    version: number;
    base_version: number;
    section: string;
    hunks: readonly { id: string; current_text: string; proposed_text: string }[];
    now: Date;
  },
): Promise<boolean> {
  const { count } = await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: "open", version },
    data: { base_version, section, input_sha256: null, version: { increment: 1 }, updated_at: now },
  });
  if (count === 0) return false;
  for (const { id, current_text, proposed_text } of hunks)
    await db.proposal_hunk.updateMany({
      where: { organization_id, proposal_id, id },
      data: { current_text, proposed_text },
    });
  return true;
}

/** Says who looks at a proposal. It is no change of it, so its version stays. */
export async function setAssignee(
  db: Db,
  {
    organization_id,
    proposal_id,
    assignee,
  }: Tenant & { proposal_id: string; assignee: { id: string; name: string } | null },
): Promise<void> {
  await db.proposal.updateMany({
    where: { organization_id, id: proposal_id },
    data: { assignee_id: assignee?.id ?? null, assignee_name: assignee?.name ?? null },
  });
}
