import { expect, it } from "vitest";
import { clusterFacts } from "./cluster";

const fact = (id: string, statement: string) => ({ id, statement });

it("groups facts that say alike by their words or by their vectors, and leaves single ones out", () => {
  const facts = [
    fact("1", "We deploy the billing service on Fridays"),
    fact("2", "The billing service is never deployed before Fridays"),
    fact("3", "Ada prefers tabs"),
    fact("4", "Bo indents by two"),
    fact("5", "Our office is in Lisbon"),
  ];
  expect(clusterFacts(facts, [{ one: "3", other: "4" }])).toEqual([
    { statement: "We deploy the billing service on Fridays", memory_ids: ["1", "2"] },
    { statement: "Ada prefers tabs", memory_ids: ["3", "4"] },
  ]);
});

it("makes no group of a chain in which each is near the next only", () => {
  const facts = ["a", "b", "c", "d"].map((id) => fact(id, id));
  const pairs = [
    { one: "a", other: "b" },
    { one: "b", other: "c" },
    { one: "c", other: "d" },
  ];
  expect(clusterFacts(facts, pairs).map(({ memory_ids }) => memory_ids)).toEqual([["b", "a", "c"]]);
});

it("finds nothing in nothing", () => expect(clusterFacts([], [])).toEqual([]));
