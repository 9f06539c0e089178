import { defineCommand } from "@/lib/runtime/operation";
import { compactWrite } from "../answers/compact-answers";
import * as contract from "../contract";
import { answerOfStored } from "../shared/loading";
import { normalizeMemories } from "./normalize";
import { storeNormalized } from "./store";

export const memoryStore = defineCommand(contract.memoryStore, {
  compact: compactWrite,
  authorize: "filtered",
  prepare: ({ db, actor, input }) =>
    normalizeMemories(db, { actor, memories: [input], pointer_of: () => "" }),
  write: async ({ db, actor, prepared, now, audit }) => {
    const [one] = await storeNormalized(db, { actor, taken: prepared, now: now() });
    if (!one) throw new Error("one memory was normalized and none is stored");
    audit({ subject_id: one.memory.id, detail: { duplicate_of: one.duplicate_of } });
    return answerOfStored(actor, one);
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
    const all = await storeNormalized(db, { actor, taken: prepared, now: now() });
    const stored = all.filter(({ duplicate_of }) => duplicate_of === null).length;
    audit({ detail: { ids: all.map(({ memory }) => memory.id), stored } });
    return { results: all.map((one) => answerOfStored(actor, one)), stored };
  },
});
