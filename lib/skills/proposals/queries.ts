import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { earlierThanCursor, type Page, type Paging, positionOf, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { wilson } from "@/lib/kernel/statistics";
import {
  hunkSchema,
  type Proposal,
  type ProposalIntent,
  type ProposalStatus,
  predictionSchema,
  proposalSchema,
} from "../contract";
import { PREDICTION_DAYS } from "../drafting/prediction";
import { inVisible, key, skillRef, type Visible } from "../skills/queries";

const withSkill = { skill: skillRef, _count: { select: { hunks: true } } } satisfies Prisma.proposalInclude;

const readProposal = rowReader(proposalSchema);

const STORED_ELSEWHERE = {
  rule_categories: true,
  start_line: true,
  conflict: true,
  three_way: true,
  findings: true,
  memories: true,
} as const;

const readHunk = rowReader(hunkSchema.omit(STORED_ELSEWHERE));

type ProposalRow = Prisma.proposalGetPayload<{ include: typeof withSkill }>;

type Predicted = Pick<
  ProposalRow,
  "effect_at" | "effect_spared" | "effect_rejected" | "effect_touched" | "effect_implemented"
>;

function predictedOf(row: Predicted) {
  if (row.effect_at === null) return null;
  return {
    spared: row.effect_spared,
    rejected: row.effect_rejected,
    touched: row.effect_touched,
    implemented: row.effect_implemented,
    days: PREDICTION_DAYS,
    at: row.effect_at,
  };
}

/** How sure it is that what a proposal keeps from being flagged are false alarms, as far as was predicted. */
function confidenceOf({ effect_at, effect_spared, effect_touched }: ProposalRow): number {
  if (effect_at === null) return 0;
  return wilson(effect_spared, effect_spared + effect_touched)?.low ?? 0;
}

function toProposal(row: ProposalRow): Proposal {
  return readProposal({
    ...row,
    confidence: confidenceOf(row),
    repository: row.skill.repository,
    hunk_count: row._count.hunks,
    decided_by_kind: row.decided_by_kind && toActorKind(row.decided_by_kind),
    predicted: predictedOf(row),
    drafting: row,
  });
}

const readPrediction = rowReader(predictionSchema);

/** What these proposals would have done, by their ids; one of which nothing was predicted is left out. */
export async function findPredictions(
  db: Db,
  { organization_id, proposal_ids }: Tenant & { proposal_ids: readonly string[] },
): Promise<Map<string, NonNullable<Proposal["predicted"]>>> {
  const rows = await db.proposal.findMany({
    where: { organization_id, id: { in: [...proposal_ids] }, effect_at: { not: null } },
    select: {
      id: true,
      effect_at: true,
      effect_spared: true,
      effect_rejected: true,
      effect_touched: true,
      effect_implemented: true,
    },
  });
  return new Map(rows.map((row) => [row.id, readPrediction(predictedOf(row) ?? {})]));
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
    skill: { AND: [inVisible(proposalFilter), { repository_id }] },
    ...(status !== undefined && { status: { in: [...status] } }),
    skill_id,
    rule_category,
    assignee_id,
  };
}

/**
 * Those that people uploaded first, as somebody waits for an answer and nothing predicts their effect; then those
 * that would spare the most, then those with the most evidence, then the oldest.
 */
export async function listProposals(db: Db, params: ProposalFilter & Paging): Promise<Page<Proposal>> {
  const { cursor, limit } = params;
  const where = proposalWhere(params);
  const after = positionOf(cursor);
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
  const [rows, total] = await Promise.all([
    db.proposal.findMany({
      where: { ...where, ...earlierThanCursor("decided_at", cursor) },
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
    ...readHunk({ ...row, spared: row.effect_spared, touched: row.effect_touched }),
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
    opened: row.opened_at !== null,
    finding_ids: row.hunks.flatMap((hunk) => toHunk(hunk).finding_ids),
  }));
}

/** Whether another proposal of this section is open that was asked the same of its rules. */
export async function hasOpenProposal(
  db: Db,
  {
    organization_id,
    skill_id,
    section,
    intents,
    except_id,
  }: Tenant & {
    skill_id: string;
    section: string;
    intents: Record<string, ProposalIntent>;
    except_id: string;
  },
): Promise<boolean> {
  const row = await db.proposal.findFirst({
    where: {
      organization_id,
      skill_id,
      section,
      intents: { equals: intents },
      status: "open",
      id: { not: except_id },
    },
    select: { id: true },
  });
  return row !== null;
}

/** Decided proposals over all time. */
export async function countDecided(
  db: Db,
  params: Tenant & Visible & { repository_id?: string },
): Promise<{ approved: number; rejected: number }> {
  const { organization_id, repository_id } = params;
  const skill = { AND: [inVisible(params), { repository_id }] };
  const approved = await db.proposal.count({ where: { organization_id, status: "approved", skill } });
  const rejected = await db.proposal.count({ where: { organization_id, status: "rejected", skill } });
  return { approved, rejected };
}
