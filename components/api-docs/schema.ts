import type { apiDocs } from "@/messages/compiled/api-docs";
import type { Translate } from "@/messages/message";
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

type Written = { t: Translate<typeof apiDocs>; document: ApiDocument; schema: Schema };

/** What a value is, in a few words: `string (date-time)`, `array of Memory`, `Citation or null`, `"asc" or "desc"`. */
export function typeOf({ t, document, schema }: Written): string {
  const name = nameOf(schema);
  const inWords = (part: Schema) => typeOf({ t, document, schema: part });
  if (name !== null) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return either(
      t,
      schema.enum.map((value) => JSON.stringify(value)),
    );
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return either(t, forms.map(inWords));
  if (schema.allOf)
    return either(
      t,
      schema.allOf.map((part) => nameOf(part) ?? "object"),
    );
  if (schema.type === "array") return schema.items ? t("array_of", { type: inWords(schema.items) }) : "array";
  if (Array.isArray(schema.type)) return either(t, schema.type);
  const { type = schema.properties ? "object" : t("anything") } = schema;
  if (typeof schema.format === "string") return `${type} (${schema.format})`;
  return String(type);
}

function either(t: Written["t"], words: readonly string[]): string {
  const [first = "", ...others] = new Set(words);
  return others.reduce((left, right) => t("either", { left, right }), first);
}

type Limit = (t: Written["t"], value: string) => string;

const LIMITS: Record<string, Limit> = {
  minLength: (t, value) => {
    if (value === "1") return t("not_empty");
    return t("min_length", { value });
  },
  maxLength: (t, value) => t("max_length", { value }),
  minimum: (t, value) => t("minimum", { value }),
  maximum: (t, value) => t("maximum", { value }),
  exclusiveMinimum: (t, value) => t("above", { value }),
  exclusiveMaximum: (t, value) => t("below", { value }),
  minItems: (t, value) => {
    if (value === "1") return t("not_empty");
    return t("min_items", { value });
  },
  maxItems: (t, value) => t("max_items", { value }),
  uniqueItems: (t) => t("unique_items"),
  multipleOf: (t, value) => t("multiple_of", { value }),
  pattern: (t, value) => t("pattern", { value }),
};

/** What else must hold of a value, and what it is when it is left out. */
export function limitsOf({ t, document, schema }: Written): string[] {
  const known = flatten(document, withoutNull(document, schema));
  const limits = Object.entries(LIMITS).flatMap(([keyword, say]) => {
    const value = schema[keyword] ?? known[keyword];
    // The widest whole number is what a schema says that means no limit.
    const endless = typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER;
    if (value === undefined || endless) return [];
    return [say(t, String(value))];
  });
  const usual = schema.default ?? known.default;
  if (usual === undefined) return limits;
  return [...limits, t("default_value", { value: JSON.stringify(usual) })];
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
