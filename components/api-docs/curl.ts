import { type ApiDocument, type Body, type Entry, type Parameter, resolve, type Schema } from "./document";
import { exampleOf, fieldsOf } from "./schema";

/** Parameters of an operation without references. */
export function parametersOf(document: ApiDocument, entry: Entry): Parameter[] {
  return (entry.parameters ?? []).flatMap((parameter) => resolve<Parameter>(document, parameter) ?? []);
}

/** The JSON that an operation takes; null where it takes none, or nothing is in it. */
export function bodyOf(document: ApiDocument, entry: Entry): Schema | null {
  const body = entry.requestBody ? resolve<Body>(document, entry.requestBody) : null;
  const schema = body?.content?.["application/json"]?.schema;
  if (schema && (fieldsOf(document, schema).length > 0 || schema.anyOf || schema.oneOf)) return schema;
  return null;
}

/** What a call must hold in the query and as its body, which is null where none is taken; the path's parameters are left out. */
export function exampleCallOf(
  document: ApiDocument,
  entry: Entry,
): { query: Record<string, unknown>; body: unknown } {
  const { "x-example": example, requestBody } = entry;
  if (requestBody) {
    const schema = bodyOf(document, entry);
    if (example) return { query: {}, body: example };
    return { query: {}, body: schema ? exampleOf(document, schema) : {} };
  }
  const required = parametersOf(document, entry).filter((parameter) => parameter.required);
  const query = required
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema = {} }) => [name, exampleOf(document, schema)] as const);
  return { query: example ?? Object.fromEntries(query), body: null };
}

/** A call of the operation for a shell: with what must be there, the address and the key from variables. */
export function curlOf(document: ApiDocument, entry: Entry): string {
  const { query, body } = exampleCallOf(document, entry);
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const path = entry.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const lines = [
    `curl${entry.method === "GET" ? "" : ` -X ${entry.method}`} "$CASEBOOK${path}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}"`,
    `-H "Authorization: Bearer $KEY"`,
  ];
  if (body !== null)
    lines.push(
      `-H "Content-Type: application/json"`,
      `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    );
  return lines.join(" \\\n  ");
}
