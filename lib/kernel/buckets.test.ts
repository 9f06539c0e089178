import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketsBetween, startOfBucket, stepBucket } from "./buckets";

const at = (iso: string) => new Date(iso);

describe("startOfBucket", () => {
  it.each([
    ["day", "2026-03-01T23:59:59.999Z", "2026-03-01T00:00:00.000Z"],
    ["week", "2026-03-01T12:00:00Z", "2026-02-23T00:00:00.000Z"],
    ["week", "2026-03-02T00:00:00Z", "2026-03-02T00:00:00.000Z"],
    ["month", "2024-02-29T12:00:00Z", "2024-02-01T00:00:00.000Z"],
  ] as const)("of the %s of %s is %s", (bucket, moment, start) => {
    expect(startOfBucket(bucket, at(moment)).toISOString()).toBe(start);
  });
});

describe("stepBucket", () => {
  it("goes over the ends of months and years", () => {
    expect(stepBucket("month", at("2025-12-01T00:00:00Z"), 1).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(stepBucket("month", at("2026-01-01T00:00:00Z"), -11).toISOString()).toBe(
      "2025-02-01T00:00:00.000Z",
    );
    expect(stepBucket("week", at("2026-03-02T00:00:00Z"), -1).toISOString()).toBe("2026-02-23T00:00:00.000Z");
  });
});

describe("bucketsBetween", () => {
  it("covers the period, and nothing beside it, with buckets that follow one another", () => {
    const moment = fc.date({ min: at("2000-01-01"), max: at("2040-01-01"), noInvalidDate: true });
    const bucket = fc.constantFrom("day" as const, "week" as const, "month" as const);
    fc.assert(
      fc.property(bucket, moment, fc.integer({ min: 1, max: 200 * 86_400_000 }), (kind, from, length) => {
        const to = new Date(from.getTime() + length);
        const buckets = bucketsBetween(kind, { from, to }, 400) ?? [];
        expect(buckets.at(0)?.at).toEqual(from);
        expect(buckets.at(-1)?.until).toEqual(to);
        for (const [index, { at: start, until }] of buckets.entries()) {
          expect(start.getTime()).toBeLessThan(until.getTime());
          expect(startOfBucket(kind, new Date(until.getTime() - 1))).toEqual(startOfBucket(kind, start));
          if (index === 0) continue;
          expect(startOfBucket(kind, start)).toEqual(start);
          expect(buckets[index - 1]?.until).toEqual(start);
        }
      }),
    );
  });

  it("is null for too many buckets and for no time at all", () => {
    const from = at("2026-01-01T00:00:00Z");
    expect(bucketsBetween("day", { from, to: at("2026-01-11T00:00:00Z") }, 10)).toHaveLength(10);
    expect(bucketsBetween("day", { from, to: at("2026-01-11T00:00:00.001Z") }, 10)).toBeNull();
    expect(bucketsBetween("day", { from, to: from }, 10)).toBeNull();
    expect(bucketsBetween("day", { from: at("0001-01-01T00:00:00Z"), to: from }, 400)).toBeNull();
  });
});
