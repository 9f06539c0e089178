import { z } from "zod";
import { type Contract, pathParameters } from "@/lib/kernel/contract";
import { exportSchema, rowOfList } from "@/lib/kernel/list-export";
import { fieldOf, type Json, type JsonSchema } from "./schemas";

/** Whether the fields that are not in the path come with the query. Otherwise they are the body. */
export const isInQuery = ({ http }: Contract): boolean => http.method === "GET" || http.method === "DELETE";

/** The parameters of an operation that takes `input`. */
export function describeParameters(contract: Contract, input: JsonSchema): Json[] {
  const inPath = pathParameters(contract.http.path);
  const inQuery = isInQuery(contract)
    ? Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name))
    : [];
  const required = new Set([...(input.required ?? []), ...inPath]);
  const toParameter = (name: string, place: "path" | "query"): Json => {
    const { description, ...schema } = fieldOf(input, name);
    return {
      name,
      in: place,
      ...(required.has(name) ? { required: true } : {}),
      description,
      schema,
    };
  };
  return [
    ...inPath.map((name) => toParameter(name, "path")),
    ...inQuery.map((name) => toParameter(name, "query")),
    ...(contract.effect === "read" ? [] : [idempotencyKey]),
    ...(rowOfList(contract) === null ? [] : exportParameters()),
  ];
}

/** How every list is asked for a file. */
function exportParameters(): Json[] {
  return Object.entries(exportSchema.shape).map(([name, field]) => {
    const { $schema: _, description, ...schema } = z.toJSONSchema(field, { io: "input" });
    return { name, in: "query", description, schema };
  });
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "Repeating a request with the same key returns the first answer.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

/**
 * What several operations take in the same words, as components under their names, and a way to refer to them. Where a
 * name has several meanings, the component is the one that most operations share.
 */
export function shareParameters(all: readonly Json[]): {
  components: Record<string, Json>;
  refer: (parameter: Json) => Json;
} {
  const uses = new Map<string, number>();
  for (const parameter of all) {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const components: Record<string, Json> = {};
  const repeated = all.filter((parameter) => usesOf(parameter) > 1);
  for (const parameter of repeated.toSorted((a, b) => usesOf(b) - usesOf(a)))
    components[String(parameter.name)] ??= parameter;
  const refer = (parameter: Json): Json => {
    const name = String(parameter.name);
    const isShared = JSON.stringify(components[name]) === JSON.stringify(parameter);
    if (isShared) return { $ref: `#/components/parameters/${name}` };
    return parameter;
  };
  return { components, refer };

  function usesOf(parameter: Json): number {
    return uses.get(JSON.stringify(parameter)) ?? 0;
  }
}
