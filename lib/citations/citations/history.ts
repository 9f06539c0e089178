import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import { prefixOf } from "@/lib/text/paths";
import type { Citation, CitationCheck, CodePlace } from "../contract";
import type { FolderFiles } from "../drift/queries";
import { SourceError } from "../repositories/source";
import { openRepositorySource, type RegisteredRepository } from "../repositories/sources";
import { readPlace } from "./read";

/**
 * A citation as it was cited and as one check saw it. Where the commit is gone, the text that the check kept stands alone,
 * without the lines around it; null where nothing was found or only hashes are kept.
 */
export async function readAtCheck(
  db: Db,
  params: RegisteredRepository & { citation: Citation; check: CitationCheck },
): Promise<{ was: CodePlace | null; now: CodePlace | null }> {
  const { citation, check } = params;
  const { snippet, original, commit_sha } = citation;
  if (snippet === null) return { was: null, now: null };
  const source = await openRepositorySource(db, params).catch(() => null);
  const alone = { before: "", after: "" };
  const { path, line_start, line_end, found_text } = check;
  const place =
    path !== null && line_start !== null && line_end !== null ? { path, line_start, line_end } : null;
  const kept = place && found_text !== null ? { ...place, ...alone, text: found_text } : null;
  return {
    was: (source && (await readPlace(source, commit_sha, original))) ?? {
      ...original,
      ...alone,
      commit_sha,
      text: snippet,
    },
    now:
      (source && place && (await readPlace(source, check.commit_sha, place))) ??
      (kept && { ...kept, commit_sha: check.commit_sha }),
  };
}

/** How many files stand below a folder at the head, in all and by folder; null when the source cannot tell. */
export async function countFiles(
  db: Db,
  params: RegisteredRepository & { folder: string },
): Promise<FolderFiles | null> {
  const { folder } = params;
  const prefix = prefixOf(folder);
  try {
    const source = await openRepositorySource(db, params);
    const tree = await source.listFiles(await source.headCommit());
    const folders = new Map<string, number>();
    let files = 0;
    for (const path of tree.keys()) {
      if (!path.startsWith(prefix)) continue;
      files += 1;
      const end = path.indexOf("/", prefix.length);
      if (end < 0) continue;
      const name = path.slice(prefix.length, end);
      folders.set(name, (folders.get(name) ?? 0) + 1);
    }
    return { files, folders };
  } catch (error) {
    if (error instanceof SourceError || error instanceof AppError) return null;
    throw error;
  }
}
