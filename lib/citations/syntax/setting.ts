import type { LineRange } from "../anchoring/anchor";
import { headersByIndentation } from "../anchoring/indentation";
import { syntaxOf } from "../anchoring/literal-syntax";
import { collapseWhitespace, sha256 } from "../anchoring/text";
import { isInComment, isSwitchedOff } from "./dead-text";
import type { Setting } from "./signature";

type Place = LineRange & { path: string; lines: readonly string[] };

export function settingOf(place: Place): Setting {
  return {
    switched_off: isSwitchedOff(place),
    in_comment: isInComment(place),
    parents: headersOf(place)?.map(hashOfHeader) ?? null,
  };
}

function headersOf({ path, lines, ...range }: Place): string[] | null {
  return headersByIndentation(lines, { ...range, syntax: syntaxOf(path) });
}

function hashOfHeader(header: string): string {
  return sha256(header).slice(0, 16);
}

/**
 * Whether lines went out of the header they belonged to, or into another one, by their indentation. A header that reads
 * differently now is still the same one, if there are as many.
 */
export function hasLeftItsParent({ parents }: Setting, place: Place): boolean {
  const headers = headersOf(place);
  if (parents === null || headers === null) return false;
  const now = headers.map(hashOfHeader);
  if (now.length !== parents.length) return true;
  const [parent] = parents;
  if (parent === undefined || now.includes(parent)) return false;
  const above = place.lines.slice(0, place.line_start - 1);
  return above.some((line) => hashOfHeader(collapseWhitespace(line.trim())) === parent);
}
