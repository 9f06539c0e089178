import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { findLearning, resetLearning } from "@/lib/db/sql/relevance-learning";

import {
  forgetLearned,
  isCalibrated,
  modelNames,
  relevanceModel,
  relevanceModelKey,
  WORDS_ONLY,
} from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";

/** The relevance by the shipped model that reaches a floor once `shift` is added to its log-odds. */
function floorBeforeShift(floor: number, shift: number): number {
  return 1 / (1 + Math.exp(shift - Math.log(floor / (1 - floor))));
}

async function readRelevance(
  db: Db,
  { organization_id, embedder_id }: { organization_id: string; embedder_id: string | null },
): Promise<contract.LearnedRelevance> {
  const [settings, { reset_at, rows }] = await Promise.all([
    settingsOf(db, { organization_id }),
    findLearning(db, { organization_id }),
  ]);
  const in_use = embedder_id !== null && isCalibrated(embedder_id) ? embedder_id : WORDS_ONLY;
  return {
    learning: settings.relevance_learning,
    relevance_floor: settings.relevance_floor,
    reset_at: reset_at?.toISOString() ?? null,
    models: modelNames().map((name) => {
      const id = name === WORDS_ONLY ? null : name;
      const row = rows.find(({ model }) => model === relevanceModelKey(id));
      const { open, join } = relevanceModel(id).floors;
      const shift = row?.shift ?? 0;
      return {
        name,
        in_use: name === in_use,
        floor_measured: open,
        floor_learned: floorBeforeShift(open, shift),
        joins_measured: join,
        joins_learned: floorBeforeShift(join, shift),
        shift,
        reported: row?.reported ?? 0,
        inferred: row?.inferred ?? 0,
        expected: row?.expected ?? 0,
        right: row?.right_count ?? 0,
        learned_at: row?.learned_at.toISOString() ?? null,
      };
    }),
  };
}

const relevanceGet = defineQuery(contract.relevanceGet, {
  read: ({ db, actor, ai }) =>
    readRelevance(db, { organization_id: actor.organization_id, embedder_id: ai.embedder?.id ?? null }),
});

const relevanceReset = defineCommand(contract.relevanceReset, {
  write: async ({ db, actor, ai, now, audit }) => {
    const { organization_id } = actor;
    const { rows } = await findLearning(db, { organization_id });
    await resetLearning(db, { organization_id, now: now() });
    forgetLearned({ organization_id });
    audit({ before: Object.fromEntries(rows.map(({ model, shift }) => [model, shift])) });
    return readRelevance(db, { organization_id, embedder_id: ai.embedder?.id ?? null });
  },
});

export const relevanceOperations = [relevanceGet, relevanceReset];
