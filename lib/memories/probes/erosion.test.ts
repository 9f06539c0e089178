import { expect, it } from "vitest";
import { erosionOf } from "./erosion";
import { firstSeen } from "./record";

const at = (time: string) => new Date(time);
const check = (probe_id: string, status: "holds" | "violated", violations: number, time: string) => ({
  probe_id,
  status,
  violations,
  checked_at: at(time),
});

it("counts each probe as its latest result of a day says, those from before the first day too", () => {
  const checks = [
    check("a", "holds", 0, "2026-01-01T10:00:00Z"),
    check("b", "violated", 2, "2026-03-02T10:00:00Z"),
    check("a", "violated", 1, "2026-03-03T09:00:00Z"),
    check("a", "violated", 3, "2026-03-03T23:59:59Z"),
  ];
  const points = erosionOf(checks, { days: 4, now: at("2026-03-04T12:00:00Z") });
  expect(points).toEqual([
    { day: "2026-03-01", holds: 1, violated: 0, unknown: 0, violations: 0 },
    { day: "2026-03-02", holds: 1, violated: 1, unknown: 0, violations: 2 },
    { day: "2026-03-03", holds: 0, violated: 2, unknown: 0, violations: 5 },
    { day: "2026-03-04", holds: 0, violated: 2, unknown: 0, violations: 5 },
  ]);
});

it("keeps the commit in which a place was first found, of equal ones in their order", () => {
  const place = (line: number, text: string) => ({ path: "a.ts", line_start: line, line_end: line, text });
  const now = at("2026-03-04T12:00:00Z");
  const before = firstSeen([place(1, "f()"), place(2, "f()")], { before: [], commit: "one", now });
  const after = firstSeen([place(5, "f()"), place(6, "g()"), place(7, "f()"), place(9, "f()")], {
    before,
    commit: "two",
    now,
  });
  expect(after.map(({ since_commit }) => since_commit)).toEqual(["one", "two", "one", "two"]);
});
