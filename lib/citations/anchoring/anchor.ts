import { solidCore } from "./spans";
import {
  alnumCount,
  contextLines,
  type DecodedSource,
  findRuns,
  isBlank,
  type LineTable,
  lineTable,
  sha256,
  solidHashes,
  textOfRange,
  truncateUtf8,
  withoutWhitespace,
} from "./text";

/** Longest cited text that is kept, in UTF-8 bytes. The hashes always cover the whole text. */
export const SNIPPET_BYTES = 4096;
/** Longest context line that is kept, in characters: a minified neighbour says no more than its beginning. */
const CONTEXT_LINE_CHARS = 400;

/** Evidence a text must carry before it is looked for beyond its own place (git blame asks 20 to 40 for -M and -C). */
export const EVIDENCE_ALNUM = 20;

/** 1-indexed, inclusive. */
export interface LineRange {
  line_start: number;
  line_end: number;
}

/** What is kept of a citation so that its lines can be found again. The file's line table is kept once per blob. */
export interface Anchor extends LineRange {
  /** The cited lines joined by `\n`, at most {@link SNIPPET_BYTES}; null when only hashes may be kept. */
  snippet: string | null;
  snippet_truncated: boolean;
  /** Of the whole cited text, lines joined by `\n`, no newline at the end. */
  snippet_sha256: string;
  /** Of the whole cited text without white space. */
  norm_sha256: string;
  /** Up to 4 non-blank lines on each side, in file order. */
  context_before: string[];
  context_after: string[];
  /** Which of the places in its file where this text stands is meant (0-indexed), and how many there are. */
  dup_index: number;
  dup_count: number;
  /** Letters and digits in the cited text: its weight as evidence. */
  alnum_count: number;
}

export type AnchorRefusal = "binary" | "invalid_range" | "outside_file" | "blank";

export type AnchorResult =
  | { ok: true; anchor: Anchor; line_table: LineTable }
  | { ok: false; refusal: AnchorRefusal; message: string };

/**
 * The anchor of lines `line_start`..`line_end` of a file, with the file's line table (store it once per blob, through
 * `encodeLineTable`), or the reason why these lines cannot be cited.
 */
export function anchorAtCreation(source: DecodedSource, range: LineRange): AnchorResult {
  const { line_start, line_end } = range;
  const refuse = (refusal: AnchorRefusal, message: string): AnchorResult => ({ ok: false, refusal, message });
  if (source.kind === "binary") return refuse("binary", "The file is binary: it has no lines to cite.");
  if (
    !Number.isInteger(line_start) ||
    !Number.isInteger(line_end) ||
    line_start < 1 ||
    line_end < line_start
  ) {
    return refuse("invalid_range", "Lines count from 1, and the last line must not be before the first.");
  }
  const { lines } = source;
  if (line_end > lines.length) {
    return refuse("outside_file", `Line ${line_end} does not exist: the file has ${lines.length} lines.`);
  }
  const text = textOfRange(lines, line_start, line_end);
  if (isBlank(text)) return refuse("blank", "The cited lines are blank.");
  const table = lineTable(lines);
  const core = solidCore(table.loose, line_start - 1, line_end - 1);
  const places = findRuns(solidHashes(table.loose.subarray(core.first, core.last + 1)), table.loose);
  const snippet = truncateUtf8(text, SNIPPET_BYTES);
  const context = contextLines(lines, line_start, line_end);
  const cut = (line: string): string => line.slice(0, CONTEXT_LINE_CHARS).toWellFormed();
  return {
    ok: true,
    line_table: table,
    anchor: {
      line_start,
      line_end,
      snippet,
      snippet_truncated: snippet.length < text.length,
      snippet_sha256: sha256(text),
      norm_sha256: sha256(withoutWhitespace(text)),
      context_before: context.before.map(cut),
      context_after: context.after.map(cut),
      dup_index: places.findIndex((place) => place.first === core.first),
      dup_count: places.length,
      alnum_count: alnumCount(text),
    },
  };
}

/** The anchor with every word of source text taken out: for cited text that must not be stored. */
export function hashesOnly(anchor: Anchor): Anchor {
  return { ...anchor, snippet: null, context_before: [], context_after: [] };
}
