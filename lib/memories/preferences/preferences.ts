import { type Database, type Db, transaction } from "@/lib/db/client";
import type { ActorRef } from "@/lib/kernel/actor";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { prepareMemories } from "../store/prepare";
import * as storeQueries from "../store/queries";
import { storeMemories } from "../store/writes";

/** What a developer was seen to prefer, from other modules' observations. */
export type LearnedPreference = {
  /** Git author. */
  developer_id: string;
  preference_type: string;
  preference_value: string;
  statement: string;
  /** 0–1. */
  confidence: number;
  observation_count: number;
};

const LEARNED = "preference:";

/** Whether a memory comes from what was learned, not from somebody who stored it. */
export const isLearned = ({ id }: { id: string | null }): boolean => id?.startsWith(LEARNED) === true;

const sourceIdOf = ({ developer_id, preference_type, preference_value }: LearnedPreference) =>
  `${LEARNED}${JSON.stringify([developer_id, preference_type, preference_value])}`;

/**
 * Keeps what was learned about developers as `developer_preference` memories, one each, and brings their counts up to
 * date. One that a person corrected or deleted is that person's: it is neither changed nor made again.
 * @returns how many were stored and how many brought up to date.
 */
export async function keepPreferences(
  db: Database,
  params: {
    organization_id: string;
    actor: ActorRef;
    now: Date;
    preferences: readonly LearnedPreference[];
  },
): Promise<{ stored: number; updated: number }> {
  const { organization_id, actor, now, preferences } = params;
  const known = await storeQueries.findBySourceIds(db, {
    organization_id,
    source_ids: preferences.map(sourceIdOf),
  });
  const fresh = preferences.filter((preference) => !known.has(sourceIdOf(preference)));
  const prepared = await prepareMemories(
    fresh.map((preference) => ({
      kind: "developer_preference" as const,
      statement: preference.statement,
      metadata: metadataOf(preference),
      scope: "global" as const,
      repository_id: null,
      agent_type: "reviewer",
      user: preference.developer_id,
      confidence: preference.confidence,
      source: { kind: "review", id: sourceIdOf(preference) },
    })),
  );
  return transaction(db, async (tx) => {
    const stored = await storeMemories(tx, { organization_id, actor, now, memories: prepared });
    let updated = 0;
    for (const preference of preferences) {
      const memory_id = known.get(sourceIdOf(preference));
      if (memory_id !== undefined && (await refresh(tx, { ...params, memory_id, preference }))) updated += 1;
    }
    return { stored: stored.length, updated };
  });
}

function metadataOf(preference: LearnedPreference): Record<string, unknown> {
  const { developer_id, preference_type, preference_value, confidence, observation_count } = preference;
  return { developer_id, preference_type, preference_value, confidence, observation_count };
}

async function refresh(
  tx: Db,
  {
    organization_id,
    now,
    memory_id,
    preference,
  }: {
    organization_id: string;
    now: Date;
    memory_id: string;
    preference: LearnedPreference;
  },
): Promise<boolean> {
  const memory = await memoryQueries.findMemory(tx, { organization_id, memory_id });
  if (!memory || memory.deleted_at !== null || memory.status !== "active") return false;
  if (await memoryChanges.wasChangedByPerson(tx, { organization_id, memory_id })) return false;
  const { confidence, observation_count } = preference;
  if (memory.metadata.confidence === confidence && memory.metadata.observation_count === observation_count)
    return false;
  await memoryChanges.updateMemory(tx, {
    organization_id,
    memory_id,
    version: memory.version,
    now,
    change: { metadata: { ...memory.metadata, confidence, observation_count } },
  });
  return true;
}
