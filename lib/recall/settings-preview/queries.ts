import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { object } from "../ledger/queries";
import { SESSION_START_TASK } from "../pack/session-start";

export type AskedRecall = {
  id: string;
  at: Date;
  agent: string | null;
  repository_id: string | null;
  question: Record<string, unknown>;
};

/** The last questions of agents that a pack was made for, newest first. */
export async function findLastAsked(
  db: Db,
  { organization_id, limit }: Tenant & { limit: number },
): Promise<AskedRecall[]> {
  const rows = await db.recall.findMany({
    where: { organization_id, task: { not: SESSION_START_TASK } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: limit,
    select: { id: true, at: true, agent: true, repository_id: true, question: true },
  });
  return rows.map(({ question, ...row }) => ({ ...row, question: object(question) }));
}

/** How often each session asked since a moment, by the repository in which it did. */
export async function countAskedBySession(
  db: Db,
  { organization_id, since }: Tenant & { since: Date },
): Promise<{ session_id: string; repository_id: string | null; recalls: number }[]> {
  const rows = await db.recall.groupBy({
    by: ["session_id", "repository_id"],
    where: { organization_id, at: { gte: since }, session_id: { not: null } },
    _count: true,
  });
  return rows.flatMap(({ session_id, repository_id, _count: recalls }) => {
    if (session_id === null) return [];
    return [{ session_id, repository_id, recalls }];
  });
}
