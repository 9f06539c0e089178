import type { Database } from "@/lib/db/client";
import { readOnly } from "@/lib/db/read-only";
import type { ReadFrom } from "@/lib/db/replica";
import { routed } from "@/lib/db/routed";
import type { Actor } from "@/lib/kernel/actor";
import { metrics } from "@/lib/telemetry/metrics";
import type { Context } from "./operation";

/** The database that a query reads; `done` is awaited before its answer leaves. */
export type Reading = { db: Database; from: ReadFrom; done: () => Promise<void> };

const NOTHING_TO_DO = async () => undefined;

/** Whose own changes are waited for: of a person or an agent, whatever login or key it uses. */
const whoIs = ({ organization_id, id }: Actor) => `${organization_id} ${id}`;

/** Where a query reads: from the replica where there is one that has the caller's changes, or from the primary. */
export async function readingOf(
  { db, replica, actor }: Pick<Context, "db" | "replica" | "actor">,
  { records = false, fresh = false }: { records?: boolean; fresh?: boolean },
): Promise<Reading> {
  const guarded = (handle: Database) => {
    if (records) return handle;
    return readOnly(handle);
  };
  if (!replica) return { db: guarded(db), from: "primary", done: NOTHING_TO_DO };
  const from = fresh ? "primary" : await replica.readFrom(whoIs(actor));
  metrics().reads_total.inc({ from });
  if (from === "replica_only") return { db: guarded(replica.db), from, done: NOTHING_TO_DO };
  if (from === "primary" && !records) return { db: guarded(db), from, done: NOTHING_TO_DO };
  const { db: handle, hasChanged } = routed({
    primary: guarded(db),
    replica: guarded(from === "replica" ? replica.db : db),
    onFailure: (error) => {
      if (from === "primary") return;
      metrics().degraded_total.inc({ part: "replica" });
      replica.noteFailure(error);
    },
  });
  return {
    db: handle,
    from,
    done: async () => {
      if (hasChanged()) await replica.noteChange(whoIs(actor));
    },
  };
}

/** To be awaited after a change and before it is acknowledged: what the caller reads next has it. */
export async function noteChange({ replica, actor }: Pick<Context, "replica" | "actor">): Promise<void> {
  await replica?.noteChange(whoIs(actor));
}
