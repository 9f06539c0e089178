import { expect, it } from "vitest";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import { translate } from "@/messages/translate";
import {
  comparedSelection,
  comparisonOptions,
  comparisonWords,
  differenceWords,
  readComparison,
} from "./compare";
import { breakdownInput, rulesInput } from "./filters";

const t = translate(reviewsCharts, { language: "en", translations: null });
const TODAY = "2026-11-23T00:00:00.000Z";
const parameters = {
  period: "30d",
  bucket: null,
  rule: null,
  by: "agent",
  against: null,
  repository: null,
  skill: "review-python",
  agent: null,
  developer: null,
  file_pattern: null,
} as const;

it.each([
  [null, null],
  ["", null],
  ["after", null],
  ["skill:", null],
  ["before", { with: "before" }],
  ["skill:review-go", { with: "skill", name: "review-go" }],
  ["repository:acme/shop:old", { with: "repository", name: "acme/shop:old" }],
])("reads %o of the address", (address, comparison) => {
  expect(readComparison(address)).toEqual(comparison);
});

it("compares with a period of the same length that ends where this one begins", () => {
  const before = comparedSelection(parameters, { comparison: { with: "before" }, today: TODAY });
  const now = rulesInput(parameters, TODAY);
  expect(now).toMatchObject({ from: "2026-10-24T00:00:00.000Z", to: undefined });
  expect(rulesInput(before, TODAY)).toMatchObject({ from: "2026-09-24T00:00:00.000Z", to: now.from });
  expect(breakdownInput(before, TODAY)).toMatchObject({ skill: "review-python", to: now.from });
  expect(comparisonWords({ t, comparison: { with: "before" }, period: "30d" })).toBe("the 30 days before");
});

it("compares with another skill or repository in the same period", () => {
  const skill = comparedSelection(parameters, { comparison: { with: "skill", name: "x" }, today: TODAY });
  expect(rulesInput(skill, TODAY)).toEqual({ ...rulesInput(parameters, TODAY), skill: "x" });
  const repository = comparedSelection(parameters, {
    comparison: { with: "repository", name: "acme/shop" },
    today: TODAY,
  });
  expect(rulesInput(repository, TODAY)).toEqual({
    ...rulesInput(parameters, TODAY),
    repository: "acme/shop",
  });
});

it("offers what there is, without what is shown already", () => {
  const part = (name: string | null) => ({ part: name }) as never;
  const options = comparisonOptions({
    t,
    parameters,
    skills: [part("review-python"), part("review-go"), part(null)],
    repositories: undefined,
  });
  expect(options.map(({ value }) => value)).toEqual(["before", "skill:review-go"]);
});

it.each([
  [{ difference: -0.07, low: -0.12, high: -0.02 }, "7 points lower [2 to 12]."],
  [{ difference: 0.2, low: 0.1, high: 0.31 }, "20 points higher [10 to 31]."],
  [{ difference: 0.2, low: -0.01, high: 0.31 }, "No difference beyond chance."],
])("says of %o: %s", (difference, words) => {
  expect(differenceWords({ t, ...difference })).toBe(words);
});
