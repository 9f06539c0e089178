import { expect, it } from "vitest";
import { readTyped } from "./typed-path";

it("takes lines after a colon, and a colon without any means nothing yet", () => {
  expect(readTyped(" orders.ts:12-18 ")).toEqual({ query: "orders.ts", lines: { start: 12, end: 18 } });
  expect(readTyped("orders.ts:7")).toEqual({ query: "orders.ts", lines: { start: 7, end: 7 } });
  expect(readTyped("orders.ts:")).toEqual({ query: "orders.ts", lines: null });
  expect(readTyped("orders")).toEqual({ query: "orders", lines: null });
  expect(readTyped("")).toEqual({ query: "", lines: null });
});
