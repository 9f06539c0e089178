import { describe, expect, it } from "vitest";
import { type Grouped, groupEvidence } from "./evidence-groups";

const finding = (
  reason: string | null,
  day: number,
  name: string | null = null,
  title = "Unused",
): Grouped => ({
  title,
  reason,
  at: `2026-10-${String(day).padStart(2, "0")}T00:00:00Z`,
  actor: name === null ? null : { name },
});

describe("groupEvidence", () => {
  it("puts findings together that differ in names, numbers and case only, the latest first", () => {
    const [group, ...others] = groupEvidence([
      finding("The framework passes `request`.", 3, "ada"),
      finding("the framework passes `event`", 9, "bo"),
      finding("The framework  passes `self`.", 5, "ada"),
    ]);
    expect(others).toEqual([]);
    expect(group?.items.map(({ at }) => at?.slice(8, 10))).toEqual(["09", "05", "03"]);
    expect(group).toMatchObject({
      says: "the framework passes `event`",
      people: 2,
      first: "2026-10-03T00:00:00Z",
      last: "2026-10-09T00:00:00Z",
    });
  });

  it("keeps other reasons apart, the largest group first", () => {
    const groups = groupEvidence([finding("Generated.", 1), finding("Kept.", 1), finding("Kept.", 2)]);
    expect(groups.map(({ says, items }) => [says, items.length])).toEqual([
      ["Kept.", 2],
      ["Generated.", 1],
    ]);
  });

  it("groups by the title where no reason was given, and counts nobody twice or unknown", () => {
    const groups = groupEvidence([
      finding(null, 1, null, "Line 12 too long"),
      finding(null, 2, null, "Line 80 too long"),
    ]);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.people).toBe(0);
  });
});
