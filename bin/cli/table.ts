import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** A style applied when colours are wanted, and left out when not. */
export type Paint = (style: Style, text: string) => string;

export const paintOf =
  (colors: boolean): Paint =>
  (style, text) => {
    if (colors) return styleText(style, text, { validateStream: false });
    return text;
  };

export type Column<T> = {
  title: string;
  value: (row: T) => string | number | null;
  align?: "left" | "right";
  style?: (row: T) => Style | null;
  /** Gives way when the table is wider than the terminal. */
  flexible?: true;
};

/** The narrowest that a column which gives way becomes. */
const NARROWEST = 8;
const GAP = "  ";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const WIDE =
  /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;
/** Controls, and marks that turn the direction of text: of a memory they would reach the terminal as commands. */
const UNPRINTABLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text from a server as one line that a terminal shows and does not obey. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(UNPRINTABLE, "").trim();
}

/** As `oneLine`, keeping the lines. */
export function plain(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.replaceAll("\t", "  ").replace(UNPRINTABLE, ""))
    .join("\n");
}

function widthOfSign(sign: string): number {
  if (WIDE.test(sign)) return 2;
  return 1;
}

/** Columns of a terminal that a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfSign(segment);
  return width;
}

/** A text in at most so many columns, cut with … */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const own = widthOfSign(segment);
    if (used + own > width - 1) break;
    kept += segment;
    used += own;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * Rows as an aligned table no wider than `width` columns: columns that are `flexible` give way, the widest first. A row's
 * last column is not padded.
 */
export function formatTable<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  { width, paint }: { width: number; paint: Paint },
): string {
  const cells = rows.map((row) => columns.map(({ value }) => oneLine(String(value(row) ?? "–"))));
  const widths = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ""))),
  );
  narrow(widths, columns, width);
  const line = (texts: readonly string[], style: (at: number) => Style | null) =>
    texts
      .map((text, at) => {
        const space = widths[at] ?? 0;
        const fitting = cut(text, space);
        const padding = " ".repeat(Math.max(0, space - widthOf(fitting)));
        const painted = paintWith(paint, style(at), fitting);
        if (columns[at]?.align === "right") return `${padding}${painted}`;
        if (at === texts.length - 1) return painted;
        return `${painted}${padding}`;
      })
      .join(GAP)
      .trimEnd();
  const head = line(
    columns.map(({ title }) => title),
    () => "dim",
  );
  const body = rows.map((row, index) => line(cells[index] ?? [], (at) => columns[at]?.style?.(row) ?? null));
  return [head, ...body].join("\n");
}

const paintWith = (paint: Paint, style: Style | null, text: string) => {
  if (style === null) return text;
  return paint(style, text);
};

function narrow(widths: number[], columns: readonly { flexible?: true }[], width: number): void {
  const total = () => widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1);
  for (let over = total() - width; over > 0; over = total() - width) {
    const flexible = columns.flatMap(({ flexible: gives }, at) => {
      if (gives && (widths[at] ?? 0) > NARROWEST) return [at];
      return [];
    });
    const widest = flexible.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
    if (widest === undefined) return;
    const next = Math.max(NARROWEST, ...flexible.filter((at) => at !== widest).map((at) => widths[at] ?? 0));
    const own = widths[widest] ?? 0;
    // Down to the next widest at once, then together by ones.
    widths[widest] = Math.max(NARROWEST, own - Math.max(1, Math.min(over, own - next)));
  }
}

/** Names and values below each other, the values aligned. */
export function formatPairs(
  pairs: readonly (readonly [name: string, value: string | number | null])[],
  paint: Paint,
): string {
  const width = Math.max(...pairs.map(([name]) => widthOf(name)));
  return pairs
    .flatMap(([name, value]) => {
      const lines = plain(String(value ?? "–")).split("\n");
      const padded = `${paint("dim", name)}${" ".repeat(width - widthOf(name))}${GAP}`;
      return [`${padded}${lines[0]}`, ...lines.slice(1).map((line) => `${" ".repeat(width)}${GAP}${line}`)];
    })
    .join("\n");
}
