import { z } from "zod";
import { jsonSchema } from "@/lib/kernel/text";
import { operations } from "@/lib/registry";
import { answerSchemas, requestSchemas } from "@/lib/schemas";

export type Json = Record<string, unknown>;
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Direction = "input" | "output";

const POINTER = "#/components/schemas/";

export const referenceTo = (name: string): JsonSchema => ({ $ref: `${POINTER}${name}` });

/** The schema of a field. One that says nothing takes every value. */
export function fieldOf({ properties }: JsonSchema, name: string): JsonSchema {
  const field = properties?.[name];
  if (typeof field === "object") return field;
  return {};
}

/** The name that a schema is nothing but a reference to. */
export const nameReferredTo = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === "string" ? $ref.slice(POINTER.length) : undefined;

/** By the operation's name what it takes and answers, and by their own names the schemas that these refer to. */
export type Schemas = {
  inputs: ReadonlyMap<string, JsonSchema>;
  outputs: ReadonlyMap<string, JsonSchema>;
  named: ReadonlyMap<string, JsonSchema>;
};

/** The JSON Schemas (2020-12) of all operations. What they take is as a caller writes it: a field with a default is optional. */
export function describeSchemas(): Schemas {
  const taken = convert({
    io: "input",
    names: { ...answerSchemas, ...requestSchemas },
    roots: operations.map(({ contract }) => [contract.name, contract.input]),
  });
  const answered = convert({
    io: "output",
    names: answerSchemas,
    roots: operations.map(({ contract }) => [contract.name, contract.output]),
  });
  const named = new Map([...reach(taken), ...reach(answered)]);
  for (const [name, schema] of reach(taken))
    if (JSON.stringify(schema) !== JSON.stringify(named.get(name)))
      throw new Error(
        `${name} is accepted in another shape than it is answered in: name the other shape as well`,
      );
  const outputs = namePages({ answers: answered.roots, named });
  return { inputs: taken.roots, outputs, named };
}

type Converted = { roots: Map<string, JsonSchema>; named: Map<string, JsonSchema> };

function convert({
  io,
  names,
  roots,
}: {
  io: Direction;
  names: Readonly<Record<string, z.ZodType>>;
  roots: readonly (readonly [string, z.ZodType])[];
}): Converted {
  const ids = new Map<z.ZodType, string>(Object.entries(names).map(([name, schema]) => [schema, name]));
  for (const [operation, schema] of roots) if (!ids.has(schema)) ids.set(schema, operation);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `${POINTER}${id}`,
    override: ({ zodSchema, jsonSchema }) => shorten(jsonSchema, zodSchema),
  });
  if ("__shared" in schemas)
    throw new Error("A schema refers to itself and has no name: give it one in lib/schemas.ts");
  const converted = new Map<string, JsonSchema>(
    Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [id, schema]),
  );
  const rootOf = (operation: string, schema: z.ZodType): JsonSchema => {
    const id = ids.get(schema) ?? operation;
    if (id in names) return referenceTo(id);
    return converted.get(id) ?? {};
  };
  return {
    roots: new Map(roots.map(([operation, schema]) => [operation, rootOf(operation, schema)])),
    named: new Map([...converted].filter(([id]) => id in names)),
  };
}

/** Formats whose pattern says nothing more. */
const FORMATS: ReadonlySet<unknown> = new Set(["uuid", "date-time", "date", "email"]);

/**
 * Leaves out what is said already by a format and what holds for every whole number, which would be half of the
 * document. Answers may get more fields with a new version, so they do not say that there are no others.
 */
function shorten(schema: JsonSchema, described: z.core.$ZodTypes): void {
  // A type that refers to itself through a list is refused by TypeScript in what generators write, and says no more.
  if (described === jsonSchema) {
    delete schema.anyOf;
    schema.description = "Any JSON value";
  }
  if (FORMATS.has(schema.format)) delete schema.pattern;
  if (schema.format === "uuid" && schema.description === "UUID") delete schema.description;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const { def } = described._zod;
  if (def.type === "object" && def.catchall === undefined) delete schema.additionalProperties;
}

/** The named schemas that the roots refer to, directly or through others. */
function reach({ roots, named }: Converted): Map<string, JsonSchema> {
  const reached = new Map<string, JsonSchema>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    for (const inner of Object.values(value)) visit(inner);
    const name = nameReferredTo({ ...value });
    const schema = name === undefined ? undefined : named.get(name);
    if (name === undefined || schema === undefined || reached.has(name)) return;
    reached.set(name, schema);
    visit(schema);
  };
  for (const root of roots.values()) visit(root);
  return reached;
}

/** The answers, where a page of rows that have a name is named after them, and is added to what is named. */
function namePages({
  answers,
  named,
}: {
  answers: ReadonlyMap<string, JsonSchema>;
  named: Map<string, JsonSchema>;
}): Map<string, JsonSchema> {
  const shorten = (schema: JsonSchema): JsonSchema => {
    const row = rowOfPage(schema);
    if (row === undefined) return schema;
    const name = `${row}Page`;
    const known = named.get(name) ?? schema;
    if (JSON.stringify(known) !== JSON.stringify(schema)) return schema;
    named.set(name, schema);
    return referenceTo(name);
  };
  return new Map([...answers].map(([operation, schema]) => [operation, shorten(schema)]));
}

const PAGE_FIELDS = ["items", "next_cursor", "total"];

/** The name of the rows of a page, unless it is no page, has more fields than one, or its rows have no name. */
function rowOfPage(schema: JsonSchema): string | undefined {
  const fields = Object.keys(schema.properties ?? {});
  const { items } = fieldOf(schema, "items");
  const isPage = fields.toSorted().join() === PAGE_FIELDS.join();
  if (isPage && typeof items === "object" && !Array.isArray(items)) return nameReferredTo(items);
  return undefined;
}
