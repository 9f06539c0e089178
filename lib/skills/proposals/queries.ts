import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { oneOf } from "@/lib/kernel/one-of";
import { decodeCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import {
  HUNK_DECISIONS,
  PROPOSAL_STATUSES,
  type Proposal,
  type ProposalStatus,
  proposalSchema,
} from "../contract";
import { PREDICTION_DAYS } from "../drafting/prediction";
import { inVisible, key, skillRef, type Visible } from "../skills/queries";

const withSkill = { skill: skillRef, _count: { select: { hunks: true } } } satisfies Prisma.proposalInclude;

function toProposal(row: Prisma.proposalGetPayload<{ include: typeof withSkill }>): Proposal {
  const { repository, ...skill } = row.skill;
  const { decided_by_kind: kind, decided_by_id: id, decided_by_name: name } = row;
  return {
    id: row.id,
    skill,
    repository,
    section: row.section,
    title: row.title,
    rationale: row.rationale,
    confidence: row.confidence,
    drafter: row.drafter,
    rule_category: row.rule_category,
    intents: proposalSchema.shape.intents.parse(row.intents),
    evidence_count: row.evidence_count,
    hunk_count: row._count.hunks,
    base_version: row.base_version,
    status: oneOf(PROPOSAL_STATUSES, row.status),
    feedback: row.feedback,
    decided_by: kind !== null && id !== null && name !== null ? { kind: toActorKind(kind), id, name } : null,
    decided_at: row.decided_at?.toISOString() ?? null,
    applied_version: row.applied_version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    assignee:
      row.assignee_id === null || row.assignee_name === null
        ? null
        : { id: row.assignee_id, name: row.assignee_name },
    predicted:
      row.effect_at === null
        ? null
        : {
            spared: row.effect_spared,
            rejected: row.effect_rejected,
            touched: row.effect_touched,
            implemented: row.effect_implemented,
            days: PREDICTION_DAYS,
            at: row.effect_at.toISOString(),
          },
    drafting: {
      prompt_version: row.prompt_version,
      fallback: row.fallback,
      input_tokens: row.input_tokens,
      output_tokens: row.output_tokens,
      cost_usd: row.cost_usd,
    },
  };
}

export async function findProposal(
  db: Db,
  params: Tenant & { proposal_id: string },
): Promise<Proposal | null> {
  const row = await db.proposal.findUnique({ where: key(params, params.proposal_id), include: withSkill });
  return row && toProposal(row);
}

type ProposalFilter = Tenant &
  Visible & {
    status?: readonly ProposalStatus[];
    skill_id?: string;
    repository_id?: string;
    rule_category?: string;
    /** A person's id; null for those that nobody looks at. */
    assignee_id?: string | null;
  };

function proposalWhere(proposalFilter: ProposalFilter): Prisma.proposalWhereInput {
  const { organization_id, status, skill_id, repository_id, rule_category, assignee_id } = proposalFilter;
  return {
    organization_id,
    skill: { AND: [inVisible(proposalFilter), repository_id === undefined ? {} : { repository_id }] },
    ...(status === undefined ? {} : { status: { in: [...status] } }),
    ...(skill_id === undefined ? {} : { skill_id }),
    ...(rule_category === undefined ? {} : { rule_category }),
    ...(assignee_id === undefined ? {} : { assignee_id }),
  };
}

/**
 * Those that people uploaded first, as somebody waits for an answer and nothing predicts their effect; then those
 * that would spare the most, then those with the most evidence, then the oldest.
 */
export async function listProposals(db: Db, params: ProposalFilter & Paging): Promise<Page<Proposal>> {
  const { cursor, limit } = params;
  const where = proposalWhere(params);
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const last =
    after &&
    (await db.proposal.findUnique({
      where: key(params, after.id),
      select: { uploaded: true, effect_spared: true, evidence_count: true, created_at: true, id: true },
    }));
  const follows: Prisma.proposalWhereInput[] = [];
  if (last) {
    const { uploaded, effect_spared, evidence_count, created_at, id } = last;
    follows.push(
      ...(uploaded ? [{ uploaded: false }] : []),
      { uploaded, effect_spared: { lt: effect_spared } },
      { uploaded, effect_spared, evidence_count: { lt: evidence_count } },
      { uploaded, effect_spared, evidence_count, created_at: { gt: created_at } },
      { uploaded, effect_spared, evidence_count, created_at, id: { gt: id } },
    );
  }
  const [rows, total] = await Promise.all([
    db.proposal.findMany({
      where: last ? { ...where, OR: follows } : where,
      include: withSkill,
      orderBy: [
        { uploaded: "desc" },
        { effect_spared: "desc" },
        { evidence_count: "desc" },
        { created_at: "asc" },
        { id: "asc" },
      ],
      take: limit + 1,
    }),
    db.proposal.count({ where }),
  ]);
  return toPage(rows.map(toProposal), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

/** Proposals that were approved or rejected, the latest decision first. `status` names no other. */
export async function listDecidedProposals(db: Db, params: ProposalFilter & Paging): Promise<Page<Proposal>> {
  const { cursor, limit } = params;
  const where = proposalWhere(params);
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const [rows, total] = await Promise.all([
    db.proposal.findMany({
      where: after
        ? { ...where, OR: [{ decided_at: { lt: after.at } }, { decided_at: after.at, id: { lt: after.id } }] }
        : where,
      include: withSkill,
      orderBy: [{ decided_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.proposal.count({ where }),
  ]);
  return toPage(rows.map(toProposal), limit, total, (row) => ({
    at: row.decided_at ?? row.created_at,
    id: row.id,
  }));
}

const withEvidence = {
  evidence: { select: { finding_id: true, memory_id: true }, orderBy: { id: "asc" } },
} satisfies Prisma.proposal_hunkInclude;

/** A hunk as it is stored, with the ids of its evidence. */
export type StoredHunk = ReturnType<typeof toHunk>;

function toHunk(row: Prisma.proposal_hunkGetPayload<{ include: typeof withEvidence }>) {
  return {
    id: row.id,
    position: row.position,
    current_text: row.current_text,
    proposed_text: row.proposed_text,
    edited_text: row.edited_text,
    rationale: row.rationale,
    decision: oneOf(HUNK_DECISIONS, row.decision),
    feedback: row.feedback,
    spared: row.effect_spared,
    touched: row.effect_touched,
    finding_ids: row.evidence.flatMap(({ finding_id }) => finding_id ?? []),
    memory_ids: [...new Set(row.evidence.flatMap(({ memory_id }) => memory_id ?? []))],
  };
}

export async function findHunks(
  db: Db,
  { organization_id, proposal_id }: Tenant & { proposal_id: string },
): Promise<StoredHunk[]> {
  const rows = await db.proposal_hunk.findMany({
    where: { organization_id, proposal_id },
    include: withEvidence,
    orderBy: { position: "asc" },
  });
  return rows.map(toHunk);
}

/** The open proposals of these skills, each with the ids of its evidence. */
export async function findOpenProposals(
  db: Db,
  { organization_id, skill_ids }: Tenant & { skill_ids: readonly string[] },
) {
  const rows = await db.proposal.findMany({
    where: { organization_id, skill_id: { in: [...skill_ids] }, status: "open" },
    include: { ...withSkill, hunks: { include: withEvidence } },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({
    ...toProposal(row),
    evidence_sha256: row.evidence_sha256,
    input_sha256: row.input_sha256,
    finding_ids: row.hunks.flatMap((hunk) => toHunk(hunk).finding_ids),
  }));
}

/** Whether another proposal of this section is open. */
export async function hasOpenProposal(
  db: Db,
  {
    organization_id,
    skill_id,
    section,
    except_id,
  }: Tenant & { skill_id: string; section: string; except_id: string },
): Promise<boolean> {
  const row = await db.proposal.findFirst({
    where: { organization_id, skill_id, section, status: "open", id: { not: except_id } },
    select: { id: true },
  });
  return row !== null;
}

/** A person who is a member of the organization; null for anybody else. */
export async function findMember(
  db: Db,
  { organization_id, person_id }: Tenant & { person_id: string },
): Promise<{ id: string; name: string } | null> {
  const row = await db.member.findFirst({
    where: { organization_id, person_id },
    select: { person: { select: { id: true, name: true } } },
  });
  return row?.person ?? null;
}

/** Decided proposals over all time. */
export async function countDecided(
  db: Db,
  params: Tenant & Visible & { repository_id?: string },
): Promise<{ approved: number; rejected: number }> {
  const { organization_id, repository_id } = params;
  const skill = { AND: [inVisible(params), repository_id === undefined ? {} : { repository_id }] };
  const approved = await db.proposal.count({ where: { organization_id, status: "approved", skill } });
  const rejected = await db.proposal.count({ where: { organization_id, status: "rejected", skill } });
  return { approved, rejected };
}
