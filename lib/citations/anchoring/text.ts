import { createHash } from "node:crypto";
import { distance } from "fastest-levenshtein";

/** Files above either limit are compared exactly and never searched for similar text. */
export const EXACT_ONLY_BYTES = 1_000_000;
export const EXACT_ONLY_LINES = 20_000;

/** A decoded text file. Line endings are no part of a line: `a\r\n` and `a\n` are the same line. */
export interface SourceText {
  kind: "text";
  /** Without their terminators and without a byte order mark; a final newline adds no empty line. */
  lines: readonly string[];
  /** `latin1` stands for "not UTF-8": every byte is one character, so equal bytes stay equal text. */
  encoding: "utf-8" | "latin1";
  line_ending: "lf" | "crlf" | "mixed" | "none";
  final_newline: boolean;
  byte_order_mark: boolean;
  /** True above {@link EXACT_ONLY_BYTES} or {@link EXACT_ONLY_LINES}. */
  exact_only: boolean;
}

/** What a file's bytes turned out to be. Binary means "holds a NUL byte" (UTF-16 included), as git has it. */
export type DecodedSource = SourceText | { kind: "binary" };

const LFS_POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\noid sha256:[0-9a-f]{64}\r?\nsize \d+\s*$/;
const LONGEST_POINTER = 1024;

/** Whether a file's bytes only name a content that is kept in Git LFS, outside the repository. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.byteLength > LONGEST_POINTER) return false;
  return LFS_POINTER.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
const decoded = new WeakMap<Uint8Array, DecodedSource>();

/**
 * Splits a file into lines. Memoised by the identity of `bytes`: a blob kept in a cache is decoded once, so the
 * bytes must not be changed afterwards.
 */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  const known = decoded.get(bytes);
  if (known) return known;
  const source = decode(bytes);
  decoded.set(bytes, source);
  return source;
}

function decode(bytes: Uint8Array): DecodedSource {
  if (bytes.includes(0)) return { kind: "binary" };
  const byte_order_mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let text: string;
  let encoding: SourceText["encoding"] = "utf-8";
  try {
    text = utf8.decode(bytes);
  } catch {
    text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    encoding = "latin1";
  }
  const final_newline = text.endsWith("\n");
  const raw = text === "" ? [] : text.split("\n");
  if (final_newline) raw.pop();
  let crlf = 0;
  const terminated = final_newline ? raw.length : raw.length - 1;
  const lines = raw.map((line, index) => {
    if (index >= terminated || !line.endsWith("\r")) return line;
    crlf += 1;
    return line.slice(0, -1);
  });
  return {
    kind: "text",
    lines,
    encoding,
    line_ending: lineEndingOf({ terminated, crlf }),
    final_newline,
    byte_order_mark,
    exact_only: bytes.byteLength > EXACT_ONLY_BYTES || lines.length > EXACT_ONLY_LINES,
  };
}

function lineEndingOf({ terminated, crlf }: { terminated: number; crlf: number }): SourceText["line_ending"] {
  if (terminated <= 0) return "none";
  if (crlf === 0) return "lf";
  if (crlf === terminated) return "crlf";
  return "mixed";
}

/** The text without any white space: what two texts share when they differ in layout only. */
export function withoutWhitespace(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The text with every run of white space as one blank, trimmed: what similarity is measured on. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** How many letters and digits (of any script) a text holds: its weight as evidence. */
export function alnumCount(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 128) return count + (text.slice(index).match(/[\p{L}\p{N}]/gu)?.length ?? 0);
    const letter = code | 32;
    if ((letter >= 97 && letter <= 122) || (code >= 48 && code <= 57)) count += 1;
  }
  return count;
}

/** SHA-256 of the UTF-8 bytes, 64 lower-case hex digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Lines `line_start`..`line_end` (1-indexed, inclusive) joined by `\n`, with no newline at the end. */
export function textOfRange(lines: readonly string[], line_start: number, line_end: number): string {
  return lines.slice(line_start - 1, line_end).join("\n");
}

/**
 * Whether a SHA-256 given by a caller is that of the text, however the caller joined its lines: `\n` or `\r\n`, with
 * or without a newline at the end. Upper-case hex is accepted.
 */
export function matchesSha256(text: string, hash: string): boolean {
  const expected = hash.trim().toLowerCase();
  const crlf = text.replaceAll("\n", "\r\n");
  return [text, `${text}\n`, crlf, `${crlf}\r\n`].some((variant) => sha256(variant) === expected);
}

/** The longest beginning of a text that fits into `max_bytes` of UTF-8 without splitting a character. */
export function truncateUtf8(text: string, max_bytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= max_bytes) return text;
  let end = max_bytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString("utf8");
}

/**
 * 32-bit hashes of a file's lines, index 0 for line 1. `exact` tells lines apart to the byte; `loose` ignores white
 * space, so that an indented block is still recognised. Enough to diff a file without keeping its text.
 */
export interface LineTable {
  exact: Int32Array;
  loose: Int32Array;
}

