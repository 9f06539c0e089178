import type { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";
import { isOutlined } from "./outline";

/** What an input element may know of a field, in the names of its attributes. */
export type Limits = { required?: boolean; maxLength?: number; min?: number; max?: number };

type Wrapper = z.ZodOptional<z.ZodType> | z.ZodNullable<z.ZodType> | z.ZodDefault<z.ZodType>;

// A schema says what it is: to ask for its class would bring zod into every page.
function typeOf(schema: unknown): unknown {
  if (schema === null || typeof schema !== "object" || !("type" in schema)) return undefined;
  return schema.type;
}
const isWrapper = (schema: unknown): schema is Wrapper =>
  ["optional", "nullable", "default"].some((type) => type === typeOf(schema));
const isObject = (schema: unknown): schema is z.ZodObject => typeOf(schema) === "object";
const isArray = (schema: unknown): schema is z.ZodArray => typeOf(schema) === "array";
const isNumber = (schema: unknown): schema is z.ZodNumber => typeOf(schema) === "number";
const isString = (schema: unknown): schema is z.ZodString => typeOf(schema) === "string";

/** What a schema says under its `optional`, `nullable` and `default`. */
function unwrapped(schema: unknown): { inner: unknown; isOptional: boolean } {
  if (isWrapper(schema)) return { ...unwrapped(schema.unwrap()), isOptional: true };
  return { inner: schema, isOptional: false };
}

/** The schema at a path such as `citations.0.path`; undefined where the path leaves objects and arrays. */
function schemaAt(schema: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const { inner } = unwrapped(schema);
  if (isObject(inner)) return schemaAt(inner.shape[name], rest);
  if (isArray(inner) && /^\d+$/.test(name)) return schemaAt(inner.element, rest);
  return undefined;
}

/** The limits that a contract sets for a field of its input, so that no screen repeats them. */
export function limitsOf(contract: Contract, path: string): Limits {
  if (isOutlined(contract)) return contract.limits[path.replaceAll(/\.\d+(?=\.|$)/g, ".*")] ?? {};
  const { inner, isOptional } = unwrapped(schemaAt(contract.input, path.split(".")));
  const required = !isOptional;
  if (isNumber(inner))
    return { required, ...finite("min", inner.minValue), ...finite("max", inner.maxValue) };
  if (!isString(inner)) return {};
  // A format, such as that of an e-mail address, accepts no empty text.
  const isFilled = "format" in inner.def || (inner.minLength ?? 0) > 0;
  return { required: required && isFilled, ...finite("maxLength", inner.maxLength) };
}

function finite(name: "min" | "max" | "maxLength", limit: number | null): Limits {
  if (limit === null || !Number.isFinite(limit)) return {};
  return { [name]: limit };
}
