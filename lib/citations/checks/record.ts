import type { Db } from "@/lib/db/client";
import { anchorColumns, basisColumns, writeChecks } from "@/lib/db/sql/citations";
import { newId } from "@/lib/kernel/ids";
import { beginningOf, type CheckResult } from "./check";

/** A citation that somebody else checked since it was read, and the commit of that verdict. */
export type Overtaken = { citation_id: string; checked_commit: string | null };

/** Checks a statement writes at most: one JSON parameter holds them all, with what was found of each. */
const CHECKS_A_STATEMENT = 1000;

/**
 * Keeps checks as history and brings their citations up to date: the status (with its time when it changed) and the
 * anchor of what was found again; the places it had before stay readable in the history. Record only checks at the head
 * of the default branch: what was found on another branch says nothing about where the code stands.
 *
 * What could not be read leaves an earlier verdict of edited or missing alone. `routine` checks (nightly, after a push)
 * that repeat the verdict on record for the same commit, or find unchanged what was, add no history.
 *
 * A check is kept only if its citation is still as it was read: of two at once, the second one is not. @returns the
 * citations that were not, with the commit of the verdict on record; those of outdated results are not among them.
 */
export async function recordChecks(
  tx: Db,
  {
    organization_id,
    commit,
    results,
    now,
    routine = false,
  }: {
    organization_id: string;
    commit: string;
    results: readonly CheckResult[];
    now: Date;
    routine?: boolean;
  },
): Promise<Overtaken[]> {
  const overtaken: Overtaken[] = [];
  const current = results.filter(({ outdated }) => !outdated);
  for (let start = 0; start < current.length; start += CHECKS_A_STATEMENT) {
    const some = current.slice(start, start + CHECKS_A_STATEMENT);
    const tables = new Map<string, Uint8Array>();
    for (const { anchor } of some) if (anchor?.line_hashes) tables.set(anchor.blob_oid, anchor.line_hashes);
    const lost = await writeChecks(tx, {
      organization_id,
      commit,
      now,
      only_news: routine,
      tables: [...tables].map(([blob_oid, line_hashes]) => ({ blob_oid, line_hashes })),
      checks: some.map(({ memory_id: _, outdated: __, anchor, basis, ...check }) => ({
        ...check,
        id: newId(),
        found_text: beginningOf(check.found_text),
        ...anchorColumns(anchor),
        ...basisColumns(basis),
      })),
    });
    overtaken.push(...lost);
  }
  return overtaken;
}
