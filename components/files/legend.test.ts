import { expect, it } from "vitest";
import { markCount } from "./legend";
import type { Mark } from "./marks";

const marks = [{ of: "memory" }, { of: "finding" }, { of: "finding" }] as unknown as Mark[];

it("a file has as many findings as are marked, and none where none is", () => {
  expect(markCount({ marks, unread: [], of: "finding" })).toBe(2);
  expect(markCount({ marks, unread: [], of: "failure" })).toBe(0);
});

it("how many there are is not known where they could not be read", () => {
  const unread = ["part_memories", "part_failures"];
  expect(markCount({ marks: [], unread, of: "memory" })).toBeNull();
  expect(markCount({ marks: [], unread, of: "failure" })).toBeNull();
  expect(markCount({ marks, unread, of: "finding" })).toBe(2);
});
