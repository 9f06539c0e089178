import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/doors/openapi";
import { PROBLEMS } from "@/lib/kernel/errors";
import { EXPORT_FIELDS, rowOfList } from "@/lib/kernel/list-export";
import { operations } from "@/lib/registry";
import { answerSchemas, requestSchemas } from "@/lib/schemas";

/** Of the document for each operation, as it is served, without spaces: it grows by operations, not by repetition. */
const MAX_BYTES_PER_OPERATION = 2_015;
/** An object of more characters is not written twice. */
const MAX_REPEATED = 500;

type Json = Record<string, unknown>;
const asObject = (value: unknown): Json => ({ ...Object(value) });

const served = JSON.stringify(openApiDocument());
const document: Json = JSON.parse(served);
const components = asObject(document.components);

/** Every object of the document, with the keys that lead to it. */
function objectsOf(
  value: unknown,
  keys: readonly string[] = [],
): { keys: readonly string[]; object: Json }[] {
  if (value === null || typeof value !== "object") return [];
  const inside = Object.entries(value).flatMap(([key, inner]) => objectsOf(inner, [...keys, key]));
  if (Array.isArray(value)) return inside;
  return [{ keys, object: { ...value } }, ...inside];
}
const objects = objectsOf(document);
const references = new Set(
  objects.flatMap(({ object }) => (typeof object.$ref === "string" ? object.$ref : [])),
);

const operationOf = (name: string): Json =>
  objects.find(({ object }) => object.operationId === name)?.object ?? {};

describe("the OpenAPI document", () => {
  it(`has at most ${MAX_BYTES_PER_OPERATION.toLocaleString("en")} bytes for each operation`, () => {
    expect(Buffer.byteLength(served) / operations.length).toBeLessThanOrEqual(MAX_BYTES_PER_OPERATION);
  });

  it("refers only to components that it has, and to every one of them", () => {
    const named = ["parameters", "responses", "schemas"].flatMap((section) =>
      Object.keys(asObject(components[section])).map((name) => `#/components/${section}/${name}`),
    );
    expect([...references].toSorted()).toEqual(named.toSorted());
  });

  it("names every schema of the tables once", () => {
    const names = [...Object.keys(answerSchemas), ...Object.keys(requestSchemas)];
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(asObject(components.schemas))).toEqual(expect.arrayContaining(names));
  });

  it("writes no large object twice", () => {
    const seen = new Map<string, string>();
    const repeated = objects.flatMap(({ keys, object }) => {
      const text = JSON.stringify(object);
      if (object.type !== "object" || text.length <= MAX_REPEATED) return [];
      const first = seen.get(text);
      seen.set(text, keys.join("/"));
      if (first === undefined) return [];
      return `${keys.join("/")} is ${first}`;
    });
    expect(repeated, "give the schema a name in lib/schemas.ts").toEqual([]);
  });

  it("describes every failure", () => {
    const described = Object.values(asObject(components.responses))
      .map((response) => asObject(response).description)
      .join("\n");
    const missing = Object.keys(PROBLEMS).filter((code) => !described.includes(`\`${code}\``));
    expect(missing).toEqual([]);
  });
});

describe.each(operations.map(({ contract }) => [contract.name, contract] as const))(
  "%s in the OpenAPI document",
  (name, contract) => {
    it("has its failures by status, each a component", () => {
      const responses = asObject(operationOf(name).responses);
      const failures = Object.entries(responses).filter(([status]) => !/^[23]/.test(status));
      expect(failures.length).toBeGreaterThanOrEqual(2);
      for (const [, failure] of failures)
        expect(asObject(failure).$ref).toMatch(/^#\/components\/responses\/\w+$/);
      if (contract.http.path.includes("{")) expect(responses).toHaveProperty("404");
      if (contract.effect !== "read") expect(responses).toMatchObject({ 409: {}, 422: {} });
    });

    it("takes every field of its contract in the path, the query or the body", () => {
      const { parameters = [], requestBody } = operationOf(name);
      const taken = [parameters].flat().map((parameter) => String(resolve(asObject(parameter)).name));
      const content = asObject(asObject(requestBody).content)["application/json"];
      const body = resolve(asObject(asObject(content).schema));
      const fields = [...taken, ...Object.keys(asObject(body.properties))];
      const besides = ["Idempotency-Key", ...(rowOfList(contract) === null ? [] : EXPORT_FIELDS)];
      expect(fields.filter((field) => !besides.includes(field)).toSorted()).toEqual(
        Object.keys(contract.input.shape).toSorted(),
      );
    });
  },
);

function resolve(object: Json): Json {
  const { $ref } = object;
  if (typeof $ref !== "string") return object;
  return $ref
    .slice(2)
    .split("/")
    .reduce<Json>((inner, key) => asObject(inner[key]), document);
}
