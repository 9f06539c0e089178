import type { Db } from "@/lib/db/client";
import * as safetyQueries from "./queries";
import type { KeyedSuspicion } from "./suspicions";

/** What was found and no lead released: of this text, from this rule. */
export async function unreleased(
  db: Db,
  { organization_id, suspicions }: { organization_id: string; suspicions: readonly KeyedSuspicion[] },
): Promise<KeyedSuspicion[]> {
  if (suspicions.length === 0) return [];
  const texts = [...new Set(suspicions.map(({ text_sha256 }) => text_sha256))];
  const allowed = new Set(
    (await safetyQueries.findAllowances(db, { organization_id, texts })).map(
      ({ rule, text_sha256 }) => `${rule} ${text_sha256}`,
    ),
  );
  return suspicions.filter(({ rule, text_sha256 }) => !allowed.has(`${rule} ${text_sha256}`));
}
