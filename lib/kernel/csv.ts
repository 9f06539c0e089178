import { z } from "zod";

/** One column of a file: its head, and what a row has in it. */
type CsvColumn = { name: string; cell: (row: unknown) => string };

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Between the values of a list of words or numbers. */
const BETWEEN = "; ";

/**
 * The columns of rows that a schema describes, in its order:
 * - a field of an object inside is a column of its own, `actor.name`;
 * - a list of words or numbers is one column, its values with "; " between them;
 * - a list of objects, and what has no fixed fields, is JSON in one column;
 * - where several kinds of objects may stand, the columns are those of all of them.
 */
export function csvColumns(schema: z.core.$ZodType): CsvColumn[] {
  return namesOf(schema, []).map((path) => ({
    name: path.join("."),
    cell: (row) => toText(valueAt(row, path)),
  }));
}

/** One line of RFC 4180, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

/** A row as a line of the file whose head are these columns. */
export function csvRow(columns: readonly CsvColumn[], row: unknown): string {
  return csvLine(columns.map(({ cell }) => cell(row)));
}

/** A table that was made elsewhere, with its head. */
export function csvTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [head, ...rows].map((row) => csvLine(row.map(toText))).join("");
}

type Path = readonly string[];

function namesOf(schema: z.core.$ZodType, path: Path): Path[] {
  const shapes = objectsIn(schema, new Set());
  if (shapes === null || shapes.length === 0) return [path];
  const names = new Map<string, Path>();
  for (const shape of shapes)
    for (const [field, inner] of Object.entries(shape))
      for (const name of namesOf(inner, [...path, field])) names.set(name.join("."), name);
  return [...names.values()];
}

/** The fields of the objects that a schema allows; null where it allows something else, or no end of objects. */
function objectsIn(
  schema: z.core.$ZodType,
  seen: ReadonlySet<z.core.$ZodType>,
): Readonly<Record<string, z.core.$ZodType>>[] | null {
  if (seen.has(schema)) return null;
  const inside = new Set([...seen, schema]);
  if (schema instanceof z.ZodObject) return [schema.shape];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return objectsIn(schema.unwrap(), inside);
  if (schema instanceof z.ZodPipe) return objectsIn(schema.out, inside);
  if (!(schema instanceof z.ZodUnion)) return null;
  const options = schema.options.map((option) => objectsIn(option, inside));
  if (options.includes(null)) return null;
  return options.flatMap((option) => option ?? []);
}

function valueAt(row: unknown, path: Path): unknown {
  let value = row;
  for (const field of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, field)) return null;
    value = Reflect.get(value, field);
  }
  return value;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function toText(value: unknown): string {
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
