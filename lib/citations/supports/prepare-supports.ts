import { type PreparedCitation, prepareEachCitation } from "../citations/prepare";
import type { Repository } from "../contract";
import type { SupportKind } from "../fields";
import type { RepositorySource } from "../repositories/source";
import { findSupports, type SupportedText } from "./find-supports";

/** A definition that a memory rests on, read and ready to be stored. */
export type PreparedSupport = PreparedCitation & { kind: SupportKind; name: string };

/**
 * What memories rest on at a commit, one list for each text, read and ready to be stored; see {@link findSupports}.
 * @throws SourceError.
 */
export async function prepareSupports(
  source: RepositorySource,
  {
    repository,
    commit,
    texts,
  }: { repository: Pick<Repository, "name">; commit: string; texts: readonly SupportedText[] },
): Promise<PreparedSupport[][]> {
  const found = await findSupports(source, { commit, texts });
  const prepared: PreparedSupport[][] = [];
  for (const supports of found) {
    const read = await prepareEachCitation(source, {
      repository,
      citations: supports.map(({ path, line_start, line_end }) => ({
        path,
        line_start,
        line_end,
        sha: commit,
      })),
    });
    prepared.push(
      read.flatMap((one, index) => {
        const support = supports[index];
        if ("detail" in one || !support) return [];
        return [{ ...one, kind: support.kind, name: support.name }];
      }),
    );
  }
  return prepared;
}
