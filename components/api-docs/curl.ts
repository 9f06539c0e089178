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

/** A call of the operation for a shell: with what must be there, the address and the key from variables. */
export function curlOf(document: ApiDocument, entry: Entry): string {
  const required = parametersOf(document, entry).filter((parameter) => parameter.required);
  const example = ({ schema = {} }: Parameter) => String(exampleOf(document, schema));
  const query = required
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => `${parameter.name}=${encodeURIComponent(example(parameter))}`);
  const path = entry.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const lines = [
    `curl${entry.method === "GET" ? "" : ` -X ${entry.method}`} "$CASEBOOK${path}${query.length > 0 ? `?${query.join("&")}` : ""}"`,
    `-H "Authorization: Bearer $KEY"`,
  ];
  const body = bodyOf(document, entry);
  if (body || entry.requestBody) {
    const json = JSON.stringify(body ? exampleOf(document, body) : {});
    lines.push(`-H "Content-Type: application/json"`, `-d '${json.replaceAll("'", "'\\''")}'`);
  }
  return lines.join(" \\\n  ");
}
