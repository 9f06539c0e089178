import type { z } from "zod";
import { AppError } from "@/lib/kernel/errors";

/**
 * Turns the strings of a query or a path into what the input's schema expects: numbers, booleans, lists, objects. What
 * does not look like its type is passed on as it is, so that the schema's own message names the field.
 */
export function coerceQuery(input: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const texts = query.getAll(name);
    // "constructor" is a name in every object's prototype, and no field.
    const field = Object.hasOwn(input.shape, name) ? input.shape[name] : undefined;
    values[name] = field ? coerceField(name, unwrap(field), texts) : texts[0];
  }
  return values;
}

type Def = { type: string; innerType?: z.ZodType; element?: z.ZodType; in?: z.ZodType };

/** The schema inside optional, nullable, default and pipe. */
function unwrap(schema: z.core.$ZodType): Def {
  const def = schema._zod.def as unknown as Def;
  if (def.innerType) return unwrap(def.innerType);
  if (def.type === "pipe" && def.in) return unwrap(def.in);
  return def;
}

function coerceField(name: string, def: Def, params: string[]): unknown {
  if (def.type === "array") {
    const element = def.element ? unwrap(def.element) : { type: "string" };
    return params.map((value) => coerceValue(element, value));
  }
  if (params.length > 1) {
    const detail = "is given more than once; it takes one value";
    throw new AppError("invalid_input", `/${name}: ${detail}`, { errors: [{ pointer: `/${name}`, detail }] });
  }
  return coerceValue(def, params[0] ?? "");
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

function coerceValue(def: Def, value: string): unknown {
  switch (def.type) {
    case "number":
    case "int":
      if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
      return value;
    case "boolean":
      return BOOLEANS.get(value) ?? value;
    case "object":
    case "record":
      return parseJson(value);
    default:
      return value;
  }
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
