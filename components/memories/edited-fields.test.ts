import { describe, expect, it } from "vitest";
import { fieldsBefore } from "./edited-fields";

describe("fieldsBefore", () => {
  it("has each text that an edit changed, with what it said before", () => {
    const before = { outcome: null, tags: ["a", "b"], statement: "Prices are net", metadata: { fact: "x" } };
    const detail = { changed: Object.keys(before), before };
    expect(fieldsBefore({ type: "updated", detail })).toEqual([
      { field: "statement", before: "Prices are net" },
      { field: "tags", before: "a, b" },
      { field: "outcome", before: null },
    ]);
  });

  it("has nothing where an event does not hold it", () => {
    expect(fieldsBefore({ type: "updated", detail: { redacted: [] } })).toEqual([]);
    expect(fieldsBefore({ type: "rescoped", detail: { before: { category: "api" } } })).toEqual([]);
  });
});
