import { actorColumns } from "@/lib/access";
import { type FileFinding, fileFindingSchema, type ProbeResult, verdictOf } from "@/lib/citations";
import type { ProbeExpectation, ProbeStatus } from "@/lib/citations/contract";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { MemoryProbe, MemoryProbePlace, ProbeCheck } from "../contract";
import { expectationOf, inUse, placesOf, toProbe, toStatus, withRepository } from "./rows";

const MAX_CHECKS = 50;

/** What a search was based on: it is recorded only if this is still so. */
export type ProbeBasis = { probe_id: string; revision: number; digest: string; checked_commit: string };

/** A probe as a sweep reads it. */
export type StoredProbe = ProbeBasis & {
  rule: string;
  expectation: ProbeExpectation;
  paths: string[];
  except: string[];
  status: ProbeStatus;
  matches: number;
  support: number | null;
  files: number;
  places: MemoryProbePlace[];
  /** Null where nothing is known of single files. */
  findings: FileFinding[] | null;
  violated_commit: string | null;
  violated_since: Date | null;
  problem: string | null;
};

function toStored(row: Prisma.memory_probeGetPayload<object>): StoredProbe {
  const { rule, revision, digest, checked_commit, paths, matches, support, files, problem } = row;
  return {
    probe_id: row.id,
    revision,
    digest,
    checked_commit,
    rule,
    expectation: expectationOf(row),
    paths,
    except: row.except_paths,
    status: toStatus(row.status),
    matches,
    support,
    files,
    places: placesOf(row),
    findings: fileFindingSchema.array().safeParse(row.findings).data ?? null,
    violated_commit: row.violated_commit,
    violated_since: row.violated_since,
    problem,
  };
}

export async function findProbe(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<MemoryProbe | null> {
  const row = await db.memory_probe.findFirst({
    where: { organization_id, memory_id },
    include: withRepository,
  });
  return row && toProbe(row);
}

export async function findStoredProbe(
  db: Db,
  { organization_id, probe_id }: Tenant & { probe_id: string },
): Promise<StoredProbe | null> {
  const row = await db.memory_probe.findFirst({ where: { organization_id, id: probe_id } });
  return row && toStored(row);
}

/** Ids of the probes of memories in use that have no result of this commit. */
export async function probesToCheck(
  db: Db,
  { organization_id, repository_id, commit }: Tenant & { repository_id: string; commit: string },
): Promise<string[]> {
  const rows = await db.memory_probe.findMany({
    where: {
      organization_id,
      repository_id,
      memory: inUse,
      OR: [{ checked_commit: { not: commit } }, { problem: { not: null } }],
    },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}

export type ProbeState = Pick<ProbeResult, "status" | "matches" | "support" | "files"> & {
  commit: string;
  places: readonly MemoryProbePlace[];
  findings: readonly FileFinding[];
  violated_commit: string | null;
  violated_since: Date | null;
};

function stateColumns(state: ProbeState, now: Date) {
  const { status, matches, support, files, violated_commit, violated_since } = state;
  return {
    status,
    matches,
    support,
    files,
    violated_commit,
    violated_since,
    places: [...state.places],
    findings: [...state.findings],
    checked_commit: state.commit,
    checked_at: now,
    problem: null,
  };
}

/** Gives a memory a probe, in the place of the one that it has. The history of another rule goes with it. */
export async function putProbe(
  db: Db,
  {
    organization_id,
    memory_id,
    repository_id,
    written,
    digest,
    state,
    created_by,
    now,
  }: Tenant & {
    memory_id: string;
    repository_id: string;
    written: { rule: string; at_least: number | null; paths: readonly string[]; except: readonly string[] };
    digest: string;
    state: ProbeState;
    created_by: ActorRef;
    now: Date;
  },
): Promise<string> {
  const key = { organization_id, memory_id };
  const { rule, at_least } = written;
  const data = {
    repository_id,
    rule,
    at_least,
    digest,
    paths: [...written.paths],
    except_paths: [...written.except],
    ...actorColumns("created_by", created_by),
    updated_at: now,
  };
  const columns = stateColumns(state, now);
  const { id } = await db.memory_probe.upsert({
    where: { organization_id_memory_id: key },
    create: { ...key, ...data, ...columns, id: newId(), created_at: now },
    update: { ...data, ...columns, revision: { increment: 1 } },
    select: { id: true },
  });
  await db.probe_check.deleteMany({ where: { organization_id, probe_id: id } });
  await insertProbeCheck(db, { organization_id, probe_id: id, state, now });
  return id;
}

/** Records what a search found. @returns false when the probe is not as it was read, or is gone. */
export async function recordProbe(
  db: Db,
  {
    organization_id,
    basis,
    state,
    now,
  }: Tenant & { basis: Pick<ProbeBasis, "probe_id" | "revision">; state: ProbeState; now: Date },
): Promise<boolean> {
  const { count } = await db.memory_probe.updateMany({
    where: { organization_id, id: basis.probe_id, revision: basis.revision },
    data: { ...stateColumns(state, now), revision: { increment: 1 } },
  });
  return count === 1;
}

/** Keeps why a search came to no result, beside the one on record. */
export async function recordProblem(
  db: Db,
  {
    organization_id,
    basis,
    problem,
  }: Tenant & { basis: Pick<ProbeBasis, "probe_id" | "revision">; problem: string },
): Promise<void> {
  await db.memory_probe.updateMany({
    where: { organization_id, id: basis.probe_id, revision: basis.revision },
    data: { problem, revision: { increment: 1 } },
  });
}

export async function insertProbeCheck(
  db: Db,
  { organization_id, probe_id, state, now }: Tenant & { probe_id: string; state: ProbeState; now: Date },
): Promise<void> {
  const { commit, status, matches, support, files } = state;
  await db.probe_check.create({
    data: {
      organization_id,
      probe_id,
      id: newId(),
      commit_sha: commit,
      status,
      matches,
      support,
      files,
      checked_at: now,
    },
  });
}

export async function removeProbe(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<boolean> {
  const { count } = await db.memory_probe.deleteMany({ where: { organization_id, memory_id } });
  return count === 1;
}

/** The latest results that differed from the ones before, newest first. */
export async function listProbeChecks(
  db: Db,
  { organization_id, probe }: Tenant & { probe: Pick<MemoryProbe, "id" | "expectation"> },
): Promise<ProbeCheck[]> {
  const rows = await db.probe_check.findMany({
    where: { organization_id, probe_id: probe.id },
    orderBy: [{ checked_at: "desc" }, { id: "desc" }],
    take: MAX_CHECKS,
  });
  return rows.map(({ id, commit_sha, status, matches, support, files, checked_at }) => ({
    id,
    commit_sha,
    status: toStatus(status),
    summary: verdictOf(probe.expectation, { matches, support, files }).summary,
    matches,
    support,
    files,
    checked_at: checked_at.toISOString(),
  }));
}
