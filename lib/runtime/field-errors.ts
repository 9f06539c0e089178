import { closest, distance } from "fastest-levenshtein";
import { z } from "zod";
import type { FieldError } from "@/lib/kernel/errors";
import { takenBy, wrongInWords } from "@/lib/kernel/issue-words";

const MAX_FIELD_ERRORS = 50;

/** What a refused input has wrong, a sentence for each field, with the field that was probably meant. */
export function fieldErrorsOf(
  error: z.core.$ZodError,
  { schema, input }: { schema: z.ZodObject; input: unknown },
): FieldError[] {
  return error.issues.flatMap((issue) => toFieldErrors(issue, { schema, input }));
}

function toFieldErrors(
  issue: z.core.$ZodIssue,
  { schema, input }: { schema: z.ZodObject; input: unknown },
): FieldError[] {
  const pointer = pointerOf(issue.path);
  const at = schemaAt(schema, issue.path);
  if (issue.code === "unrecognized_keys") {
    const fields = Object.keys(shapeOf(at) ?? {});
    return issue.keys.slice(0, MAX_FIELD_ERRORS).map((key) => ({
      pointer: `${pointer}${pointerOf([key])}`,
      detail: `is not a field of this operation; ${advice(key, fields) ?? "remove it"}`,
    }));
  }
  const value = valueAt(input, issue.path);
  if (value === undefined && issue.code !== "custom") return [{ pointer, detail: missing(at, issue) }];
  return [{ pointer, detail: wrong(issue, { value, schema: at }) }];
}

/** A path as RFC 6901 writes it. */
const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

function missing(schema: z.core.$ZodType | null, issue: z.core.$ZodIssue): string {
  const description = schema === null ? undefined : z.globalRegistry.get(schema)?.description;
  const takes = takenBy(issue);
  return [`is missing${takes === null ? "" : `; it takes ${takes}`}`, description]
    .filter((part) => part !== undefined)
    .join(": ");
}

function wrong(
  issue: z.core.$ZodIssue,
  { value, schema }: { value: unknown; schema: z.core.$ZodType | null },
): string {
  const words = wrongInWords(issue);
  if (issue.code === "invalid_value" && typeof value === "string")
    return [words, advice(value, issue.values.map(String))].filter((part) => part !== null).join("; ");
  const needed = issue.code === "invalid_type" ? neededBy(schema) : [];
  return needed.length === 0 ? words : `${words} with ${needed.join(", ")}`;
}

/** The fields that an object cannot do without. */
const neededBy = (schema: z.core.$ZodType | null): string[] =>
  Object.entries(shapeOf(schema) ?? {}).flatMap(([name, field]) =>
    field._zod.optin === "optional" ? [] : [name],
  );

/** "did you mean …?" when one of these names is only a few letters away, or null. */
function advice(name: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const nearest = closest(name.toLowerCase(), [...names]);
  const isNear = distance(name.toLowerCase(), nearest) <= Math.ceil(nearest.length / 3);
  if (isNear) return `did you mean ${nearest}?`;
  return null;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (value !== null && typeof value === "object") return Reflect.get(value, part);
    return undefined;
  }, input);
}

type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
};

/** The schema inside optional, nullable, default and pipe; of what is rewritten before it is read, that which reads it. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType, in: before, out }: Def = schema._zod.def;
  const piped = before?._zod.def.type === "transform" ? out : before;
  const inner = innerType ?? piped;
  if (inner) return unwrap(inner);
  return schema;
}

const shapeOf = (schema: z.core.$ZodType | null): Def["shape"] => {
  const def: Def | undefined = schema === null ? undefined : unwrap(schema)._zod.def;
  return def?.shape;
};

/** The schema of the field at a path, as it was written with its description; null where that is unknown. */
function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | null {
  return path.reduce<z.core.$ZodType | null>((outer, part) => {
    if (outer === null) return null;
    const def: Def = unwrap(outer)._zod.def;
    if (def.shape) return def.shape[String(part)] ?? null;
    return def.element ?? def.valueType ?? null;
  }, schema);
}
