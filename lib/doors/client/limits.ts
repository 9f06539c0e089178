import { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";

/** What an input element may know of a field, in the names of its attributes. */
export type Limits = { required?: boolean; maxLength?: number; min?: number; max?: number };

/** What a schema says under its `optional`, `nullable` and `default`. */
function unwrapped(schema: unknown): { inner: unknown; isOptional: boolean } {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return { ...unwrapped(schema.unwrap()), isOptional: true };
  return { inner: schema, isOptional: false };
}

/** The schema at a path such as `citations.0.path`; undefined where the path leaves objects and arrays. */
function schemaAt(schema: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const { inner } = unwrapped(schema);
  if (inner instanceof z.ZodObject) return schemaAt(inner.shape[name], rest);
  if (inner instanceof z.ZodArray && /^\d+$/.test(name)) return schemaAt(inner.element, rest);
  return undefined;
}

/** The limits that a contract sets for a field of its input, so that no screen repeats them. */
export function limitsOf({ input }: Contract, path: string): Limits {
  const { inner, isOptional } = unwrapped(schemaAt(input, path.split(".")));
  const required = !isOptional;
  if (inner instanceof z.ZodNumber)
    return { required, ...finite("min", inner.minValue), ...finite("max", inner.maxValue) };
  if (inner instanceof z.ZodStringFormat) return { required, ...finite("maxLength", inner.maxLength) };
  if (inner instanceof z.ZodString)
    return {
      required: required && (inner.minLength ?? 0) > 0,
      ...finite("maxLength", inner.maxLength),
    };
  return {};
}

function finite(name: "min" | "max" | "maxLength", limit: number | null): Limits {
  if (limit === null || !Number.isFinite(limit)) return {};
  return { [name]: limit };
}
