import { refusalsOfSession } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { findUses } from "@/lib/db/sql/recall";
import { findChecksInSession } from "@/lib/db/sql/sessions";
import type { Actor } from "@/lib/kernel/actor";
import { briefOf, maySeeMemory, memoriesByIds } from "@/lib/memories";
import { listRecalls } from "@/lib/recall";
import { USES } from "@/lib/recall/contract";
import type { Session, SessionStep, TimelineItem } from "../contract";
import * as sessionsQueries from "./queries";

const PACKS = 200;
const CHECKS = 200;
const MOST = 1_000;

const ACTOR_KINDS = ["person", "agent", "job"] as const;

/** What happened in a session, oldest first: what it was given, what it made of that, what it learned, what was checked. */
export async function timelineOf(
  db: Db,
  { actor, session, steps }: { actor: Actor; session: Session; steps: readonly SessionStep[] },
): Promise<TimelineItem[]> {
  const key = { organization_id: actor.organization_id, session_id: session.session_id };
  const { organization_id } = key;
  const recalls = await listRecalls(db, {
    where: {
      ...key,
      visible_repository_ids: actor.repository_ids,
      only_agent: actor.kind === "agent" ? actor.name : null,
    },
    limit: PACKS,
  });
  const [uses, checks, consolidations, refusals] = await Promise.all([
    findUses(db, { organization_id, recall_ids: recalls.items.map(({ id }) => id) }),
    findChecksInSession(db, {
      ...key,
      limit: CHECKS,
      from: new Date(session.started_at),
      to: new Date(session.ended_at ?? session.last_seen_at),
    }),
    sessionsQueries.listConsolidations(db, key),
    refusalsOfSession(db, key),
  ]);
  const ids = [
    ...steps.flatMap(({ memory_ids }) => memory_ids),
    ...[...uses, ...checks].map(({ memory_id }) => memory_id),
  ];
  const found = await memoriesByIds(db, { organization_id, ids: [...new Set(ids)] });
  const memories = new Map(
    found.filter((memory) => maySeeMemory(actor, memory)).map((memory) => [memory.id, briefOf(memory)]),
  );
  const items: TimelineItem[] = [
    ...recalls.items.map((recall): TimelineItem => ({ what: "pack", at: recall.at, recall })),
    ...uses.flatMap((row): TimelineItem[] => {
      const memory = memories.get(row.memory_id);
      const use = USES.find((known) => known === row.use);
      const kind = ACTOR_KINDS.find((known) => known === row.actor_kind);
      if (!memory || !use || !kind) return [];
      const by = { kind, id: row.actor_id, name: row.actor_name };
      const { recall_id, reason } = row;
      return [{ what: "use", at: row.at.toISOString(), recall_id, use, actor: by, reason, memory }];
    }),
    ...steps.map(
      (step): TimelineItem => ({
        what: "answer",
        at: step.at,
        step,
        memories: step.memory_ids.flatMap((id) => memories.get(id) ?? []),
      }),
    ),
    ...checks.flatMap(({ memory_id, at, holds }): TimelineItem[] => {
      const memory = memories.get(memory_id);
      if (memory) return [{ what: "check", at: at.toISOString(), holds, memory }];
      return [];
    }),
    ...consolidations.map(
      ({ at, ...did }): TimelineItem => ({ what: "consolidated", at: at.toISOString(), ...did }),
    ),
    ...refusals.map((refusal): TimelineItem => ({ what: "refused", at: refusal.first_at, refusal })),
    ...(session.stopped_at === null ? [] : [{ what: "stopped" as const, at: session.stopped_at }]),
    ...(session.ended_at === null || session.ended_by === null
      ? []
      : [{ what: "ended" as const, at: session.ended_at, by: session.ended_by }]),
  ];
  return items.toSorted((a, b) => a.at.localeCompare(b.at)).slice(-MOST);
}
