import { expect, it } from "vitest";
import { formatTable } from "./table";

it("aligns text to the left and numbers to the right, without spaces at the ends of lines", () => {
  const table = formatTable(
    ["what", "ms", "note"],
    [
      ["store", "7.1", "ok"],
      ["by path", "12.0", ""],
    ],
    new Set([1]),
  );
  expect(table.split("\n")).toEqual([
    "what       ms  note",
    "───────  ────  ────",
    "store     7.1  ok",
    "by path  12.0",
  ]);
});
