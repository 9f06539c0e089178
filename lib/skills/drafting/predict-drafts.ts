import type { Db } from "@/lib/db/client";
import { DAY_MS } from "@/lib/kernel/time";
import { findingsByIds } from "@/lib/reviews";
import type { ProposalIntent } from "../contract";
import * as proposalsQueries from "../proposals/queries";
import { findingsOfSkill } from "./answers";
import type { Candidate, OpenProposal } from "./draft-plan";
import { type PastFinding, PREDICTION_DAYS, type Prediction, predict } from "./prediction";

/** The findings that predictions for a skill look back on. */
export async function pastOf(
  db: Db,
  {
    organization_id,
    candidate,
    candidates,
    now,
  }: {
    organization_id: string;
    candidate: Candidate;
    candidates: readonly Candidate[];
    now: Date;
  },
): Promise<PastFinding[]> {
  return findingsOfSkill(db, {
    organization_id,
    skill_id: candidate.skill.id,
    candidates,
    from: new Date(now.getTime() - PREDICTION_DAYS * DAY_MS),
    to: new Date(now.getTime() + 1),
  });
}

export async function predictOpen(
  db: Db,
  { organization_id }: { organization_id: string },
  proposal: OpenProposal,
  past: readonly PastFinding[],
): Promise<Prediction | null> {
  const hunks = await proposalsQueries.findHunks(db, { organization_id, proposal_id: proposal.id });
  const ids = hunks.flatMap(({ finding_ids }) => finding_ids);
  const findings = await findingsByIds(db, { organization_id, finding_ids: ids });
  const drafted = hunks.map(({ finding_ids }) => {
    const own = findings.filter(({ id }) => finding_ids.includes(id));
    return { rule_category: own[0]?.rule_category ?? "", findings: own };
  });
  return predict(asWhole(drafted, proposal.intents), past);
}

/** Marks the one hunk of a rule that is to be demoted or disabled: it is about all findings of the rule. */
export function asWhole<H extends { rule_category: string }>(
  hunks: readonly H[],
  intents: Readonly<Record<string, ProposalIntent>>,
): (H & { whole: boolean })[] {
  return hunks.map((hunk) => {
    const { [hunk.rule_category]: intent } = intents;
    const alone = hunks.filter(({ rule_category }) => rule_category === hunk.rule_category).length === 1;
    return { ...hunk, whole: alone && (intent === "demote" || intent === "disable") };
  });
}
