import { defineCommand } from "@/lib/runtime/operation";
import { compactWrite } from "../answers/compact-answers";
import * as contract from "../contract";
import { toAnswers } from "../shared/loading";
import { normalizeMemories } from "./normalize";
import { storeNormalized } from "./store";

export const memoryStore = defineCommand(contract.memoryStore, {
  compact: compactWrite,
  authorize: "filtered",
  prepare: ({ db, actor, input }) =>
    normalizeMemories(db, { actor, memories: [input], pointer_of: () => "" }),
  write: async ({ db, actor, prepared, now, audit }) => {
    const [answer] = toAnswers(await storeNormalized(db, { actor, taken: prepared, now: now() }));
    if (!answer) throw new Error("one memory was normalized and none is stored");
    if (answer.memory) audit({ subject_id: answer.memory.id, detail: { duplicate_of: answer.duplicate_of } });
    return answer;
  },
});

export const memoryStoreMany = defineCommand(contract.memoryStoreMany, {
  authorize: "filtered",
  prepare: ({ db, actor, input }) =>
    normalizeMemories(db, {
      actor,
      memories: input.memories,
      pointer_of: (index) => `/memories/${index}`,
    }),
  write: async ({ db, actor, prepared, now, audit }) => {
    const results = toAnswers(await storeNormalized(db, { actor, taken: prepared, now: now() }));
    const stored = results.filter(({ duplicate_of }) => duplicate_of === null).length;
    audit({ detail: { ids: results.map(({ memory }) => memory?.id), stored } });
    return { results, stored };
  },
});
