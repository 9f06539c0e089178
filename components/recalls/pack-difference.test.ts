import { expect, it } from "vitest";
import { differenceOf } from "./pack-difference";

const of = (memory_id: string, statement = memory_id) => ({ memory_id, statement });

it("tells what a pack has more, less and in other words than an earlier one", () => {
  const difference = differenceOf([of("a"), of("b"), of("c", "old")], [of("c", "new"), of("a"), of("d")]);
  expect(difference).toEqual({
    added: [{ memory_id: "d", statement: "d", before: null }],
    dropped: [{ memory_id: "b", statement: "b", before: null }],
    changed: [{ memory_id: "c", statement: "new", before: "old" }],
    same: 1,
  });
});

it("finds nothing in two packs that are the same", () => {
  expect(differenceOf([of("a")], [of("a")])).toEqual({ added: [], dropped: [], changed: [], same: 1 });
});