/** FNV-1a over UTF-16 units with murmur3's finaliser: short similar lines land far apart. */
export function hashLine(line: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < line.length; index += 1) {
    hash = Math.imul(hash ^ line.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

/** The `loose` hash of every blank line. */
export const BLANK_HASH = hashLine("");

const tables = new WeakMap<readonly string[], LineTable>();

/** Hashes of the lines; memoised by the identity of the array, which must not be changed afterwards. */
export function lineTable(lines: readonly string[]): LineTable {
  const known = tables.get(lines);
  if (known) return known;
  const exact = new Int32Array(lines.length);
  const loose = new Int32Array(lines.length);
  lines.forEach((line, index) => {
    exact[index] = hashLine(line);
    loose[index] = hashLine(withoutWhitespace(line));
  });
  const table = { exact, loose };
  tables.set(lines, table);
  return table;
}

const TABLE_FORMAT = 1;

/** A line table as bytes for storage: a format byte, then per line two little-endian 32-bit hashes. */
export function encodeLineTable(table: LineTable): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + table.exact.length * 8);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, TABLE_FORMAT);
  table.exact.forEach((hash, index) => {
    view.setInt32(1 + index * 8, hash, true);
    view.setInt32(5 + index * 8, table.loose[index] ?? 0, true);
  });
  return bytes;
}

/** The table behind {@link encodeLineTable}'s bytes, or null when they are of another format or cut short. */
export function decodeLineTable(bytes: Uint8Array): LineTable | null {
  if (bytes[0] !== TABLE_FORMAT || bytes.length % 8 !== 1) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = (bytes.length - 1) / 8;
  const exact = new Int32Array(count);
  const loose = new Int32Array(count);
  for (let index = 0; index < count; index += 1) {
    exact[index] = view.getInt32(1 + index * 8, true);
    loose[index] = view.getInt32(5 + index * 8, true);
  }
  return { exact, loose };
}

/**
 * The non-blank lines around a range, in file order, at most `count` on each side: the last of `before` and the first
 * of `after` are the nearest.
 */
export function contextLines(
  lines: readonly string[],
  line_start: number,
  line_end: number,
  count = 4,
): { before: string[]; after: string[] } {
  const before: string[] = [];
  for (let index = line_start - 2; index >= 0 && before.length < count; index -= 1) {
    const line = lines[index] ?? "";
    if (!isBlank(line)) before.unshift(line);
  }
  const after: string[] = [];
  for (let index = line_end; index < lines.length && after.length < count; index += 1) {
    const line = lines[index] ?? "";
    if (!isBlank(line)) after.push(line);
  }
  return { before, after };
}

/**
 * Every place where a run of lines stands, compared by `loose` hashes with blank lines left out on both sides.
 * `wanted` holds the hashes of the non-blank lines looked for. Answers 0-indexed first and last lines, in file order;
 * places may overlap. Hashes may collide: who needs certainty compares the texts.
 */
export function findRuns(wanted: Int32Array, loose: Int32Array): { first: number; last: number }[] {
  if (wanted.length === 0) return [];
  const solid = solidIndexes(loose);
  const places: { first: number; last: number }[] = [];
  for (let start = 0; start + wanted.length <= solid.length; start += 1) {
    if (loose[solid[start] ?? -1] !== wanted[0]) continue;
    let length = 1;
    while (length < wanted.length && loose[solid[start + length] ?? -1] === wanted[length]) length += 1;
    const first = solid[start];
    const last = solid[start + wanted.length - 1];
    if (length === wanted.length && first !== undefined && last !== undefined) places.push({ first, last });
  }
  return places;
}

const solid_indexes = new WeakMap<Int32Array, Int32Array>();

/** Indexes of the lines that are not blank; memoised by identity, as a file is looked through for each citation. */
function solidIndexes(loose: Int32Array): Int32Array {
  const known = solid_indexes.get(loose);
  if (known) return known;
  const indexes = new Int32Array(loose.length);
  let count = 0;
  loose.forEach((hash, index) => {
    if (hash !== BLANK_HASH) {
      indexes[count] = index;
      count += 1;
    }
  });
  const solid = indexes.slice(0, count);
  solid_indexes.set(loose, solid);
  return solid;
}

/** The hashes that {@link findRuns} looks for: those of the lines that are not blank. */
export function solidHashes(loose: Int32Array): Int32Array {
  return loose.filter((hash) => hash !== BLANK_HASH);
}

/**
 * Similarity of two texts in 0–1: 1 − Levenshtein distance ÷ length of the longer, on white-space-collapsed text.
 * Answers 0 as soon as the lengths or the characters used prove that the result is below `floor`; both bounds are
 * exact, so nothing at or above the floor is ever lost.
 */
export function similarity(left: string, right: string, floor = 0): number {
  return collapsedSimilarity(collapseWhitespace(left), collapseWhitespace(right), floor);
}

/** {@link similarity} for texts that are collapsed already. */
export function collapsedSimilarity(left: string, right: string, floor = 0): number {
  const longest = Math.max(left.length, right.length);
  if (longest === 0 || left === right) return 1;
  if (Math.min(left.length, right.length) / longest < floor) return 0;
  if (floor > 0 && 1 - distanceBound(left, right) / longest < floor) return 0;
  const result = 1 - distance(left, right) / longest;
  if (result < floor) return 0;
  return result;
}

const balance = new Int32Array(256);

/**
 * A lower bound of the Levenshtein distance: every edit repairs at most one surplus character on each side. Characters
 * are counted modulo 256, which can only lower the bound.
 */
export function distanceBound(left: string, right: string): number {
  balance.fill(0);
  for (let index = 0; index < left.length; index += 1) {
    const bin = left.charCodeAt(index) & 255;
    balance[bin] = (balance[bin] ?? 0) + 1;
  }
  for (let index = 0; index < right.length; index += 1) {
    const bin = right.charCodeAt(index) & 255;
    balance[bin] = (balance[bin] ?? 0) - 1;
  }
  let surplus = 0;
  let lack = 0;
  for (const count of balance) {
    if (count > 0) surplus += count;
    else lack -= count;
  }
  return Math.max(surplus, lack);
}
