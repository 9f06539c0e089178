import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  type ExportHeader,
  exportHeaderSchema,
  exportRecordSchema,
  exportTrailerSchema,
  UNSEALED_VERSION,
} from "./contract";

type Counts = Record<string, number>;

/** Of a record whose columns of `later` were set afterwards: counted apart from its row. */
const LATER = " (references)";

const TRAILER = '{"casebook_export_end"';

/** Whether a line is the last one of an export, which is not a record. */
export const isTrailer = (line: string): boolean => line.startsWith(TRAILER);

/** The running hash of the lines of an export and how many records of each table were among them. */
class Running {
  readonly counts: Counts = {};
  private readonly hash = sha256.create();

  add(line: string): void {
    this.hash.update(utf8ToBytes(`${line}\n`));
  }

  count({ table, later }: { table: string; later?: true }): void {
    const name = later ? `${table}${LATER}` : table;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Of the lines and of how the last one counts them, in hexadecimal digits. */
  digest(counts: Counts): string {
    return bytesToHex(
      this.hash
        .clone()
        .update(utf8ToBytes(JSON.stringify(counts)))
        .digest(),
    );
  }
}

/** Seals an export as it is written: hand over every line after the first, then write `end()` as the last one. */
export class ExportSeal {
  private readonly running = new Running();

  /** @returns the line as it is to be written, without its end. */
  header(header: ExportHeader): string {
    const line = JSON.stringify(header);
    this.running.add(line);
    return line;
  }

  record(record: { table: string; row: Record<string, unknown>; later?: true }): string {
    const line = JSON.stringify(record);
    this.running.add(line);
    this.running.count(record);
    return line;
  }

  end(): string {
    return JSON.stringify({
      casebook_export_end: 1,
      counts: this.running.counts,
      sha256: this.running.digest(this.running.counts),
    });
  }
}

/**
 * What a file turned out to be. unsealed: written by an older Casebook, which sealed nothing; its counts agree.
 * `problem` says in a sentence or two what is missing or other than written.
 */
export type SealVerdict =
  | { state: "whole" }
  | { state: "unsealed" }
  | { state: "cut"; problem: string }
  | { state: "changed"; problem: string };

/** Reads a whole export before anything of it is imported. Hand over every line without its end, in order. */
export class SealCheck {
  private readonly running = new Running();
  private header: ExportHeader | null = null;
  private trailer: unknown = null;
  private after = 0;
  private number = 0;
  private unreadable: number | null = null;

  line(text: string): void {
    this.number += 1;
    if (text.trim() === "") return;
    if (this.trailer !== null) this.after += 1;
    else if (isTrailer(text)) this.trailer = readJson(text);
    else this.content(text);
  }

  private content(text: string): void {
    this.running.add(text);
    const value = readJson(text);
    if (this.header === null) {
      const header = exportHeaderSchema.safeParse(value);
      if (header.success) this.header = header.data;
      else this.unreadable ??= this.number;
      return;
    }
    const record = exportRecordSchema.safeParse(value);
    if (record.success) this.running.count(record.data);
    else this.unreadable ??= this.number;
  }

  verdict(): SealVerdict {
    const { header, running } = this;
    // Said by who reads the file, with its name.
    if (header === null) return { state: "unsealed" };
    if (header.casebook_export === UNSEALED_VERSION && this.trailer === null)
      return this.verdictByHeader(header);
    const trailer = exportTrailerSchema.safeParse(this.trailer);
    if (!trailer.success)
      return {
        state: "cut",
        problem: `It is cut off after line ${this.number}${this.ofUnreadable()}: its last line, which seals it, is not there. ${missingOf(header.counts, running.counts)}`,
      };
    const { counts, sha256: sealed } = trailer.data;
    if (this.after > 0)
      return { state: "changed", problem: `${this.after} lines follow the one that seals it.` };
    if (sealed === running.digest(counts)) return { state: "whole" };
    return {
      state: "changed",
      problem: `It was changed after it was written. ${differenceOf(counts, running.counts)}`,
    };
  }

  private verdictByHeader({ counts }: ExportHeader): SealVerdict {
    const missing = shortages(counts, this.running.counts);
    if (missing.length === 0 && this.unreadable === null) return { state: "unsealed" };
    return {
      state: "cut",
      problem: `It was written by an older Casebook, which did not seal it, and ends after line ${this.number}${this.ofUnreadable()}. ${missingOf(counts, this.running.counts)}`,
    };
  }

  private ofUnreadable(): string {
    if (this.unreadable === null) return "";
    return ` (line ${this.unreadable} is not whole)`;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const nameOf = (table: string) => table.replaceAll("_", " ");

function shortages(expected: Counts, found: Counts): string[] {
  return Object.entries(expected).flatMap(([table, count]) => {
    const lacking = count - (found[table] ?? 0);
    if (lacking > 0) return [`${lacking} of ${count} ${nameOf(table)}`];
    return [];
  });
}

function missingOf(expected: Counts, found: Counts): string {
  const missing = shortages(expected, found);
  if (missing.length === 0) return "No record is missing by its first line.";
  return `Missing: ${missing.join(", ")}.`;
}

function differenceOf(sealed: Counts, found: Counts): string {
  const added = shortages(found, sealed).map((text) => text.replace(/^(\d+) of \d+/, "$1"));
  const parts = [
    ...shortages(sealed, found).map((text) => `missing: ${text}`),
    ...added.map((text) => `added: ${text}`),
  ];
  if (parts.length === 0) return "Every record is there; the text of at least one is another.";
  return `${parts.join("; ")}.`;
}
