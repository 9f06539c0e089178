import { BLANK_HASH } from "./text";

/** 0-indexed, inclusive. */
export interface Span {
  first: number;
  last: number;
}

/** A text in its file, or behind the few lines above it that are known. */
export type Passage = Span & { lines: readonly string[]; whole_file: boolean };

/** `loose` hashes of the 4 non-blank lines on each side, nearest first. */
export function contextHashes(loose: Int32Array, span: Span): { before: number[]; after: number[] } {
  const before: number[] = [];
  for (let row = span.first - 1; row >= 0 && before.length < 4; row -= 1) {
    const hash = loose[row];
    if (hash !== undefined && hash !== BLANK_HASH) before.push(hash);
  }
  const after: number[] = [];
  for (let row = span.last + 1; row < loose.length && after.length < 4; row += 1) {
    const hash = loose[row];
    if (hash !== undefined && hash !== BLANK_HASH) after.push(hash);
  }
  return { before, after };
}

/** The range without the blank lines at its edges. */
export function solidCore(loose: Int32Array, first: number, last: number): Span {
  let from = first;
  let to = last;
  while (from < to && loose[from] === BLANK_HASH) from += 1;
  while (to > from && loose[to] === BLANK_HASH) to -= 1;
  return { first: from, last: to };
}

/** The rows of a range that are not blank. */
export function solidRows(loose: Int32Array, first: number, last: number): number[] {
  const rows: number[] = [];
  for (let row = first; row <= last; row += 1) if (loose[row] !== BLANK_HASH) rows.push(row);
  return rows;
}
