import { describe, expect, test } from "vitest";
import { ENGLISH, formatLines } from "./format";

const {
  formatCount,
  formatDay,
  formatDecimal,
  formatDistance,
  formatMinute,
  formatMoment,
  formatShare,
  formatSigned,
} = ENGLISH;

describe("figures", () => {
  test("a share that is not quite none or all never reads as none or all", () => {
    expect(formatShare(0.001)).toBe("<1\u202f%");
    expect(formatShare(0.999)).toBe(">99\u202f%");
    expect(formatShare(0)).toBe("0\u202f%");
    expect(formatShare(1)).toBe("100\u202f%");
    expect(formatShare(0.413)).toBe("41\u202f%");
  });

  test("a difference has its sign, with a true minus", () => {
    expect(formatSigned(0.4, 2)).toBe("+0.40");
    expect(formatSigned(-0.412, 2)).toBe("−0.41");
    expect(formatSigned(0, 1)).toBe("+0.0");
  });

  test("a decimal has as many digits as are asked for", () => {
    expect(formatDecimal(0.953, 2)).toBe("0.95");
    expect(formatDecimal(1, 2)).toBe("1.00");
  });

  test("thousands are grouped the same on server and browser", () => {
    expect(formatCount(12345)).toBe("12,345");
  });

  test("one line is a number and several are a range", () => {
    expect(formatLines(12, 12)).toBe("12");
    expect(formatLines(12, 18)).toBe("12–18");
  });
});

describe("moments", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");

  test("a day is read in UTC, whatever the zone of the machine", () => {
    expect(formatDay("2026-11-21T23:59:00Z")).toBe("21 Nov 2026");
  });

  test.each([
    ["2026-11-21T11:59:30Z", "just now"],
    ["2026-11-21T11:55:00Z", "5\u202fmin ago"],
    ["2026-11-21T06:01:00Z", "5\u202fh ago"],
    ["2026-11-08T12:00:00Z", "13\u202fd ago"],
    ["2026-10-20T12:00:00Z", "4\u202fwk ago"],
    ["2026-05-21T12:00:00Z", "6\u202fmo ago"],
    ["2023-11-21T12:00:00Z", "3\u202fy ago"],
    ["2026-11-24T12:00:00Z", "in 3\u202fd"],
  ])("the distance to %s is “%s”", (iso, words) => {
    expect(formatDistance(iso, now)).toBe(words);
  });
});

describe("moments in a zone", () => {
  test("say date, time and zone in the zone that is asked for", () => {
    const iso = "2026-11-21T23:25:07.000Z";
    expect(formatMoment(iso, "UTC")).toBe("21 Nov 2026, 23:25:07 UTC");
    expect(formatMoment(iso, "Europe/Berlin")).toBe("22 Nov 2026, 00:25:07 CET (Europe/Berlin)");
    expect(formatMinute(iso, "Europe/Berlin")).toBe("22 Nov, 00:25");
  });
});
