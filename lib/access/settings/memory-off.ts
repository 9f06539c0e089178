import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { settingsOf } from "./settings-of";

/** True when the organization has memory switched off and an agent asks: it reads nothing and stores nothing. */
export async function isMemoryOff({ db, actor }: { db: Db; actor: Actor }): Promise<boolean> {
  return actor.kind === "agent" && !(await settingsOf(db, tenantOf({ actor }))).enabled;
}
