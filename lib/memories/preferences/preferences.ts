import { type Database, type Db, transaction } from "@/lib/db/client";
import type { PreferenceOrigin } from "../contract";
import type { ChangedBy } from "../lifecycle/change";
import * as memoryChanges from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { type PreparedMemory, prepareMemories } from "../store/prepare";
import * as storeQueries from "../store/queries";
import { storeMemories } from "../store/writes";
import { learnedSourceId } from "./metadata";

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
  /** Of how many findings the observations are; left out where they are not counted. */
  flagged?: number;
  origin?: Extract<PreferenceOrigin, "fixes" | "findings">;
  /** Which of several things of its type, and where it holds; empty for the only one and everywhere. */
  aspect?: string;
  holds_for?: string;
};

const sourceIdOf = ({
  developer_id,
  preference_type,
  preference_value,
  aspect,
  holds_for,
}: LearnedPreference) => {
  const narrower = aspect || holds_for ? [aspect ?? "", holds_for ?? ""] : [];
  return learnedSourceId([developer_id, preference_type, preference_value, ...narrower]);
};

type Learned = { organization_id: string; preferences: readonly LearnedPreference[] };

/** What was learned, with the memories that are to be made of what is new. */
export type PreparedLearned = Learned & { known: ReadonlyMap<string, string>; memories: PreparedMemory[] };

/** Makes ready what was learned about developers: one memory for each that is not known. Outside any transaction. */
export async function prepareLearned(
  db: Db,
  { organization_id, preferences }: Learned,
): Promise<PreparedLearned> {
  const known = await storeQueries.findBySourceIds(db, {
    organization_id,
    source_ids: preferences.map(sourceIdOf),
  });
  const fresh = preferences.filter((preference) => !known.has(sourceIdOf(preference)));
  const memories = await prepareMemories(
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
  return { organization_id, preferences, known, memories };
}

/**
 * Stores what was made ready, and brings the counts of what is known up to date. One that a person corrected or deleted is
 * that person's: it is neither changed nor made again.
 * @returns how many were stored and how many brought up to date.
 */
export async function writeLearned(
  tx: Db,
  { organization_id, actor, now, learned }: ChangedBy & { learned: PreparedLearned },
): Promise<{ stored: number; updated: number }> {
  const { memories, known, preferences } = learned;
  const stored = await storeMemories(tx, { organization_id, actor, now, memories });
  let updated = 0;
  for (const preference of preferences) {
    const memory_id = known.get(sourceIdOf(preference));
    if (memory_id !== undefined && (await refresh(tx, { organization_id, now, memory_id, preference })))
      updated += 1;
  }
  return { stored: stored.length, updated };
}

/** Keeps what was learned about developers as `developer_preference` memories, in one step. See `writeLearned`. */
export async function storePreferences(
  db: Database,
  { preferences, ...by }: ChangedBy & Learned,
): Promise<{ stored: number; updated: number }> {
  const learned = await prepareLearned(db, { ...by, preferences });
  return transaction(db, (tx) => writeLearned(tx, { ...by, learned }));
}

function metadataOf(preference: LearnedPreference): Record<string, unknown> {
  const { statement: _, ...metadata } = preference;
  return metadata;
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
  const { confidence, observation_count, flagged } = preference;
  const counts = { confidence, observation_count, ...(flagged !== undefined && { flagged }) };
  if (Object.entries(counts).every(([name, count]) => memory.metadata[name] === count)) return false;
  await memoryChanges.updateMemory(tx, {
    organization_id,
    memory_id,
    version: memory.version,
    now,
    change: { metadata: { ...memory.metadata, ...counts } },
  });
  return true;
}
