/** The parts of an OpenAPI 3.1 document that the API page shows. What a document says beyond them is passed over. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  [keyword: string]: unknown;
};

type Reference = { $ref: string };
type Content = Record<string, { schema?: Schema }>;
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
export type Body = { description?: string; required?: boolean; content?: Content };
export type Response = { description?: string; content?: Content };

export type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: Body | Reference;
  responses?: Record<string, Response | Reference>;
  /** A call that works, without the path's parameters, where what is required alone would not. */
  "x-example"?: Record<string, unknown>;
};

export type ApiDocument = {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, unknown>>;
  components?: Record<string, Record<string, unknown>>;
};

/** An operation with its address, and the tag under which it is listed. */
export type Entry = Operation & { id: string; method: string; path: string; tag: string };

/** Under which an operation without a tag is listed. */
export const UNTAGGED = "other";

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];

/** Every operation in the order of the document. */
export function entriesOf(document: ApiDocument): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      if (!isOperation(operation)) return [];
      const { operationId, tags = [] } = operation;
      return [
        { ...operation, id: operationId, method: method.toUpperCase(), path, tag: tags[0] ?? UNTAGGED },
      ];
    }),
  );
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "operationId" in value;
}

/** Entries by tag, the tags in the order in which the document names them. */
export function groupByTag(
  document: ApiDocument,
  entries: readonly Entry[],
): { tag: string; entries: Entry[] }[] {
  const named = (document.tags ?? []).map(({ name }) => name);
  const tags = [...new Set([...named, ...entries.map(({ tag }) => tag)])];
  return tags
    .map((tag) => ({ tag, entries: entries.filter((entry) => entry.tag === tag) }))
    .filter((group) => group.entries.length > 0);
}

/** Whether every word of a search is in the operation's name, address or summary. */
export function matches(entry: Entry, search: string): boolean {
  const text = `${entry.id} ${entry.method} ${entry.path} ${entry.summary ?? ""} ${entry.tag}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * What a JSON pointer within the document leads to, through references that lead to references; the value itself where it
 * refers to nothing. Null for a reference that leads nowhere or round in a circle.
 */
export function resolve<T extends object>(document: ApiDocument, value: T | Reference): T | null {
  const passed = new Set<string>();
  let current: unknown = value;
  while (isReference(current)) {
    if (passed.has(current.$ref) || !current.$ref.startsWith("#/")) return null;
    passed.add(current.$ref);
    current = follow(document, current.$ref);
  }
  if (!isObject<T>(current)) return null;
  return current;
}

const isObject = <T extends object>(value: unknown): value is T =>
  typeof value === "object" && value !== null;

function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "$ref" in value && typeof value.$ref === "string";
}

function follow(document: ApiDocument, reference: string): unknown {
  let at: unknown = document;
  for (const part of reference.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject<Record<string, unknown>>(at) ? at[key] : undefined;
  }
  return at;
}

/** The last part of a reference, which is the name of what it leads to: `Memory` of `#/components/schemas/Memory`. */
export function nameOf(schema: Schema): string | null {
  return schema.$ref?.split("/").at(-1) ?? null;
}
