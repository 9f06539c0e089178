import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import {
  type Comment,
  DELIVERY_MODES,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryMode,
  type DeliveryStatus,
  HUNK_DECISIONS,
  PROPOSAL_STATUSES,
  type Proposal,
  type ProposalStatus,
  proposalSchema,
  type Skill,
  type SkillVersion,
  type SkillVersionDetail,
  uploaderOf,
  VERSION_ORIGINS,
  type VersionOrigin,
} from "./contract";
import { sha256 } from "./files";
import { PREDICTION_DAYS, type Prediction } from "./prediction";

type Tenant = { organization_id: string };
type Paging = { cursor?: string | undefined; limit: number };
/** Null: every repository. */
type Visible = { repository_ids: readonly string[] | null };

const key = ({ organization_id }: Tenant, id: string) => ({ organization_id_id: { organization_id, id } });

/** A word of a column that the database's check keeps to these. */
function oneOf<const T extends string>(words: readonly T[], word: string): T {
  const known = words.find((item) => item === word);
  if (known === undefined) throw new Error(`unknown word in the database: ${word}`);
  return known;
}

const inVisible = ({ repository_ids }: Visible) =>
  repository_ids === null ? {} : { repository_id: { in: [...repository_ids] } };

const repositoryRef = { select: { id: true, name: true } };
const skillRef = { select: { id: true, name: true, path: true, repository: repositoryRef } };

// Skills -----------------------------------------------------------------------------------------------------

const withState = {
  repository: repositoryRef,
  deliveries: { select: { status: true }, orderBy: { id: "desc" }, take: 1 },
  _count: { select: { proposals: { where: { status: "open" } } } },
} satisfies Prisma.skillInclude;

