import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { tenantOf } from "@/lib/kernel/actor";
import type { Memory, WriteAnswer } from "../contract";

export type Asking = { db: Db; actor: Actor };

/** True when the organization has memory switched off and an agent asks: it reads nothing and stores nothing. */
export async function isOff({ db, actor }: Asking): Promise<boolean> {
  return actor.kind === "agent" && !(await settingsOf(db, tenantOf({ actor }))).enabled;
}

export const OFF_ANSWER: WriteAnswer = {
  stored: false,
  reason: "memory_off",
  memory: null,
  duplicate_of: null,
  notes: [],
};

export const written = (memory: Memory | null, notes: string[] = []): WriteAnswer => ({
  stored: true,
  reason: null,
  memory,
  duplicate_of: null,
  notes,
});
