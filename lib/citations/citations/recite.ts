import type { Db } from "@/lib/db/client";
import { OvertakenError } from "@/lib/kernel/errors";
import type { CheckResult, Checks } from "../checks/check";
import type { Repository } from "../contract";
import { type PreparedCitation, prepareCitations } from "./prepare";
import { findCitedState, type Recited, restoreCitedState, setCitedLines } from "./recite-queries";

/** Lines that took the place of cited ones, ready to be cited instead. */
export type Recital = { result: CheckResult; prepared: PreparedCitation };

/**
 * Reads the lines at which a check found citations, at its commit. Git work: call it outside a transaction. Results
 * without lines are left out.
 * @throws AppError unavailable when the repository cannot be read.
 */
export async function prepareRecitals(
  db: Db,
  {
    organization_id,
    repository,
    commit,
    results,
  }: { organization_id: string; repository: Repository } & Pick<Checks, "commit" | "results">,
): Promise<Recital[]> {
  const found = results.flatMap((result) => {
    const { path, line_start, line_end } = result;
    if (path === null || line_start === null || line_end === null) return [];
    return [{ result, citation: { path, line_start, line_end, sha: commit } }];
  });
  const citations = found.map(({ citation }) => citation);
  const prepared = await prepareCitations(db, {
    organization_id,
    repository,
    citations,
    pointer: "/citations",
  });
  return found.flatMap(({ result }, index) => {
    const lines = prepared[index];
    if (lines) return [{ result, prepared: lines }];
    return [];
  });
}

/**
 * Puts citations to these lines, in the caller's transaction, which holds their memory.
 * @returns what they said before.
 * @throws OvertakenError when one is not as its check read it: check again.
 */
export async function recite(
  tx: Db,
  { organization_id, recitals, now }: { organization_id: string; recitals: readonly Recital[]; now: Date },
): Promise<Recited[]> {
  const recited: Recited[] = [];
  for (const { result, prepared } of recitals) {
    const { citation_id } = result;
    const before = await findCitedState(tx, { organization_id, result });
    if (!before) throw new OvertakenError("a citation was checked or cited since it was read");
    await setCitedLines(tx, { organization_id, citation_id, prepared, now });
    const { commit_sha, anchor } = prepared;
    const { snippet_sha256, line_start } = anchor;
    recited.push({ citation_id, before, after: { commit_sha, snippet_sha256, line_start } });
  }
  return recited;
}

/** Brings back what citations said before. @returns false when one says something else by now. */
export async function unrecite(
  tx: Db,
  { organization_id, recited, now }: { organization_id: string; recited: readonly Recited[]; now: Date },
): Promise<boolean> {
  for (const one of recited)
    if (!(await restoreCitedState(tx, { organization_id, recited: one, now }))) return false;
  return true;
}
