import { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";

/** Shorter ones are names and identifiers, which are compared as they are. */
const MIN_PROSE = 201;
/** Values of any shape refer to themselves. */
const MAX_DEPTH = 5;

/** A field of an input that takes text that is not of a list, a format or a pattern: `items[].reason`. */
export type InputText = { path: string; is_prose: boolean };

type Json = Record<string, unknown>;
const asObject = (value: unknown): Json => ({ ...Object(value) });
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The free texts of an operation's input, each once, in the order of its schema. */
export function inputTexts({ input }: Contract): InputText[] {
  const root = asObject(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }));
  const found = new Map<string, InputText>();
  for (const { path, is_prose } of textsIn(root, "", asObject(root.$defs)))
    found.set(path, { path, is_prose: is_prose || found.get(path)?.is_prose === true });
  return [...found.values()];
}

function textsIn(value: unknown, path: string, definitions: Json): InputText[] {
  const schema = asObject(value);
  if (path.split(/[.[{]/).length > MAX_DEPTH) return [];
  const inside = insideOf(schema, path, definitions).flatMap(([inner, at]) =>
    textsIn(inner, at, definitions),
  );
  if (!isFreeText(schema)) return inside;
  const { maxLength } = schema;
  return [{ path, is_prose: typeof maxLength !== "number" || maxLength >= MIN_PROSE }, ...inside];
}

/** The schemas directly inside of one, each with its path. */
function insideOf(schema: Json, path: string, definitions: Json): (readonly [unknown, string])[] {
  const { $ref, properties, items, additionalProperties } = schema;
  if (typeof $ref === "string") return [[definitions[$ref.replace("#/$defs/", "")], path]];
  const ways = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(listOf);
  const dot = path === "" ? "" : ".";
  return [
    ...ways.map((way) => [way, path] as const),
    ...Object.entries(asObject(properties)).map(([name, inner]) => [inner, `${path}${dot}${name}`] as const),
    [items, `${path}[]`],
    [additionalProperties, `${path}{}`],
  ];
}

function isFreeText({ type, enum: words, const: word, format, pattern }: Json): boolean {
  return type === "string" && [words, word, format, pattern].every((limit) => limit === undefined);
}
