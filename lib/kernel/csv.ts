import { z } from "zod";
import { csvLine, toText } from "./csv-lines";

export { BYTE_ORDER_MARK, csvLine, csvTable } from "./csv-lines";

/** One column of a file: its head, and what a row has in it. */
type CsvColumn = { name: string; cell: (row: unknown) => string };

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

/** A row as a line of the file whose head are these columns. */
export function csvRow(columns: readonly CsvColumn[], row: unknown): string {
  return csvLine(columns.map(({ cell }) => cell(row)));
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
