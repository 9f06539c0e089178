import { diff3Merge } from "node-diff3";
import type { ConflictRegion } from "../contract";
import { eolOf } from "../skills/edits";

export type Merge = { clean: boolean; content: string | null; conflicts: ConflictRegion[] };

/** Lines with their line ends, so that joining them gives the text back. */
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * Puts together what two sides made of `base`, line by line (Khanna, Kunal and Pierce 2007, through node-diff3). When the
 * file has other line ends than the skill throughout, they are taken as the file's wish.
 */
export function mergeTexts({ base, version, file }: { base: string; version: string; file: string }): Merge {
  const eol = eolOf(file);
  const as = (text: string) => {
    if (eolOf(text) === eol) return text;
    return text.replaceAll(/\r\n|\n/g, eol);
  };
  const regions = diff3Merge(linesOf(as(version)), linesOf(as(base)), linesOf(file), {
    excludeFalseConflicts: true,
  });
  const conflicts = regions.flatMap(({ conflict }): ConflictRegion[] => {
    if (conflict)
      return [
        {
          line: conflict.bIndex + 1,
          base: conflict.o.join(""),
          version: conflict.a.join(""),
          file: conflict.b.join(""),
        },
      ];
    return [];
  });
  if (conflicts.length > 0) return { clean: false, content: null, conflicts };
  return { clean: true, content: regions.flatMap(({ ok }) => ok ?? []).join(""), conflicts };
}
