import { expect, it } from "vitest";
import { isDeeperThan } from "./depth";

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), {});

it("counts levels of objects and lists", () => {
  expect(isDeeperThan(nested(32), 32)).toBe(false);
  expect(isDeeperThan(nested(33), 32)).toBe(true);
  expect(isDeeperThan([[["a"]]], 2)).toBe(false);
  expect(isDeeperThan([[["a"]]], 1)).toBe(true);
  expect(isDeeperThan("text", 0)).toBe(false);
});
