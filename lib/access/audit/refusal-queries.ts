import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { type Page, type Paging, positionOf, toPage } from "@/lib/kernel/pagination";
import { REFUSALS, type Refusal } from "../contract";

function toRefusal(row: Prisma.agent_refusalGetPayload<object>): Refusal {
  const what = REFUSALS.find((known) => known === row.what);
  if (!what) throw new Error(`unknown refusal in the database: ${row.what}`);
  return {
    id: row.id,
    what,
    agent: row.agent === "" ? null : row.agent,
    agent_type: row.agent_type,
    named: row.named === "" ? null : row.named,
    session_id: row.session_id === "" ? null : row.session_id,
    count: row.count,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  };
}

/** Refusals since then, the last first. */
export async function listRefusals(
  db: Db,
  { organization_id, since, cursor, limit }: { organization_id: string; since: Date } & Paging,
): Promise<Page<Refusal>> {
  const after = positionOf(cursor);
  const where: Prisma.agent_refusalWhereInput = { organization_id, last_at: { gte: since } };
  const older: Prisma.agent_refusalWhereInput = after
    ? { OR: [{ last_at: { lt: new Date(after.at) } }, { last_at: new Date(after.at), id: { lt: after.id } }] }
    : {};
  const [rows, total] = await Promise.all([
    db.agent_refusal.findMany({
      where: { AND: [where, older] },
      orderBy: [{ last_at: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.agent_refusal.count({ where }),
  ]);
  return toPage(rows.map(toRefusal), limit, total, ({ last_at, id }) => ({ at: last_at, id }));
}

const REFUSALS_OF_SESSION = 50;

export async function refusalsOfSession(
  db: Db,
  { organization_id, session_id }: { organization_id: string; session_id: string },
): Promise<Refusal[]> {
  const rows = await db.agent_refusal.findMany({
    where: { organization_id, session_id },
    orderBy: [{ first_at: "asc" }, { id: "asc" }],
    take: REFUSALS_OF_SESSION,
  });
  return rows.map(toRefusal);
}
