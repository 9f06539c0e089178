import { z } from "zod";
import { iso } from "./time";

type Row = Readonly<Record<string, unknown>>;
type Convert = (value: unknown) => unknown;

const asItIs: Convert = (value) => value;

/** The type of a field that may be missing, when it is there. */
function presentType(type: z.core.$ZodType): z.core.$ZodType {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional) return presentType(type.unwrap());
  return type;
}

/** `kind` and `id` of `source` are stored as `source_kind` and `source_id`. */
function partsOf(type: z.core.$ZodType): string[] | null {
  const present = presentType(type);
  if (!(present instanceof z.ZodObject)) return null;
  return Object.keys(present.shape);
}

/** The columns that hold what a schema describes, but for the fields that are read in another way. */
export function columnsOf(
  schema: z.ZodObject,
  { except = [] }: { except?: readonly string[] } = {},
): string[] {
  return Object.entries(schema.shape)
    .filter(([field]) => !except.includes(field))
    .flatMap(([field, type]) => partsOf(type)?.map((part) => `${field}_${part}`) ?? [field]);
}

/** The same columns, as Prisma selects them. */
export function selectOf(
  schema: z.ZodObject,
  { except = [] }: { except?: readonly string[] } = {},
): Record<string, true> {
  return Object.fromEntries(columnsOf(schema, { except }).map((name) => [name, true]));
}

function toMoment(value: unknown): unknown {
  if (typeof value === "string" || value instanceof Date) return iso(value);
  return value;
}

function converterOf(type: z.core.$ZodType): Convert | null {
  const present = presentType(type);
  if (present instanceof z.ZodISODateTime) return toMoment;
  if (present instanceof z.ZodArray) {
    const convert = converterOf(present.element);
    if (!convert) return null;
    return (value) => {
      if (!Array.isArray(value)) return value;
      return value.map(convert);
    };
  }
  if (!(present instanceof z.ZodObject)) return null;
  const gather = gathererOf(present);
  return (value) => {
    if (!isRow(value)) return value;
    return gather(value);
  };
}

const isRow = (value: unknown): value is Row =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** From a row, the fields of a schema: moments as text, and what is stored in parts put together. */
function gathererOf(schema: z.ZodObject): (row: Row) => Record<string, unknown> {
  const fields = Object.entries(schema.shape).map(([field, type]) => ({
    field,
    parts: partsOf(type),
    convert: converterOf(type) ?? asItIs,
  }));
  return (row) => {
    const gathered: Record<string, unknown> = {};
    for (const { field, parts, convert } of fields) {
      let value = row[field];
      if (parts !== null && !(field in row)) value = putTogether(row, field, parts);
      gathered[field] = convert(value);
    }
    return gathered;
  };
}

/** Null when the first part is: nobody decided, so nobody has a name. */
function putTogether(row: Row, field: string, parts: readonly string[]): Row | null {
  const together = Object.fromEntries(parts.map((part) => [part, row[`${field}_${part}`]]));
  const [first] = Object.values(together);
  if (first === null) return null;
  return together;
}

/**
 * Reads rows of the database as a schema describes them on the wire: a column is named once, in the schema.
 * @throws Error when a row is not what the schema says.
 */
export function rowReader<S extends z.ZodObject>(schema: S): (row: Row) => z.output<S> {
  const gather = gathererOf(schema);
  return (row) => {
    const read = schema.safeParse(gather(row));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new Error(
      `a row of the database is not what its schema says: ${issue?.path.join(".")}: ${issue?.message}`,
    );
  };
}
