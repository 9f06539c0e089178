import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, type Tenant } from "@/lib/kernel/actor";

type OfSession = Tenant & { session_id: string };

const PACKS = 50;

/** What this actor's agent of a type was last asked to do in a session, as the ledger has it; null before it was asked. */
export async function latestTask(
  db: Db,
  { actor, session_id, agent_type }: { actor: Actor; session_id: string; agent_type: string },
): Promise<string | null> {
  const { organization_id } = actor;
  const { kind: actor_kind, id: actor_id } = actorRef(actor);
  const found = await db.recall.findFirst({
    where: {
      organization_id,
      session_id,
      actor_kind,
      actor_id,
      // As it was asked for: the settings may map it to another.
      question: { path: ["agent_type"], equals: agent_type },
    },
    select: { task: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  return found?.task ?? null;
}

/** The packs that agents were given in a session, newest first, at most 50. */
export async function packsOfSession(db: Db, ofSession: OfSession): Promise<string[]> {
  const rows = await db.recall.findMany({
    where: { ...ofSession, pack: { not: "" }, outcome: "served" },
    select: { pack: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: PACKS,
  });
  return rows.map(({ pack }) => pack);
}

/** The recalls of a session, oldest first, each with the ids of the memories that it served. */
export async function recallsOfSession(
  db: Db,
  ofSession: OfSession,
): Promise<{ agent_type: string | null; served: string[] }[]> {
  const rows = await db.recall.findMany({
    where: ofSession,
    select: { agent_type: true, candidates: { where: { place: "served" }, select: { memory_id: true } } },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return rows.map(({ agent_type, candidates }) => ({
    agent_type,
    served: candidates.map(({ memory_id }) => memory_id),
  }));
}
