import { LRUCache } from "lru-cache";
import { jobActor } from "@/lib/access";
import type { Repository } from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import { actorRef } from "@/lib/kernel/actor";
import { log } from "@/lib/telemetry/log";
import { requestCheck } from "../jobs";

/** The last head of each repository that this process asked to be swept, by its organization and its id. */
const swept = new LRUCache<string, string>({ max: 1_000 });

/** Whether a head was seen by nobody before: neither by a fetch nor by an earlier question here. */
export function isNewHead(
  { organization_id, repository }: { organization_id: string; repository: Repository },
  head: string,
): boolean {
  const of = `${organization_id} ${repository.id}`;
  if (head === repository.head_commit || swept.get(of) === head) return false;
  swept.set(of, head);
  return true;
}

/** Asks for a sweep of repositories whose head moved, so that it is not left to agents to check one by one. */
export async function sweepMoved(
  db: Database,
  { organization_id, moved, now }: { organization_id: string; moved: readonly string[]; now: Date },
): Promise<void> {
  const requested_by = actorRef(jobActor(organization_id, "memory_use"));
  for (const repository_id of moved)
    await transaction(db, (tx) =>
      requestCheck(tx, { organization_id, repository_id, cause: "use", requested_by, now }),
    ).catch((error: unknown) => log().warn({ err: error }, "a sweep could not be asked for"));
}
