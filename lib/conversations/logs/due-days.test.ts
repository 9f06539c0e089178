import { expect, it } from "vitest";
import { lastDayDue, weekOf } from "./due-days";

it("lets a day be read from 23:59 on", () => {
  expect(lastDayDue(new Date("2026-03-01T23:58:59Z"), "UTC")).toBe("2026-02-28");
  expect(lastDayDue(new Date("2026-03-01T23:59:00Z"), "UTC")).toBe("2026-03-01");
  expect(lastDayDue(new Date("2026-03-01T14:59:00Z"), "Asia/Tokyo")).toBe("2026-03-01");
});

it("finds the Monday of a week over the end of a year", () => {
  expect(weekOf("2027-01-03")).toBe("2026-12-28");
  expect(weekOf("2026-12-28")).toBe("2026-12-28");
});
