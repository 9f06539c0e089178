import { type ApiDocument, nameOf, resolve, type Schema } from "./document";

const EXAMPLE_DEPTH = 4;

/** One field of an object, as a line of the page. */
export type Field = { name: string; schema: Schema; required: boolean };

/**
 * A schema without its reference, its parts that must all hold put together, and without `null` beside the one thing that
 * it can be. What the reference says beside itself, such as a description of its own, comes before what it leads to.
 */
export function flatten(document: ApiDocument, schema: Schema): Schema {
  const { $ref, ...beside } = schema;
  const target = $ref === undefined ? schema : { ...(resolve<Schema>(document, { $ref }) ?? {}), ...beside };
  const { allOf = [], ...rest } = target;
  return allOf.map((part) => flatten(document, part)).reduce(merge, rest);
}

function merge(left: Schema, right: Schema): Schema {
  const merged = { ...right, ...left };
  if (left.properties && right.properties) merged.properties = { ...left.properties, ...right.properties };
  if (left.required && right.required) merged.required = [...left.required, ...right.required];
  return merged;
}

/** The fields of an object, or of what an array holds; those that are required first. Empty for anything else. */
export function fieldsOf(document: ApiDocument, schema: Schema): Field[] {
  const { properties = {}, required = [], items, type } = flatten(document, schema);
  if (type === "array" && items) return fieldsOf(document, items);
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

/** The forms of which a value has one, without null. Empty where there is one form only. */
export function variantsOf(document: ApiDocument, schema: Schema): Schema[] {
  const { anyOf, oneOf, items, type } = flatten(document, schema);
  if (type === "array" && items) return variantsOf(document, items);
  const forms = (anyOf ?? oneOf ?? []).filter(({ type: kind }) => kind !== "null");
  if (forms.length > 1) return forms;
  return [];
}

/** What a schema with null beside one form is; the schema itself otherwise. */
export function withoutNull(document: ApiDocument, schema: Schema): Schema {
  const { anyOf, oneOf } = flatten(document, schema);
  const forms = (anyOf ?? oneOf ?? []).filter(({ type }) => type !== "null");
  const [form] = forms;
  if (forms.length === 1 && form) return form;
  return schema;
}

/** What a value is, in a few words: `string (date-time)`, `array of Memory`, `Citation or null`, `"asc" or "desc"`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  const name = nameOf(schema);
  if (name !== null) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)));
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return either(forms.map((form) => typeOf(document, form)));
  if (schema.allOf) return either(schema.allOf.map((part) => nameOf(part) ?? "object"));
  if (schema.type === "array") return schema.items ? `array of ${typeOf(document, schema.items)}` : "array";
  if (Array.isArray(schema.type)) return either(schema.type);
  const { type = schema.properties ? "object" : "anything" } = schema;
  if (typeof schema.format === "string") return `${type} (${schema.format})`;
  return String(type);
}

const either = (words: string[]) => [...new Set(words)].join(" or ");

const LIMITS: Record<string, (value: unknown) => string> = {
  minLength: (value) => {
    if (value === 1) return "not empty";
    return `at least ${value} characters`;
  },
  maxLength: (value) => `at most ${value} characters`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  minItems: (value) => {
    if (value === 1) return "not empty";
    return `at least ${value} items`;
  },
  maxItems: (value) => `at most ${value} items`,
  uniqueItems: () => "unique items",
  multipleOf: (value) => `a multiple of ${value}`,
  pattern: (value) => `matches ${value}`,
  default: (value) => `default ${JSON.stringify(value)}`,
};

/** What else must hold of a value, and what it is when it is left out. */
export function limitsOf(document: ApiDocument, schema: Schema): string[] {
  const known = flatten(document, withoutNull(document, schema));
  return Object.entries(LIMITS).flatMap(([keyword, say]) => {
    const value = schema[keyword] ?? known[keyword];
    // The widest whole number is what a schema says that means no limit.
    const endless = typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER;
    if (value === undefined || endless) return [];
    return [say(value)];
  });
}

/** A value that the schema may take, with the fields that must be there, for the reader to change. */
export function exampleOf(document: ApiDocument, schema: Schema, depth = 0): unknown {
  const known = flatten(document, withoutNull(document, schema));
  const named = [known.const, known.examples?.[0], known.default, known.enum?.[0]];
  const value = named.find((each) => each !== undefined);
  if (value !== undefined) return value;
  const [form] = variantsOf(document, known);
  if (form) return exampleOf(document, form, depth + 1);
  const type = Array.isArray(known.type) ? known.type[0] : known.type;
  if (type === "object" || known.properties) {
    const fields = fieldsOf(document, known).filter(({ required }) => required && depth < EXAMPLE_DEPTH);
    return Object.fromEntries(
      fields.map((field) => [field.name, exampleOf(document, field.schema, depth + 1)]),
    );
  }
  if (type === "array") {
    const needed = typeof known.minItems === "number" && known.minItems > 0 && known.items;
    if (needed) return [exampleOf(document, needed, depth + 1)];
    return [];
  }
  if (type === "integer" || type === "number")
    return typeof known.minimum === "number" ? Math.max(known.minimum, 1) : 1;
  if (type === "boolean") return true;
  if (known.format === "uuid") return "00000000-0000-7000-8000-000000000000";
  if (known.format === "date-time") return "2026-01-31T12:00:00.000Z";
  return "…";
}
