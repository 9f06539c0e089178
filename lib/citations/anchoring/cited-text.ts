import type { Anchor } from "./anchor";
import { contextHashes, type Span, solidCore, solidRows } from "./spans";
import {
  findRuns,
  hashLine,
  isBlank,
  type LineTable,
  lineTable,
  type SourceText,
  sha256,
  textOfRange,
  withoutWhitespace,
} from "./text";

/** The file a citation was made in, as far as it is known: its lines, or their hashes alone. */
export interface OldFile {
  table: LineTable;
  lines: readonly string[] | null;
}

export function oldFile(source: SourceText): OldFile {
  return { table: lineTable(source.lines), lines: source.lines };
}

export function holds(cited: Cited, file: OldFile): boolean {
  return cited.solid !== null && findRuns(cited.solid.loose, file.table.loose).length > 0;
}

export interface FileView {
  lines: readonly string[];
  table: LineTable;
  exact_only: boolean;
}

/** What is known of the cited text, and where its first and last non-blank lines stood (0-indexed). */
export interface Cited extends Span {
  /** The old file's hashes; null when unknown or not of this file. */
  table: LineTable | null;
  /** `loose` and `exact` hashes of the non-blank lines; null when neither the old file nor the whole text is known. */
  solid: { loose: Int32Array; exact: Int32Array } | null;
  /** The whole text, or as much of it as was kept; null when only hashes are known. */
  text: string | null;
  text_is_whole: boolean;
  /** `loose` hashes of the non-blank lines around, nearest first. */
  before: number[];
  after: number[];
}

export function citedOf(anchor: Anchor, old: OldFile | null): Cited {
  const from = anchor.line_start - 1;
  const to = anchor.line_end - 1;
  if (old && anchor.line_end <= old.table.loose.length) {
    const { table } = old;
    const core = solidCore(table.loose, from, to);
    const rows = solidRows(table.loose, core.first, core.last);
    return {
      ...core,
      table,
      solid: {
        loose: Int32Array.from(rows, (row) => table.loose[row] ?? 0),
        exact: Int32Array.from(rows, (row) => table.exact[row] ?? 0),
      },
      text: old.lines ? textOfRange(old.lines, anchor.line_start, anchor.line_end) : anchor.snippet,
      text_is_whole: old.lines !== null || !anchor.snippet_truncated,
      ...contextHashes(table.loose, core),
    };
  }
  return citedOfSnippet(anchor);
}

/** What the anchor itself keeps of the cited text, for when its old file is not known. */
function citedOfSnippet(anchor: Anchor): Cited {
  const from = anchor.line_start - 1;
  const to = anchor.line_end - 1;
  const looseHash = (line: string): number => hashLine(withoutWhitespace(line));
  const context = {
    before: anchor.context_before.map(looseHash).reverse(),
    after: anchor.context_after.map(looseHash),
  };
  const whole = anchor.snippet !== null && !anchor.snippet_truncated;
  if (anchor.snippet === null || !whole) {
    return {
      first: from,
      last: to,
      table: null,
      solid: null,
      text: anchor.snippet,
      text_is_whole: false,
      ...context,
    };
  }
  const lines = anchor.snippet.split("\n");
  const solid_lines = lines.filter((line) => !isBlank(line));
  return {
    first:
      from +
      Math.max(
        0,
        lines.findIndex((line) => !isBlank(line)),
      ),
    last:
      from +
      Math.max(
        0,
        lines.findLastIndex((line) => !isBlank(line)),
      ),
    table: null,
    solid: {
      loose: Int32Array.from(solid_lines, looseHash),
      exact: Int32Array.from(solid_lines, hashLine),
    },
    text: anchor.snippet,
    text_is_whole: true,
    ...context,
  };
}

export function isSameText(anchor: Anchor, view: FileView, span: Span): boolean {
  const text = textOfRange(view.lines, span.first + 1, span.last + 1);
  return sha256(withoutWhitespace(text)) === anchor.norm_sha256;
}
