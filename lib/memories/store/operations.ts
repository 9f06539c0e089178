import { defineOperation } from "@/lib/runtime/operation";
import { compactWrite } from "../answers/compact-answers";
import * as contract from "../contract";
import { toAnswers } from "../shared/loading";
import { isOff, OFF_ANSWER } from "../shared/memory-off";
import { normalizeMemories } from "./normalize";
import { storeNormalized } from "./store";

export const memoryStore = defineOperation(contract.memoryStore, {
  compact: compactWrite,
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: ({ db, actor, input, subject }) =>
    subject.off
      ? Promise.resolve([])
      : normalizeMemories(db, { actor, memories: [input], pointer_of: () => "" }),
  handle: async ({ db, actor, prepared, now, audit }) => {
    const [answer = OFF_ANSWER] = toAnswers(
      await storeNormalized(db, { actor, taken: prepared, now: now() }),
    );
    if (answer.memory) audit({ subject_id: answer.memory.id, detail: { duplicate_of: answer.duplicate_of } });
    return answer;
  },
});

export const memoryStoreMany = defineOperation(contract.memoryStoreMany, {
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: ({ db, actor, input, subject }) =>
    subject.off
      ? Promise.resolve(null)
      : normalizeMemories(db, {
          actor,
          memories: input.memories,
          pointer_of: (index) => `/memories/${index}`,
        }),
  handle: async ({ db, actor, input, prepared, now, audit }) => {
    if (prepared === null) return { results: input.memories.map(() => OFF_ANSWER), stored: 0 };
    const results = toAnswers(await storeNormalized(db, { actor, taken: prepared, now: now() }));
    const stored = results.filter(({ duplicate_of }) => duplicate_of === null).length;
    audit({ detail: { ids: results.map(({ memory }) => memory?.id), stored } });
    return { results, stored };
  },
});
