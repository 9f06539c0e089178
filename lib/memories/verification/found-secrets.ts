import {
  type Checks,
  clearTextsOfChecks,
  clearTextsOfSupports,
  type FoundText,
  foundTextsOfChecks,
  foundTextsOfSupports,
} from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { withoutSecretTexts } from "../safety/found-texts";

/** Checks of which no text holds a secret, as `withoutFoundSecrets` answers them: only these are recorded and shown. */
export type CleanChecks = Checks & { is_clean: true };

/** Checks without the found texts that hold a secret. Call it outside a transaction: many texts take a while. */
export async function withoutFoundSecrets(checks: Checks): Promise<CleanChecks> {
  const kept = await withoutSecretTexts(checks.results.map(({ found_text }) => found_text));
  const results = checks.results.map((result, index) => ({ ...result, found_text: kept[index] ?? null }));
  return { ...checks, results, is_clean: true };
}

const TEXTS_AT_ONCE = 500;

const KEPT = [
  { list: foundTextsOfChecks, clear: clearTextsOfChecks },
  { list: foundTextsOfSupports, clear: clearTextsOfSupports },
];

/** Takes out of a repository's found texts those with a secret: earlier versions kept them, and imports bring them. */
export async function clearFoundSecrets(
  db: Db,
  {
    organization_id,
    repository_id,
    signal,
  }: { organization_id: string; repository_id: string; signal: AbortSignal },
): Promise<void> {
  for (const { list, clear } of KEPT)
    for (let after: string | null = null; ; ) {
      signal.throwIfAborted();
      const found: FoundText[] = await list(db, {
        organization_id,
        repository_id,
        after,
        limit: TEXTS_AT_ONCE,
      });
      const kept = await withoutSecretTexts(found.map(({ text }) => text));
      const ids = found.flatMap(({ id }, index) => (kept[index] === null ? id : []));
      if (ids.length > 0) await clear(db, { organization_id, ids });
      if (found.length < TEXTS_AT_ONCE) break;
      after = found.at(-1)?.id ?? null;
    }
}
