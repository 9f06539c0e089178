import { describe, expect, it } from "vitest";
import { dayAt, endOfDay, isTimeZone, minuteOfDayAt, momentWhen, shiftDay } from "./time-zones";

it.each([
  ["UTC", "2026-10-25", 23 * 60 + 30],
  ["Asia/Kathmandu", "2026-10-26", 5 * 60 + 15],
  ["America/New_York", "2026-10-25", 19 * 60 + 30],
])("reads the day and the minute in %s, over midnight and daylight saving", (zone, day, minute) => {
  const moment = new Date("2026-10-25T23:30:00Z");
  expect(dayAt(moment, zone)).toBe(day);
  expect(minuteOfDayAt(moment, zone)).toBe(minute);
});

it.each([
  ["2026-06-01T09:00:00Z", "2026-06-01T07:00:00.000Z"],
  // 02:30 does not exist on the day that summer time begins; 03:30 is the next.
  ["2026-03-29T02:30:00Z", "2026-03-29T01:30:00.000Z"],
  ["2026-10-25T12:00:00Z", "2026-10-25T11:00:00.000Z"],
])("finds the moment at which clocks in Berlin show %s", (shown, moment) => {
  expect(momentWhen(Date.parse(shown), "Europe/Berlin").toISOString()).toBe(moment);
});

it("counts days by the calendar", () => {
  expect(shiftDay("2028-02-28", 1)).toBe("2028-02-29");
  expect(shiftDay("2027-03-27", 1)).toBe("2027-03-28");
  expect(shiftDay("2027-01-01", -1)).toBe("2026-12-31");
});

it("knows the names of time zones", () => {
  expect(["Europe/Lisbon", "UTC", "Nowhere/Land", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});

describe("the end of a day", () => {
  it.each([
    ["2026-11-03", "UTC", "2026-11-03T23:59:59.999Z"],
    ["2026-11-03", "Europe/Berlin", "2026-11-03T22:59:59.999Z"],
    ["2026-11-03", "America/Los_Angeles", "2026-11-04T07:59:59.999Z"],
    ["2026-11-03", "Asia/Kathmandu", "2026-11-03T18:14:59.999Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-29T21:59:59.999Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-25T22:59:59.999Z"],
    ["2026-11-01", "America/New_York", "2026-11-02T04:59:59.999Z"],
  ])("%s in %s is %s", (day, zone, end) => {
    expect(endOfDay(day, zone).toISOString()).toBe(end);
  });

  it("refuses a day that no calendar has", () => {
    expect(() => endOfDay("2026-02-30", "UTC")).toThrow(RangeError);
    expect(() => endOfDay("2026-13-01", "UTC")).toThrow(RangeError);
  });
});
