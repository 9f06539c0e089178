import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { visibleTo } from "../access";
import { findBySignatures } from "./queries";
import { readError } from "./signature";

/** Of a text this much is read for an error, from each end. */
const READ_OF_EACH_END = 4_000;
const MOST = 2;

export type SolvedBefore = { signature: string; solution: string; fix_commit: string | null };

/** What solved the error that a text shows, where one is recognised in it and the same was solved before; else nothing. */
export async function solvedBefore(
  db: Db,
  { actor, text }: { actor: Actor; text: string },
): Promise<SolvedBefore[]> {
  const read =
    text.length > 2 * READ_OF_EACH_END
      ? text.slice(0, READ_OF_EACH_END) + text.slice(-READ_OF_EACH_END)
      : text;
  const { is_known, signature } = readError({ output: read });
  if (!is_known) return [];
  const failures = await findBySignatures(db, {
    ...tenantOf({ actor }),
    ...visibleTo(actor),
    signatures: [signature],
    statuses: ["solved"],
    limit: MOST,
  });
  return failures.flatMap(({ solution, fix_commit }) =>
    solution === null ? [] : [{ signature, solution, fix_commit }],
  );
}