function toSkill(row: Prisma.skillGetPayload<{ include: typeof withState }>): Skill {
  const [latest] = row.deliveries;
  return {
    id: row.id,
    repository: row.repository,
    path: row.path,
    name: row.name,
    description: row.description,
    current_version: row.current_version,
    delivery_mode: oneOf(DELIVERY_MODES, row.delivery_mode),
    delivery_status: latest ? oneOf(DELIVERY_STATUSES, latest.status) : null,
    open_proposals: row._count.proposals,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

export async function findSkill(db: Db, params: Tenant & { skill_id: string }): Promise<Skill | null> {
  const row = await db.skill.findUnique({ where: key(params, params.skill_id), include: withState });
  return row && toSkill(row);
}

/** Skills by name, all of them: of one repository or of the organization. */
export async function findSkills(
  db: Db,
  {
    organization_id,
    repository_id,
    skill_id,
  }: Tenant & { repository_id?: string | undefined; skill_id?: string | undefined },
): Promise<Skill[]> {
  const rows = await db.skill.findMany({
    where: {
      organization_id,
      ...(repository_id === undefined ? {} : { repository_id }),
      ...(skill_id === undefined ? {} : { id: skill_id }),
    },
    include: withState,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(toSkill);
}

export async function listSkills(
  db: Db,
  params: Tenant & Paging & Visible & { repository_id?: string | undefined; name?: string | undefined },
): Promise<Page<Skill>> {
  const { organization_id, cursor, limit, repository_id, name } = params;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.skillWhereInput = {
    organization_id,
    AND: [
      inVisible(params),
      repository_id === undefined ? {} : { repository_id },
      name === undefined ? {} : { name },
    ],
  };
  const last = after && (await db.skill.findUnique({ where: key(params, after.id), select: { name: true } }));
  const [rows, total] = await Promise.all([
    db.skill.findMany({
      where:
        last && after
          ? { ...where, OR: [{ name: { gt: last.name } }, { name: last.name, id: { gt: after.id } }] }
          : where,
      include: withState,
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: limit + 1,
    }),
    db.skill.count({ where }),
  ]);
  return toPage(rows.map(toSkill), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

export async function insertSkill(
  db: Db,
  {
    now,
    ...rest
  }: Tenant & {
    repository_id: string;
    path: string;
    name: string;
    description: string;
    delivery_mode: DeliveryMode;
    now: Date;
  },
): Promise<string> {
  const id = newId();
  await db.skill.create({ data: { id, ...rest, current_version: 0, created_at: now, updated_at: now } });
  return id;
}

/** Chooses how versions of a skill reach its file. @returns whether it was still in that version of its record. */
export async function setDeliveryMode(
  db: Db,
  {
    organization_id,
    skill_id,
    version,
    delivery_mode,
    now,
  }: Tenant & { skill_id: string; version: number; delivery_mode: DeliveryMode; now: Date },
): Promise<boolean> {
  const { count } = await db.skill.updateMany({
    where: { organization_id, id: skill_id, version },
    data: { delivery_mode, version: { increment: 1 }, updated_at: now },
  });
  return count === 1;
}

// Versions ---------------------------------------------------------------------------------------------------

const headOnly = { content: true } satisfies Prisma.skill_versionOmit;

function toVersion(row: Prisma.skill_versionGetPayload<{ omit: typeof headOnly }>): SkillVersion {
  return {
    id: row.id,
    skill_id: row.skill_id,
    number: row.number,
    content_sha256: row.content_sha256,
    origin: oneOf(VERSION_ORIGINS, row.origin),
    proposal_id: row.proposal_id,
    created_by: { kind: toActorKind(row.created_by_kind), id: row.created_by_id, name: row.created_by_name },
    note: row.note,
    created_at: row.created_at.toISOString(),
  };
}

/** Adds the skill's next version and makes it the current one. The caller holds the skill (see `lockSkills`). */
export async function insertVersion(
  db: Db,
  params: Tenant & {
    skill_id: string;
    content: string;
    name: string;
    description: string;
    origin: VersionOrigin;
    proposal_id?: string | null;
    actor: ActorRef;
    note?: string | null;
    now: Date;
  },
): Promise<SkillVersion> {
  const { organization_id, skill_id, content, name, description, origin, actor, now } = params;
  const { current_version: number } = await db.skill.update({
    where: key(params, skill_id),
    data: {
      name,
      description,
      current_version: { increment: 1 },
      version: { increment: 1 },
      updated_at: now,
    },
    select: { current_version: true },
  });
  const row = await db.skill_version.create({
    data: {
      organization_id,
      id: newId(),
      skill_id,
      number,
      content,
      content_sha256: sha256(content),
      origin,
      proposal_id: params.proposal_id ?? null,
      created_by_kind: actor.kind,
      created_by_id: actor.id,
      created_by_name: actor.name,
      note: params.note ?? null,
      created_at: now,
    },
  });
  return toVersion(row);
}

export async function findVersion(
  db: Db,
  { organization_id, skill_id, number }: Tenant & { skill_id: string; number: number },
): Promise<SkillVersionDetail | null> {
  const row = await db.skill_version.findUnique({
    where: { organization_id_skill_id_number: { organization_id, skill_id, number } },
  });
  return row && { ...toVersion(row), content: row.content };
}

export async function listVersions(
  db: Db,
  { organization_id, cursor, limit, skill_id }: Tenant & Paging & { skill_id: string },
): Promise<Page<SkillVersion>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.skill_versionWhereInput = { organization_id, skill_id };
  const [rows, total] = await Promise.all([
    db.skill_version.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
      omit: headOnly,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.skill_version.count({ where }),
  ]);
  return toPage(rows.map(toVersion), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

/** The current text of each of these skills, by skill id. */
export async function findCurrentContents(
  db: Db,
  { organization_id, skills }: Tenant & { skills: readonly Skill[] },
): Promise<Map<string, string>> {
  if (skills.length === 0) return new Map();
  const rows = await db.skill_version.findMany({
    where: {
      organization_id,
      OR: skills.map(({ id, current_version }) => ({ skill_id: id, number: current_version })),
    },
    select: { skill_id: true, content: true },
  });
  return new Map(rows.map((row) => [row.skill_id, row.content]));
}

/** The latest version with this text, among those up to a number. */
export async function findContentBySha256(
  db: Db,
  {
    organization_id,
    skill_id,
    content_sha256,
    up_to,
  }: Tenant & { skill_id: string; content_sha256: string; up_to: number },
): Promise<string | null> {
  const row = await db.skill_version.findFirst({
    where: { organization_id, skill_id, content_sha256, number: { lte: up_to } },
    select: { content: true },
    orderBy: { number: "desc" },
  });
  return row?.content ?? null;
}

/** Numbers and hashes of all versions, newest first. */
export async function findVersionHashes(
  db: Db,
  { organization_id, skill_id }: Tenant & { skill_id: string },
): Promise<{ number: number; content_sha256: string }[]> {
  return db.skill_version.findMany({
    where: { organization_id, skill_id },
    select: { number: true, content_sha256: true },
    orderBy: { number: "desc" },
  });
}

/** The latest versions made by approving a proposal, oldest first. */
export async function findApprovedVersions(
  db: Db,
  params: Tenant &
    Visible & {
      repository_id?: string | undefined;
      skill_id?: string | undefined;
      from?: Date | undefined;
      to?: Date | undefined;
      most: number;
    },
) {
  const { organization_id, repository_id, from, to, most } = params;
  const rows = await db.skill_version.findMany({
    where: {
      organization_id,
      origin: "approved",
      created_at: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) },
      skill: {
        AND: [
          inVisible(params),
          repository_id === undefined ? {} : { repository_id },
          params.skill_id === undefined ? {} : { id: params.skill_id },
        ],
      },
    },
    omit: headOnly,
    include: { skill: { select: { id: true, name: true, path: true } } },
    orderBy: [{ created_at: "desc" }, { id: "desc" }],
    take: most,
  });
  return rows.map((row) => ({ ...toVersion(row), skill: row.skill })).reverse();
}

// Proposals --------------------------------------------------------------------------------------------------

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
    status?: readonly ProposalStatus[] | undefined;
    skill_id?: string | undefined;
    repository_id?: string | undefined;
    rule_category?: string | undefined;
    /** A person's id; null for those that nobody looks at. */
    assignee_id?: string | null | undefined;
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

/** What a drafter says, ready to be stored. */
export type NewDraft = {
  section: string;
  base_version: number;
  title: string;
  rationale: string;
  confidence: number;
  drafter: string;
  /** Null: no rule is meant. */
  rule_category: string | null;
  intents: Proposal["intents"];
  evidence_sha256: string;
  evidence_count: number;
  input_sha256: string;
  prompt_version: string | null;
  fallback: string | null;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
  /** Null when there is nothing that findings could be matched with. */
  prediction: Prediction | null;
  hunks: readonly {
    current_text: string;
    proposed_text: string;
    rationale: string;
    evidence: readonly { finding_id: string; memory_id: string | null }[];
  }[];
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

/** Puts a new draft in the place of an open proposal's. @returns false when it is no longer open in that version. */
export async function replaceDraft(
  db: Db,
  {
    organization_id,
    proposal_id,
    version,
    draft,
    now,
  }: Tenant & { proposal_id: string; version: number; draft: NewDraft; now: Date },
): Promise<boolean> {
  const { hunks, prediction, ...rest } = draft;
  const { count } = await db.proposal.updateMany({
    where: { organization_id, id: proposal_id, status: "open", version },
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

async function insertHunks(
  db: Db,
  params: Tenant & { proposal_id: string; hunks: NewDraft["hunks"]; prediction: Prediction | null },
): Promise<void> {
  const { organization_id, proposal_id, prediction } = params;
  const hunks = params.hunks.map((hunk, position) => ({
    id: newId(),
    position,
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
      decided_by_kind: actor.kind,
      decided_by_id: actor.id,
      decided_by_name: actor.name,
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
  }: Tenant & {
    proposal_id: string;
    hunk_ids: readonly string[];
    decision: "approved" | "rejected";
    feedback: string | null;
  },
): Promise<void> {
  if (hunk_ids.length === 0) return;
  await db.proposal_hunk.updateMany({
    where: { organization_id, proposal_id, id: { in: [...hunk_ids] } },
    data: { decision, feedback },
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
      decided_by_kind: null,
      decided_by_id: null,
      decided_by_name: null,
      decided_at: null,
      applied_version: null,
      updated_at: now,
      version: { increment: 1 },
      ...(base_version === undefined ? {} : { base_version }),
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

function toComment(row: {
  id: string;
  hunk_id: string | null;
  body: string;
  author_kind: string;
  author_id: string;
  author_name: string;
  created_at: Date;
}): Comment {
  return {
    id: row.id,
    hunk_id: row.hunk_id,
    body: row.body,
    author: { kind: toActorKind(row.author_kind), id: row.author_id, name: row.author_name },
    created_at: row.created_at.toISOString(),
  };
}

export async function insertComment(
  db: Db,
  {
    organization_id,
    proposal_id,
    hunk_id,
    body,
    actor,
    now,
  }: Tenant & {
    proposal_id: string;
    hunk_id: string | null;
    body: string;
    actor: ActorRef;
    now: Date;
  },
): Promise<Comment> {
  const row = await db.proposal_comment.create({
    data: {
      organization_id,
      id: newId(),
      proposal_id,
      hunk_id,
      body,
      author_kind: actor.kind,
      author_id: actor.id,
      author_name: actor.name,
      created_at: now,
    },
  });
  return toComment(row);
}

/** Most comments that come with a proposal. */
const MOST_COMMENTS = 500;

export async function findComments(
  db: Db,
  { organization_id, proposal_id }: Tenant & { proposal_id: string },
): Promise<Comment[]> {
  const rows = await db.proposal_comment.findMany({
    where: { organization_id, proposal_id },
    orderBy: { id: "asc" },
    take: MOST_COMMENTS,
  });
  return rows.map(toComment);
}

/** Decided proposals over all time. */
export async function countDecided(
  db: Db,
  params: Tenant & Visible & { repository_id?: string | undefined },
): Promise<{ approved: number; rejected: number }> {
  const { organization_id, repository_id } = params;
  const skill = { AND: [inVisible(params), repository_id === undefined ? {} : { repository_id }] };
  const approved = await db.proposal.count({ where: { organization_id, status: "approved", skill } });
  const rejected = await db.proposal.count({ where: { organization_id, status: "rejected", skill } });
  return { approved, rejected };
}

// Deliveries -------------------------------------------------------------------------------------------------

const withSkillRef = { skill: skillRef } satisfies Prisma.deliveryInclude;

function toDelivery(row: Prisma.deliveryGetPayload<{ include: typeof withSkillRef }>): Delivery {
  const { repository, ...skill } = row.skill;
  return {
    id: row.id,
    skill,
    repository,
    version_number: row.version_number,
    mode: oneOf(DELIVERY_MODES, row.mode),
    status: oneOf(DELIVERY_STATUSES, row.status),
    error: row.error,
    base_sha256: row.base_sha256,
    found_sha256: row.found_sha256,
    attempts: row.attempts,
    branch: row.branch,
    commit_sha: row.commit_sha,
    url: row.url,
    pull_request: row.pull_request,
    followed_at: row.followed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export async function insertDelivery(
  db: Db,
  {
    now,
    ...rest
  }: Tenant & {
    skill_id: string;
    version_number: number;
    mode: DeliveryMode;
    base_sha256: string;
    now: Date;
  },
): Promise<Delivery> {
  const row = await db.delivery.create({
    data: { id: newId(), ...rest, created_at: now },
    include: withSkillRef,
  });
  return toDelivery(row);
}

export async function findDelivery(
  db: Db,
  params: Tenant & { delivery_id: string },
): Promise<Delivery | null> {
  const row = await db.delivery.findUnique({ where: key(params, params.delivery_id), include: withSkillRef });
  return row && toDelivery(row);
}

export async function listDeliveries(
  db: Db,
  params: Tenant &
    Paging &
    Visible & { status?: readonly DeliveryStatus[] | undefined; skill_id?: string | undefined },
): Promise<Page<Delivery>> {
  const { organization_id, cursor, limit, status, skill_id } = params;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.deliveryWhereInput = {
    organization_id,
    skill: inVisible(params),
    ...(status === undefined ? {} : { status: { in: [...status] } }),
    ...(skill_id === undefined ? {} : { skill_id }),
  };
  const [rows, total] = await Promise.all([
    db.delivery.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
      include: withSkillRef,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.delivery.count({ where }),
  ]);
  return toPage(rows.map(toDelivery), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

/** Statuses of a delivery that has not brought its version to the file. */
export const OUTSTANDING = [
  "pending",
  "open",
  "conflict",
  "failed",
  "closed",
] as const satisfies readonly DeliveryStatus[];

/** Deliveries of a skill that have not arrived, oldest first. */
export async function findOutstandingDeliveries(
  db: Db,
  { organization_id, skill_id }: Tenant & { skill_id: string },
): Promise<Delivery[]> {
  const rows = await db.delivery.findMany({
    where: { organization_id, skill_id, status: { in: [...OUTSTANDING] } },
    include: withSkillRef,
    orderBy: { id: "asc" },
  });
  return rows.map(toDelivery);
}

/** Changes a delivery that is in one of the statuses `from`. @returns whether it was. */
export async function updateDelivery(
  db: Db,
  {
    organization_id,
    delivery_id,
    from,
    status,
    error,
    found_sha256,
    attempts,
    finished_at,
    place,
  }: Tenant & {
    delivery_id: string;
    from: readonly DeliveryStatus[];
    status: DeliveryStatus;
    error: string | null;
    found_sha256: string | null;
    attempts?: "add" | "reset";
    finished_at: Date | null;
    /** Where it went; what is left out stays. */
    place?: {
      branch?: string;
      commit_sha?: string | null;
      url?: string;
      pull_request?: number;
      followed_at?: Date;
    };
  },
): Promise<boolean> {
  const { count } = await db.delivery.updateMany({
    where: { organization_id, id: delivery_id, status: { in: [...from] } },
    data: {
      status,
      error,
      found_sha256,
      finished_at,
      ...place,
      ...(attempts === undefined ? {} : { attempts: attempts === "add" ? { increment: 1 } : 0 }),
    },
  });
  return count === 1;
}

/** Open deliveries of an organization, those that were looked at longest ago first. */
export async function findOpenDeliveries(
  db: Db,
  { organization_id, most }: Tenant & { most: number },
): Promise<Delivery[]> {
  const rows = await db.delivery.findMany({
    where: { organization_id, status: "open" },
    include: withSkillRef,
    orderBy: [{ followed_at: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    take: most,
  });
  return rows.map(toDelivery);
}

/** The delivery that is on a pull request and may still change: open, or closed and perhaps opened again. */
export async function findPullRequestDelivery(
  db: Db,
  { organization_id, repository_id, pull_request }: Tenant & { repository_id: string; pull_request: number },
): Promise<Delivery | null> {
  const row = await db.delivery.findFirst({
    where: { organization_id, pull_request, status: { in: ["open", "closed"] }, skill: { repository_id } },
    include: withSkillRef,
    orderBy: { id: "desc" },
  });
  return row && toDelivery(row);
}

/** The skill's newest delivery; null when there was none. */
export async function findLatestDelivery(
  db: Db,
  { organization_id, skill_id }: Tenant & { skill_id: string },
): Promise<Delivery | null> {
  const row = await db.delivery.findFirst({
    where: { organization_id, skill_id },
    include: withSkillRef,
    orderBy: { id: "desc" },
  });
  return row && toDelivery(row);
}

/** Deliveries of these versions of a skill. */
export async function findDeliveriesOfVersions(
  db: Db,
  { organization_id, skill_id, numbers }: Tenant & { skill_id: string; numbers: readonly number[] },
): Promise<Delivery[]> {
  const rows = await db.delivery.findMany({
    where: { organization_id, skill_id, version_number: { in: [...numbers] } },
    include: withSkillRef,
    orderBy: { id: "asc" },
  });
  return rows.map(toDelivery);
}

/** Closes the skill's outstanding deliveries of versions up to this one: something later took their place. */
export async function supersedeDeliveries(
  db: Db,
  {
    organization_id,
    skill_id,
    up_to_version,
    except_id,
    now,
  }: Tenant & { skill_id: string; up_to_version: number; except_id?: string; now: Date },
): Promise<void> {
  await db.delivery.updateMany({
    where: {
      organization_id,
      skill_id,
      version_number: { lte: up_to_version },
      status: { in: [...OUTSTANDING] },
      ...(except_id === undefined ? {} : { id: { not: except_id } }),
    },
    data: { status: "superseded", finished_at: now },
  });
}

// Language model ---------------------------------------------------------------------------------------------

/** Tokens counted against the budget since a moment, of one purpose or of all; what is reserved counts in full. */
export async function countTokens(
  db: Db,
  { organization_id, since, purpose }: Tenant & { since: Date; purpose?: string },
): Promise<number> {
  const { _sum } = await db.language_model_use.aggregate({
    where: { organization_id, created_at: { gte: since }, ...(purpose === undefined ? {} : { purpose }) },
    _sum: { input_tokens: true, output_tokens: true },
  });
  return (_sum.input_tokens ?? 0) + (_sum.output_tokens ?? 0);
}

export async function insertModelUse(
  db: Db,
  {
    now,
    ...rest
  }: Tenant & {
    purpose: string;
    input_sha256: string;
    model: string;
    input_tokens: number;
    output_tokens: number;
    now: Date;
  },
): Promise<string> {
  const id = newId();
  await db.language_model_use.create({ data: { id, ...rest, state: "reserved", created_at: now } });
  return id;
}

export async function settleModelUse(
  db: Db,
  {
    organization_id,
    id,
    ...data
  }: Tenant & {
    id: string;
    state: "answered" | "failed";
    input_tokens: number;
    output_tokens: number;
    cost_usd: number | null;
  },
): Promise<void> {
  await db.language_model_use.updateMany({ where: { organization_id, id }, data });
}

export type PurposeUse = {
  purpose: string;
  calls: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
};

/** What language models were asked since a moment, by purpose. */
export async function sumModelUses(
  db: Db,
  { organization_id, since }: Tenant & { since: Date },
): Promise<PurposeUse[]> {
  const rows = await db.language_model_use.groupBy({
    by: ["purpose", "state"],
    where: { organization_id, created_at: { gte: since } },
    _count: { _all: true },
    _sum: { input_tokens: true, output_tokens: true, cost_usd: true },
    orderBy: { purpose: "asc" },
  });
  const uses = new Map<string, PurposeUse>();
  for (const { purpose, state, _count, _sum } of rows) {
    const use = uses.get(purpose) ?? {
      purpose,
      calls: 0,
      failed: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: null,
    };
    use.calls += _count._all;
    if (state === "failed") use.failed += _count._all;
    use.input_tokens += _sum.input_tokens ?? 0;
    use.output_tokens += _sum.output_tokens ?? 0;
    if (_sum.cost_usd !== null) use.cost_usd = (use.cost_usd ?? 0) + _sum.cost_usd;
    uses.set(purpose, use);
  }
  return [...uses.values()];
}

/** Whether a model was asked this and answered. */
export async function wasAnswered(
  db: Db,
  { organization_id, input_sha256 }: Tenant & { input_sha256: string },
): Promise<boolean> {
  const row = await db.language_model_use.findFirst({
    where: { organization_id, input_sha256, state: "answered" },
    select: { id: true },
  });
  return row !== null;
}
