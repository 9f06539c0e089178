import { type Json, type JsonSchema, referenceTo } from "./schemas";

type Named = ReadonlyMap<string, JsonSchema>;

/** Fewer fields in common are a coincidence. */
const MIN_FIELDS = 4;

/**
 * An answer in which every object that has all fields of a named schema, and at most as many more, is written as that
 * schema and its own fields: `FindingDetail` as a `Finding` and the rest. Clients made from it get the same types.
 */
export function withExtensions(schema: JsonSchema, named: Named): JsonSchema {
  return Object.fromEntries(
    Object.entries(extend(schema, named)).map(([key, value]) => [key, extendInside(value, named)]),
  );
}

function extendInside(value: unknown, named: Named): unknown {
  if (Array.isArray(value)) return value.map((item) => extendInside(item, named));
  if (value !== null && typeof value === "object") return withExtensions({ ...value }, named);
  return value;
}

function extend(schema: JsonSchema, named: Named): JsonSchema {
  const name = baseOf(schema, named);
  if (name === undefined) return schema;
  const base = named.get(name)?.properties ?? {};
  const { type, properties = {}, required = [], ...rest } = schema;
  const added: Json = {
    type,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !(field in base))),
    required: required.filter((field) => !(field in base)),
  };
  return { ...rest, allOf: [referenceTo(name), added] };
}

/** The name of the schema with most fields that the object extends. */
function baseOf({ type, properties = {}, required = [] }: JsonSchema, named: Named): string | undefined {
  const total = Object.keys(properties).length;
  if (type !== "object" || total <= MIN_FIELDS) return undefined;
  const demanded = new Set(required);
  const bases = [...named].filter(([, base]) => {
    const fields = Object.entries(base.properties ?? {});
    if (fields.length < MIN_FIELDS || fields.length >= total || fields.length * 2 < total) return false;
    if (base.additionalProperties === false) return false;
    const always = new Set(base.required);
    return fields.every(
      ([field, schema]) =>
        JSON.stringify(properties[field]) === JSON.stringify(schema) &&
        always.has(field) === demanded.has(field),
    );
  });
  return bases.toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a))[0]?.[0];
}

const sizeOf = ({ properties = {} }: JsonSchema): number => Object.keys(properties).length;
