/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Between the values of a list of words or numbers. */
const BETWEEN = "; ";

/** One line of RFC 4180, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

/** A table that was made elsewhere, with its head. */
export function csvTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [head, ...rows].map((row) => csvLine(row.map(toText))).join("");
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** A value as a cell has it. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return disarmed(value);
  if (isPlain(value)) return String(value);
  if (Array.isArray(value) && value.every(isPlain)) return disarmed(value.join(BETWEEN));
  return JSON.stringify(value);
}

/** Text that a spreadsheet would take for a formula gets an apostrophe in front: what is exported comes from outside. */
function disarmed(text: string): string {
  if (/^[=+\-@\t\r\n]/.test(text)) return `'${text}`;
  return text;
}

function quoted(cell: string): string {
  if (/[",\r\n]/.test(cell)) return `"${cell.replaceAll('"', '""')}"`;
  return cell;
}
