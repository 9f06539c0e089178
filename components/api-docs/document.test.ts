import { describe, expect, it } from "vitest";
import { apiDocs } from "@/messages/compiled/api-docs";
import { translate } from "@/messages/translate";
import { bodyOf, curlOf, parametersOf } from "./curl";
import { type ApiDocument, entriesOf, groupByTag, matches, resolve, type Schema } from "./document";
import { exampleOf, fieldsOf, flatten, limitsOf, typeOf, variantsOf } from "./schema";

const document: ApiDocument = {
  info: { title: "Harbor", version: "1" },
  tags: [{ name: "berths" }, { name: "empty" }],
  paths: {
    "/api/v1/berths/{berth_id}": {
      get: {
        operationId: "berth_get",
        summary: "Read a berth",
        tags: ["berths"],
        parameters: [{ $ref: "#/components/parameters/BerthId" }],
      },
    },
    "/api/v1/berths": {
      get: {
        operationId: "berth_list",
        tags: ["berths"],
        parameters: [
          { name: "pier", in: "query", required: true, schema: { type: "string", examples: ["a b"] } },
          { name: "limit", in: "query", schema: { type: "integer" } },
        ],
      },
      post: {
        operationId: "berth_create",
        tags: ["berths"],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Berth" } } } },
      },
    },
    "/api/v1/ping": { post: { operationId: "ping", requestBody: {} } },
  },
  components: {
    parameters: {
      BerthId: { name: "berth_id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
    },
    schemas: {
      Berth: {
        type: "object",
        required: ["name", "depth"],
        properties: {
          note: { type: "string" },
          name: { type: "string", examples: ["the pilot's"], maxLength: 20 },
          depth: { anyOf: [{ type: "number", minimum: 3 }, { type: "null" }] },
          neighbour: { anyOf: [{ $ref: "#/components/schemas/Berth" }, { type: "null" }] },
        },
      },
      Loop: { $ref: "#/components/schemas/Back" },
      Back: { $ref: "#/components/schemas/Loop" },
      "a/b": { type: "boolean" },
    },
  },
};
const t = translate(apiDocs, { language: "en", translations: null });
const typeIn = (schema: Schema) => typeOf({ t, document, schema });
const limitsIn = (schema: Schema) => limitsOf({ t, document, schema });
const berth = { $ref: "#/components/schemas/Berth" };
const entry = (id: string) => {
  const found = entriesOf(document).find((each) => each.id === id);
  if (!found) throw new Error(`${id} is not in the document`);
  return found;
};

describe("the operations of a document", () => {
  it("are listed by tag, in the document's order, without tags that hold none", () => {
    const groups = groupByTag(document, entriesOf(document));
    expect(groups.map(({ tag, entries }) => [tag, entries.map(({ id }) => id)])).toEqual([
      ["berths", ["berth_get", "berth_list", "berth_create"]],
      ["other", ["ping"]],
    ]);
  });

  it("are found by every word of a search in name, address or summary", () => {
    expect(matches(entry("berth_get"), "READ get")).toBe(true);
    expect(matches(entry("berth_get"), "berths/{berth_id}")).toBe(true);
    expect(matches(entry("berth_get"), "read list")).toBe(false);
  });
});

describe("a reference", () => {
  it("leads to what it names, also where the name holds a slash", () => {
    expect(resolve(document, { $ref: "#/components/schemas/a~1b" })).toEqual({ type: "boolean" });
    expect(parametersOf(document, entry("berth_get")).map(({ name }) => name)).toEqual(["berth_id"]);
  });

  it("that goes round in a circle, or nowhere, leads to nothing", () => {
    expect(resolve(document, { $ref: "#/components/schemas/Loop" })).toBeNull();
    expect(resolve(document, { $ref: "#/components/schemas/Missing" })).toBeNull();
    expect(fieldsOf(document, { $ref: "#/components/schemas/Loop" })).toEqual([]);
  });
});

describe("a schema", () => {
  it("is called by its name, or by what a value is", () => {
    expect(typeIn({ type: "array", items: berth })).toBe("array of Berth");
    expect(typeIn({ anyOf: [berth, { type: "null" }] })).toBe("Berth or null");
    expect(typeIn({ enum: ["asc", "desc"] })).toBe('"asc" or "desc"');
    expect(typeIn({ type: "string", format: "date-time" })).toBe("string (date-time)");
    expect(typeIn({ type: ["string", "null"] })).toBe("string or null");
    expect(typeIn({})).toBe("anything");
  });

  it("has the fields of the object it refers to or holds, required ones first", () => {
    expect(fieldsOf(document, { type: "array", items: berth }).map(({ name }) => name)).toEqual([
      "name",
      "depth",
      "note",
      "neighbour",
    ]);
  });

  it("puts together parts that must all hold", () => {
    const both = { allOf: [berth, { properties: { crane: { type: "boolean" } }, required: ["crane"] }] };
    expect(flatten(document, both).required).toEqual(["name", "depth", "crane"]);
    expect(fieldsOf(document, both)).toHaveLength(5);
  });

  it("has forms where a value can be several things, and none where it can be one or nothing", () => {
    expect(variantsOf(document, { oneOf: [berth, { type: "string" }] })).toHaveLength(2);
    expect(variantsOf(document, { anyOf: [berth, { type: "null" }] })).toEqual([]);
  });

  it("says its limits, those beside null too, and none that no number passes", () => {
    const { properties = {} } = flatten(document, berth);
    expect(limitsIn(properties.name ?? {})).toEqual(["at most 20 characters"]);
    expect(limitsIn(properties.depth ?? {})).toEqual(["at least 3"]);
    expect(limitsIn({ type: "integer", maximum: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it("that holds itself has an example with an end", () => {
    const loop: ApiDocument = {
      ...document,
      components: {
        schemas: {
          Node: {
            type: "object",
            required: ["next"],
            properties: { next: { $ref: "#/components/schemas/Node" } },
          },
        },
      },
    };
    expect(JSON.stringify(exampleOf(loop, { $ref: "#/components/schemas/Node" })).length).toBeLessThan(100);
  });
});

describe("a call with curl", () => {
  it("holds what must be there, quoted for a shell", () => {
    expect(curlOf(document, entry("berth_create"))).toBe(
      [
        'curl -X POST "$CASEBOOK/api/v1/berths"',
        '-H "Authorization: Bearer $KEY"',
        '-H "Content-Type: application/json"',
        `-d '{"name":"the pilot'\\''s","depth":3}'`,
      ].join(" \\\n  "),
    );
  });

  it("takes ids of the path from variables and gives the query that it needs", () => {
    expect(curlOf(document, entry("berth_get"))).toContain('curl "$CASEBOOK/api/v1/berths/$BERTH_ID"');
    expect(curlOf(document, entry("berth_list"))).toContain('"$CASEBOOK/api/v1/berths?pier=a%20b"');
  });

  it("sends an empty object where a body is taken that needs nothing", () => {
    expect(bodyOf(document, entry("ping"))).toBeNull();
    expect(curlOf(document, entry("ping"))).toContain("-d '{}'");
  });
});
