import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { verdictOfCitations, verifyForUse } from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import type { AfterResponse } from "../ledger/after-response";

/** What is known of a cited memory's code at the ref that is asked for. */
export type Usable = "verified" | "failed" | "unchecked";

/**
 * Whether what these memories cite still stands at `ref`, within `budget_ms`: what is not known by then is `unchecked`.
 * Memories that cite nothing are left out. What was found out is recorded, `afterwards` if that is given. Never
 * rejects, but for a ref that a repository does not have.
 */
export async function verifyInTime(
  db: Database,
  {
    memories,
    afterwards,
    ...rest
  }: {
    organization_id: string;
    memories: readonly Memory[];
    ref?: string;
    /** Repositories as they were read a moment ago; the others are read. */
    repositories: readonly Repository[];
    budget_ms: number;
    /** Default: recording is waited for. */
    afterwards?: AfterResponse;
  },
): Promise<Map<string, Usable>> {
  const cited = memories.filter(({ citations }) => citations.length > 0);
  const standings = await verifyForUse(db, {
    ...rest,
    memories: cited,
    on_checked: afterwards?.add,
    on_moved: afterwards?.add,
  });
  return new Map(
    cited.map(({ id }) => {
      const standing = standings.get(id);
      return [id, standing === "verified" || standing === "failed" ? standing : "unchecked"];
    }),
  );
}

const USABLE = { valid: "verified", drifted: "failed", missing: "failed", unknown: "unchecked" } as const;

/** The same by the verdicts that these memories carry. */
export function usableByRecord(memories: readonly Memory[]): Map<string, Usable> {
  return new Map(
    memories.flatMap(({ id, citations }): [string, Usable][] => {
      const verdict = verdictOfCitations(citations);
      return verdict === null ? [] : [[id, USABLE[verdict]]];
    }),
  );
}
