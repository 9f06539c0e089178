import { describe, expect, it } from "vitest";
import { withExtensions } from "./extensions";
import { type JsonSchema, referenceTo } from "./schemas";

const text: JsonSchema = { type: "string" };
const whole: JsonSchema = { type: "integer" };
const berth: JsonSchema = {
  type: "object",
  properties: { id: text, name: text, depth: whole, pier: text },
  required: ["id", "name", "depth"],
};
const named = new Map([["Berth", berth]]);
const extended = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties: { ...berth.properties, ...properties },
  required: [...(berth.required ?? []), ...required],
});

describe("withExtensions", () => {
  it("writes an object with all fields of a named one as that one and the rest", () => {
    expect(withExtensions(extended({ ships: whole }, ["ships"]), named)).toEqual({
      allOf: [referenceTo("Berth"), { type: "object", properties: { ships: whole }, required: ["ships"] }],
    });
  });

  it("does so inside lists and fields, and keeps what is said of the object", () => {
    const inside = { description: "The busiest", ...extended({ ships: whole }) };
    const answer = withExtensions(
      { type: "object", properties: { items: { type: "array", items: inside } } },
      named,
    );
    expect(answer).toMatchObject({
      properties: { items: { items: { description: "The busiest", allOf: [referenceTo("Berth"), {}] } } },
    });
  });

  it.each([
    ["has exactly its fields", berth],
    ["writes a field otherwise", extended({ depth: text, ships: whole })],
    ["always has a field that it may lack", extended({ ships: whole }, ["pier"])],
    ["adds more fields than it has", extended({ a: text, b: text, c: text, d: text, e: text })],
  ])("leaves an object that %s", (_, schema) => {
    expect(withExtensions(schema, named)).toEqual(schema);
  });

  it("leaves an object whose base takes no further fields", () => {
    const closed = new Map([["Berth", { ...berth, additionalProperties: false }]]);
    expect(withExtensions(extended({ ships: whole }), closed)).toEqual(extended({ ships: whole }));
  });

  it("chooses the named schema with most fields", () => {
    const wide = extended({ ships: whole });
    const both = new Map([
      ["Berth", berth],
      ["BusyBerth", wide],
    ]);
    expect(withExtensions(extended({ ships: whole, cargo: text }), both)).toMatchObject({
      allOf: [referenceTo("BusyBerth"), { properties: { cargo: text } }],
    });
  });
});
