type Json = Record<string, unknown>;

/**
 * What is left out of a tool's schema: a value that breaks one of these is answered with the field and the remedy, and
 * a model need not read them with every request.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "additionalProperties",
  "pattern",
  "propertyNames",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "$schema",
]);

const DEFINITIONS = "$defs";
const POINTER = `#/${DEFINITIONS}/`;

/** A definition shorter than this is written where it is used: a reference is as long. Characters of JSON. */
const MIN_DEFINITION = 120;

/**
 * A JSON Schema in fewer words, because models read it: without bounds of texts, without the fields in `unlisted`, null
 * as a second type, and what is used more than once as one definition.
 */
export function shortSchema(schema: Json, { unlisted }: { unlisted: readonly string[] }): Json {
  const hidden = new Set(unlisted);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.has(name));
  const short = shorten({ ...schema, properties: Object.fromEntries(properties) });
  const { [DEFINITIONS]: definitions, ...root } = short;
  return withDefinitions({ root, definitions: { ...Object(definitions) } });
}

function shorten(schema: Json): Json {
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (LEFT_OUT.has(key) || isUnbounded(key, value) || isEmptyDefault(key, value)) return [];
    if (key === "format" && value === "uuid") return [];
    if (key === "properties" || key === DEFINITIONS) return [[key, mapValues(Object(value), shortenAny)]];
    return [[key, shortenAny(value)]];
  });
  return orNull(Object.fromEntries(kept));
}

function shortenAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortenAny);
  if (value !== null && typeof value === "object") return shorten({ ...value });
  return value;
}

const mapValues = (object: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** The bounds that every whole number has. */
const isUnbounded = (key: string, value: unknown) =>
  (key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;

const isEmptyDefault = (key: string, value: unknown) =>
  key === "default" && (value === false || JSON.stringify(value) === "[]" || JSON.stringify(value) === "{}");

/** "One of these: this, or null" as one schema of two types. */
function orNull({ anyOf, ...rest }: Json): Json {
  if (anyOf === undefined) return rest;
  const [schema, nothing, ...more]: Json[] = Array.isArray(anyOf) ? anyOf : [];
  const isPlain = more.length === 0 && nothing?.type === "null" && typeof schema?.type === "string";
  if (!schema || !isPlain || "const" in schema) return { anyOf, ...rest };
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, ...rest, type: [schema.type, "null"] };
}

/** Writes short definitions, and those used once, where they are used, and names the others in their order. */
function withDefinitions({ root, definitions }: { root: Json; definitions: Json }): Json {
  const uses = countUses(root, definitions);
  const names = new Map<string, string>();
  const kept: Json = {};
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== "object") return value;
    const { $ref, ...rest }: Json = { ...value };
    const name = typeof $ref === "string" ? $ref.slice(POINTER.length) : undefined;
    if (name === undefined) return mapValues({ ...value }, resolve);
    const definition = resolve(definitions[name]);
    const isShort = JSON.stringify(definition).length < MIN_DEFINITION;
    if (isShort || (uses.get(name) ?? 0) < 2) return { ...Object(definition), ...rest };
    const short = names.get(name) ?? `d${names.size + 1}`;
    names.set(name, short);
    kept[short] = definition;
    return { $ref: `${POINTER}${short}`, ...rest };
  };
  const written: Json = { ...Object(resolve(root)) };
  if (names.size === 0) return written;
  return { ...written, [DEFINITIONS]: kept };
}

/** How often each definition is used by what is reached from the root. */
function countUses(root: Json, definitions: Json): Map<string, number> {
  const uses = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "$ref" || typeof inner !== "string") {
        visit(inner);
        continue;
      }
      const name = inner.slice(POINTER.length);
      const count = (uses.get(name) ?? 0) + 1;
      uses.set(name, count);
      if (count === 1) visit(definitions[name]);
    }
  };
  visit(root);
  return uses;
}
