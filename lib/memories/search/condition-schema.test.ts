import { describe, expect, it } from "vitest";
import { memoryConditionSchema } from "./condition-schema";

const of = (values: number) => ({
  field: "category",
  is: "in",
  value: Array.from({ length: values }, (_, at) => String(at)),
});
const isTaken = (condition: unknown) => memoryConditionSchema.safeParse(condition).success;

describe("a condition", () => {
  it("compares with as many values as one statement takes, wherever they are", () => {
    expect(isTaken({ all: Array.from({ length: 5 }, () => of(1_000)) })).toBe(true);
    expect(isTaken({ any: [{ not: { all: Array.from({ length: 6 }, () => of(1_000)) } }] })).toBe(false);
    expect(isTaken(of(1_001))).toBe(false);
  });

  it("names a path with metadata only, and a list with `in` only", () => {
    expect(isTaken({ field: "metadata", path: ["a", "b"], is: "equal", value: 1 })).toBe(true);
    expect(isTaken({ field: "category", path: ["a"], is: "equal", value: "x" })).toBe(false);
    expect(isTaken({ field: "category", is: "equal", value: ["x"] })).toBe(false);
    expect(isTaken({ field: "created_at", is: "above", value: "yesterday" })).toBe(false);
  });
});
