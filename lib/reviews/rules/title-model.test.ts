import { describe, expect, it } from "vitest";
import { featuresOf, probabilitiesOf, rulesOfTitle, termsOf } from "./title-model";

describe("termsOf", () => {
  it("has stems, neighbours, and those with one between, once each", () => {
    expect(termsOf("Closes handles never closed")).toEqual([
      "clos",
      "clos handl",
      "clos _ nev",
      "handl",
      "handl nev",
      "handl _ clos",
      "nev",
      "nev clos",
    ]);
  });

  it("reads words inside of names", () => {
    expect(termsOf("getUserName")).toEqual(termsOf("get_user name"));
  });
});

describe("featuresOf", () => {
  const layout = {
    rules: ["naming", "unclassified"],
    terms: new Map([
      ["typo", 0],
      ["name", 1],
    ]),
  };

  it("has the bias, the lexicon's points, and the known terms with a length of 1 together", () => {
    const features = new Map(featuresOf("Typo in a name, zzz", null, layout));
    expect(features.get(0)).toBe(1);
    expect(features.get(3)).toBeCloseTo(Math.SQRT1_2);
    expect(features.get(4)).toBeCloseTo(Math.SQRT1_2);
    expect(features.has(5)).toBe(false);
  });

  it("puts a vector behind the terms", () => {
    const features = new Map(featuresOf("zzz", [0.5, -0.25], layout));
    expect([features.get(5), features.get(6)]).toEqual([1, -0.5]);
  });
});

it("probabilities add up to 1, and the greater sum is the likelier", () => {
  const weights = [
    [0, 0],
    [2, -1],
  ];
  const found = probabilitiesOf(
    [
      [0, 1],
      [1, 0.5],
    ],
    2,
    (row, rule) => weights[row]?.[rule] ?? 0,
  );
  expect(found[0]).toBeCloseTo(1 / (1 + Math.exp(-1.5)));
  expect((found[0] ?? 0) + (found[1] ?? 0)).toBeCloseTo(1);
});

it("ranks all 27 rules of any title, the likeliest first", () => {
  for (const title of ["SQL injection in search", "", "💥", "x".repeat(5_000)]) {
    const ranked = rulesOfTitle(title, null);
    expect(ranked).toHaveLength(27);
    expect(ranked.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
    expect(ranked.toSorted((a, b) => b.probability - a.probability)).toEqual(ranked);
  }
  expect(rulesOfTitle("SQL injection in search", null)[0]?.rule_category).toBe("security");
});
