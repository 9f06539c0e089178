import { describe, expect, it } from "vitest";
import { inCalls, parseRecords } from "./records";

describe("parseRecords", () => {
  it.each([
    ["an array", '[{"a":1},{"a":2}]', 2],
    ["an object with them", '{"evaluations":[{"a":1}]}', 1],
    ["one a line", '{"a":1}\n{"a":2}\r\n\n{"a":3}\n', 3],
    ["one object over many lines", '{\n  "a": 1\n}', 1],
  ])("reads %s", (_, text, count) => {
    expect(parseRecords(text, "evaluations")).toHaveLength(count);
  });

  it("refuses what is not JSON", () => {
    expect(() => parseRecords("nonsense", "evaluations")).toThrow(SyntaxError);
  });
});

describe("inCalls", () => {
  it("keeps the order and both limits, and sends a record that is larger than a call alone", () => {
    const records = ["x".repeat(50), "a", "b", "c", "d"];
    expect(inCalls(records, { most: 3, characters: 40 })).toEqual([["x".repeat(50)], ["a", "b", "c"], ["d"]]);
    expect(inCalls([], { most: 3, characters: 40 })).toEqual([]);
  });
});
