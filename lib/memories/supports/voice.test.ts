import { expect, test } from "vitest";
import { heardKinds, isHeard } from "./voice";

test("a kind is heard until enough changes of it were decided on", () => {
  expect(isHeard({ holds: 0, stale: 0 })).toBe(true);
  expect(isHeard({ holds: 19, stale: 0 })).toBe(true);
  expect(isHeard({ holds: 20, stale: 0 })).toBe(false);
});

test("a kind is heard while one in ten of its changes took a memory out", () => {
  expect(isHeard({ holds: 18, stale: 2 })).toBe(true);
  expect(isHeard({ holds: 19, stale: 1 })).toBe(false);
  expect(isHeard({ holds: 900, stale: 100 })).toBe(true);
});

test("a kind that is not heard silences no other", () => {
  const votes = new Map([
    ["callee", { holds: 40, stale: 0 }],
    ["constant", { holds: 10, stale: 10 }],
  ] as const);
  expect(heardKinds(votes)).toEqual(["named", "constant"]);
});
