import { expect, it } from "vitest";
import { clusterFacts, mattersOf } from "./cluster";

const fact = (id: string, statement: string) => ({ id, statement });
const vectors = (all: Record<string, readonly number[]>) =>
  new Map(Object.entries(all).map(([id, vector]) => [id, Float32Array.from(vector)]));

it("groups facts that say alike by their vectors, and leaves single ones out", () => {
  const facts = [
    fact("1", "We deploy the billing service on Fridays"),
    fact("2", "Releases of invoices go out at the end of the week"),
    fact("3", "Ada prefers tabs"),
    fact("4", "Bo indents by two"),
    fact("5", "Our office is in Lisbon"),
  ];
  const near = vectors({ 1: [1, 0, 0], 2: [0.9, 0.1, 0], 3: [0, 1, 0], 4: [0, 0.9, 0.2], 5: [0, 0, 1] });
  expect(clusterFacts(facts, near).map(({ memory_ids }) => memory_ids)).toEqual([
    ["1", "2"],
    ["3", "4"],
  ]);
});

it("groups by words alone where there are no vectors", () => {
  const facts = [
    fact("1", "We deploy the billing service on Fridays"),
    fact("2", "The billing service is never deployed before Fridays"),
    fact("3", "Our office is in Lisbon"),
  ];
  expect(clusterFacts(facts, null)).toEqual([
    { statement: "We deploy the billing service on Fridays", memory_ids: ["1", "2"] },
  ]);
});

it("makes no group of a chain in which each is near the next only", () => {
  const facts = ["a", "b", "c", "d", "e"].map((id) => fact(id, id));
  const round = (turn: number) => [Math.cos(turn), Math.sin(turn)];
  const chain = vectors({ a: round(0), b: round(0.6), c: round(1.2), d: round(1.8), e: round(2.4) });
  const sizes = clusterFacts(facts, chain).map(({ memory_ids }) => memory_ids.length);
  expect(Math.max(...sizes)).toBeLessThan(5);
});

it("leaves out who said it and words that many facts have, and keeps colons of other statements", () => {
  const week = [
    "Ada: I prefer tabs over spaces.",
    "The rule: nothing ships.",
    "Mika draws.",
    "Mika sings.",
    "Mika.",
  ];
  expect(mattersOf(week)).toEqual([
    "I prefer tabs over spaces.",
    "The rule: nothing ships.",
    "draws.",
    "sings.",
    "Mika.",
  ]);
});

it("finds nothing in nothing", () => expect(clusterFacts([], null)).toEqual([]));
