import { describe, expect, it } from "vitest";
import type { RecallStats } from "@/lib/recall/contract";
import { coverageSeries, driftSeries, valueSeries } from "./series";

const point = (day: number, counts: { turned: number; failing: number; known: number }) => ({
  from: `2026-01-0${day}T00:00:00.000Z`,
  to: `2026-01-0${day + 1}T00:00:00.000Z`,
  recovered: 0,
  ...counts,
});

type Day = RecallStats["days"][number];

const days = (count: number): Day[] =>
  Array.from({ length: count }, (_, at) => ({
    day: `2026-01-${String(at + 1).padStart(2, "0")}`,
    recalls: 1,
    recalls_served: 1,
    recalls_degraded: 0,
    memories_served: 2,
    used: 1,
    refused: 0,
    unreported: 1,
    tokens: 10,
    tokens_used: 5,
    latency_p50: 1,
    latency_p95: 1,
  }));

describe("the trends of the overview", () => {
  const weeks = [
    point(1, { turned: 0, failing: 0, known: 0 }),
    point(2, { turned: 3, failing: 3, known: 10 }),
    point(3, { turned: 2, failing: 0, known: 1 }),
  ];

  it("say what holds of what is known, with an interval, and nothing where nothing is known", () => {
    const [none, some] = coverageSeries(weeks, undefined);
    expect(none).toMatchObject({ rate: null, low: null, high: null, n: 0 });
    expect(some).toMatchObject({ rate: 0.7, n: 10 });
    expect(some?.low).toBeLessThan(0.7);
    expect(some?.high).toBeGreaterThan(0.7);
  });

  it("never say that more turned than were known", () => {
    expect(driftSeries(weeks, undefined).map(({ rate, n }) => [rate, n])).toEqual([
      [null, 0],
      [0.3, 10],
      [1, 2],
    ]);
  });

  it("count weeks from Monday, without the one of which the first days are not known", () => {
    const weeksOf = (count: number, from = 0) =>
      valueSeries(days(count).slice(from), "acme/shop").map(({ at, n, rate }) => [at, n, rate]);
    expect(weeksOf(16)).toEqual([
      ["2026-01-05T00:00:00.000Z", 14, 0.5],
      ["2026-01-12T00:00:00.000Z", 10, 0.5],
    ]);
    expect(weeksOf(11, 4)).toEqual([["2026-01-05T00:00:00.000Z", 14, 0.5]]);
    expect(weeksOf(0)).toEqual([]);
  });
});
