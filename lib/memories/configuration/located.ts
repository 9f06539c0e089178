/** Lines of a file, counted from 1. */
export type Lines = { line_start: number; line_end: number };

/**
 * A value of a configuration file with the lines it stands on, whatever language the file is written in. `unread` is
 * code that would have to be run to know its value.
 */
export type Located = Lines &
  (
    | { kind: "scalar"; value: string | number | boolean | null }
    | { kind: "list"; items: Located[] }
    | { kind: "map"; entries: Map<string, Located> }
    | { kind: "unread"; text: string }
  );

/** A file that could not be read as what it is, with the line where that ended, if it is known. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";

  constructor(
    readonly why: string,
    readonly line: number | null = null,
  ) {
    super(why);
  }
}

/** As many characters as the largest file has. */
const MAX_REPEATED = 512_000;

/**
 * How much of one file's text is read again through names and aliases: those within what they name would
 * never end, and each level of others multiplies the one below.
 */
export class Repeats {
  private left = MAX_REPEATED;

  /** Counts so many characters. @returns whether they may be read again. */
  take(characters: number): boolean {
    if (characters > this.left) return false;
    this.left -= characters;
    return true;
  }
}

/** Which line an offset of a text is on. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** What stands below names, one within the other; undefined when nothing does. */
export function below(located: Located | undefined, ...names: string[]): Located | undefined {
  return names.reduce<Located | undefined>((at, name) => {
    if (at?.kind !== "map") return undefined;
    return at.entries.get(name);
  }, located);
}

/** The first of several names, for a setting that has had more than one. */
export function firstBelow(located: Located | undefined, names: readonly string[]): Located | undefined {
  for (const name of names) {
    const found = below(located, name);
    if (found) return found;
  }
  return undefined;
}

export function scalarOf(located: Located | undefined): string | number | boolean | null | undefined {
  if (located?.kind === "scalar") return located.value;
  return undefined;
}

export function stringOf(located: Located | undefined): string | undefined {
  const value = scalarOf(located);
  if (typeof value === "string") return value;
  return undefined;
}

/** Whole numbers of any use as a setting, written as numbers or as digits. */
export function countOf(located: Located | undefined): number | undefined {
  const value = scalarOf(located);
  const number = typeof value === "string" && /^\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number > 0 && number < 1_000_000)
    return number;
  return undefined;
}

/** Also as the text that INI files have. */
export function booleanOf(located: Located | undefined): boolean | undefined {
  const value = scalarOf(located);
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^(?:true|yes|on|1)$/i.test(value)) return true;
  if (/^(?:false|no|off|0)$/i.test(value)) return false;
  return undefined;
}

/** The entries of a list; a single value is a list of one. */
export function itemsOf(located: Located | undefined): Located[] {
  if (located === undefined) return [];
  if (located.kind === "list") return located.items;
  return [located];
}

/** The texts of a list, or the only one. */
export function stringsOf(located: Located | undefined): string[] {
  return itemsOf(located).flatMap((item) => stringOf(item) ?? []);
}

/** The same where a single text separates several by commas or white space, as INI files do. */
export function wordsOf(located: Located | undefined): string[] {
  if (located?.kind === "list") return stringsOf(located);
  return stringsOf(located).flatMap((text) => text.split(/[\s,]+/).filter((part) => part !== ""));
}

export function entriesOf(located: Located | undefined): [string, Located][] {
  if (located?.kind === "map") return [...located.entries];
  return [];
}
