import { describe, expect, it } from "vitest";
import { measureKey, rowCount, rowsHref } from "./measures";

describe("measureKey", () => {
  it("is the same whatever the order of the filter, and leaves out what is not set", () => {
    const key = "rejection_rate|repository=a/b&rule=naming|from=2026-08-25";
    const from = "2026-08-25";
    expect(measureKey("rejection_rate", { rule: "naming", repository: "a/b", from })).toBe(key);
    expect(measureKey("rejection_rate", { from, repository: "a/b", skill: null, rule: "naming" })).toBe(key);
  });

  it("names the measure's own window where the filter names no time", () => {
    expect(measureKey("memories_drifted")).toBe("memories_drifted||now");
    expect(measureKey("verified_before_use", { days: "30" })).toBe("verified_before_use||days=30");
  });

  it("tells another filter and another time apart", () => {
    const of = (filter: Record<string, string>) => measureKey("findings", filter);
    expect(new Set([of({}), of({ rule: "naming" }), of({ from: "2026-01-01" })]).size).toBe(3);
  });
});

describe("rowsHref", () => {
  it("asks the list for the measure's own rows and for what narrows them", () => {
    expect(rowsHref("memories_in_use", { repository: "a/b" })).toBe(
      "/memories?status=active%2Cdrifted&repository=a%2Fb",
    );
  });

  it("leaves out what the list does not take, and keeps the place on the page", () => {
    expect(rowsHref("deliveries_stuck", { repository: "a/b" })).toBe("/skills#stuck-deliveries");
    expect(rowsHref("verified_before_use", { repository: "a/b", days: "30" })).toBe(
      "/recalls?outcome=served&repository=a%2Fb",
    );
  });
});

describe("rowCount", () => {
  it("is the number that the list of the rows states as its total", () => {
    expect(rowCount("memories_drifted", { value: 3 })).toBe(3);
    expect(rowCount("memories_holding", { value: 0.73, n: 11, part: 8 })).toBe(11);
    expect(rowCount("adoption", { value: 0.5, n: 4, part: 2 })).toBe(2);
    expect(rowCount("pack_precision", { value: 0.5, n: 4, part: 2 })).toBeUndefined();
  });
});
