import { expect, it } from "vitest";
import { memoryStore } from "@/lib/memories/contract";
import { parseInput } from "@/lib/runtime/run";

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), {});

it("refuses an input of many levels as any wrong field", () => {
  const input = { statement: "a", metadata: nested(5_000) };
  expect(() => parseInput(memoryStore, input)).toThrow(
    expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("levels") }),
  );
});

it("refuses an input with an object of very many keys, before a schema reads it", () => {
  const keys = Array.from({ length: 150_000 }, (_, index) => [`k${index}`, 1]);
  const input = { statement: "a", metadata: { inner: [Object.fromEntries(keys)] } };
  expect(() => parseInput(memoryStore, input)).toThrow(
    expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("keys") }),
  );
});
