import { expect, it } from "vitest";
import { lastDayDue, localTime, shiftDay, weekOf } from "./zone";

it("tells the day and minute of a moment in a time zone, over midnight and daylight saving", () => {
  const moment = new Date("2026-10-25T23:30:00Z");
  expect(localTime(moment, "UTC")).toEqual({ day: "2026-10-25", minute: 23 * 60 + 30 });
  expect(localTime(moment, "Asia/Kathmandu")).toEqual({ day: "2026-10-26", minute: 5 * 60 + 15 });
  expect(localTime(moment, "America/New_York")).toEqual({ day: "2026-10-25", minute: 19 * 60 + 30 });
});

it("lets a day be read from 23:59 on", () => {
  expect(lastDayDue(new Date("2026-03-01T23:58:59Z"), "UTC")).toBe("2026-02-28");
  expect(lastDayDue(new Date("2026-03-01T23:59:00Z"), "UTC")).toBe("2026-03-01");
  expect(lastDayDue(new Date("2026-03-01T14:59:00Z"), "Asia/Tokyo")).toBe("2026-03-01");
});

it("finds the Monday of a week over the end of a year", () => {
  expect(weekOf("2027-01-03")).toBe("2026-12-28");
  expect(weekOf("2026-12-28")).toBe("2026-12-28");
  expect(shiftDay("2028-02-28", 1)).toBe("2028-02-29");
});
