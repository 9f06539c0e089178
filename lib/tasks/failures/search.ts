import type { Embedder } from "@/lib/ai";
import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { tenantOf } from "@/lib/kernel/actor";
import { visibleTo } from "../access";
import type { Failure, FailureLanguage, FailureStatus, FOUND_BY } from "../contract";
import { findSolutions, wordsEnough } from "../search/search";
import * as failureQueries from "./queries";
import { readFailures, searchTextOf } from "./record";

export type FoundFailure = {
  failure: Failure;
  similarity: number | null;
  found_by: (typeof FOUND_BY)[number];
};

/** Most words of a headline that are searched by; a longer one is an output and not a description. */
const LONGEST_QUERY = 1_000;

/** Failures like an error or a description: the same signature first, then by meaning, then by words. */
export async function searchFailures(
  db: Db,
  {
    actor,
    query,
    language,
    repository_id,
    statuses,
    limit,
    embedder,
    min_similarity,
  }: {
    actor: Actor;
    query: string;
    language?: FailureLanguage | undefined;
    repository_id?: string | undefined;
    statuses: readonly FailureStatus[];
    limit: number;
    embedder: Embedder | null;
    min_similarity?: number | undefined;
  },
): Promise<{ items: FoundFailure[]; signature: string }> {
  const seen = { ...tenantOf({ actor }), ...visibleTo(actor) };
  const [read] = await readFailures([{ output: query, language }]);
  if (!read) throw new Error("one output was read");
  const { signature, error_type, message } = read.error;
  const same = await failureQueries.findBySignatures(db, {
    ...seen,
    signatures: [signature],
    statuses,
    repository_id,
    limit,
  });
  const items: FoundFailure[] = same.map((failure) => ({ failure, similarity: null, found_by: "signature" }));
  if (items.length >= limit) return { items, signature };
  const is_output = query.length > LONGEST_QUERY || query.includes("\n");
  const asked = is_output ? `${error_type}: ${message}` : query;
  const found = await findSolutions(db, {
    searched: "failure",
    where: { ...seen, repository_id, statuses },
    query: asked,
    embedder,
    min_similarity,
  });
  const similarities = new Map(found.map(({ id, similarity }) => [id, similarity]));
  const known = new Set(same.map(({ id }) => id));
  const failures = await failureQueries.failuresByIds(db, {
    ...seen,
    ids: found.map(({ id }) => id).filter((id) => !known.has(id)),
  });
  for (const failure of failures) {
    if (items.length === limit) break;
    if (language !== undefined && failure.language !== language) continue;
    const similarity = similarities.get(failure.id) ?? null;
    if (similarity !== null) items.push({ failure, similarity, found_by: "meaning" });
    else if (wordsEnough(asked, searchTextOf(failure)))
      items.push({ failure, similarity, found_by: "words" });
  }
  return { items, signature };
}
