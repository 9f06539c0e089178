import type { ProbeStatus } from "@/lib/citations/contract";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { findProbed } from "@/lib/db/sql/probes";
import type { Tenant } from "@/lib/kernel/actor";
import { among } from "@/lib/kernel/ids";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import type { ListedProbe } from "../contract";
import { inUse, toProbe, toStatus, withRepository } from "./rows";

type Reached = Tenant & {
  /** Repositories that the asker may see; null: all. */
  repository_ids: readonly string[] | null;
  repository_id?: string | undefined;
  /** The agent that asks, who is shown probes of what it may read; null: a person. */
  agent: string | null;
};

async function reached(db: Db, params: Reached): Promise<Prisma.memory_probeWhereInput> {
  const { organization_id, repository_ids, repository_id, agent } = params;
  return {
    organization_id,
    memory: agent === null ? inUse : { id: { in: await findGivable(db, { ...params, agent }) } },
    AND: [{ repository_id: among(repository_ids) }, { repository_id }],
  };
}

function findGivable(
  db: Db,
  { organization_id, repository_ids, agent }: Reached & { agent: string },
): Promise<string[]> {
  return findProbed(db, {
    where: {
      organization_id,
      visible_repository_ids: repository_ids,
      asking_agent: agent,
      status: ["active"],
      deleted: false,
    },
  });
}

export async function listProbes(
  db: Db,
  { cursor, limit, status, ...params }: Reached & Paging & { status?: ProbeStatus | undefined },
): Promise<Page<ListedProbe>> {
  const { organization_id } = params;
  const where: Prisma.memory_probeWhereInput = { ...(await reached(db, params)), organization_id };
  if (status !== undefined) where.status = status;
  const [rows, total] = await Promise.all([
    db.memory_probe.findMany({
      where: { ...where, ...afterCursor(cursor), organization_id },
      include: { ...withRepository, memory: { select: { statement: true } } },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.memory_probe.count({ where: { ...where, organization_id } }),
  ]);
  const items = rows.map((row): ListedProbe => {
    const { rule: _, places, ...probe } = toProbe(row);
    return { ...probe, statement: row.memory.statement, first_place: places[0] ?? null };
  });
  return toPage(items, limit, total, ({ created_at, id }) => ({ at: created_at, id }));
}

export type RecordedCheck = {
  probe_id: string;
  status: ProbeStatus;
  /** Places where none is expected. */
  violations: number;
  checked_at: Date;
};

/** Results of probes of memories in use until now that differed from the ones before, oldest first. */
export async function findRecordedChecks(db: Db, params: Reached): Promise<RecordedCheck[]> {
  const { organization_id } = params;
  const rows = await db.probe_check.findMany({
    where: { organization_id, probe: await reached(db, params) },
    select: {
      probe_id: true,
      status: true,
      matches: true,
      checked_at: true,
      probe: { select: { at_least: true } },
    },
    orderBy: [{ checked_at: "asc" }, { id: "asc" }],
  });
  return rows.map(({ probe_id, status, matches, checked_at, probe }) => ({
    probe_id,
    status: toStatus(status),
    violations: probe.at_least === null ? matches : 0,
    checked_at,
  }));
}
