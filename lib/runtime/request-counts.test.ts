import { afterEach, describe, expect, it, vi } from "vitest";
import { createRequestCounts, type SharedCounts } from "./request-counts";

/** The shared table, as an object. */
function sharedCounts(): SharedCounts & { sums: Map<string, number> } {
  const sums = new Map<string, number>();
  return {
    sums,
    async add(counts) {
      return counts.map(({ who, minute, count }) => {
        const key = `${minute} ${who}`;
        sums.set(key, (sums.get(key) ?? 0) + count);
        return { who, minute, count: sums.get(key) ?? 0 };
      });
    },
    async forget({ before }) {
      for (const key of sums.keys()) if (Number.parseInt(key, 10) < before) sums.delete(key);
    },
  };
}

const send = (counts: ReturnType<typeof createRequestCounts>, times: number, per_minute = 10) =>
  Array.from({ length: times }, () => counts.count({ who: "a", per_minute })).filter((wait) => wait === null)
    .length;

describe("counts of requests", () => {
  afterEach(() => vi.useRealTimers());

  it("reach the other processes after a second, and at once where somebody sends many", async () => {
    vi.useFakeTimers();
    const shared = sharedCounts();
    const counts = createRequestCounts({ shared });
    const sums = () => [...shared.sums.values()];
    send(counts, 7, 64);
    await vi.advanceTimersByTimeAsync(900);
    expect(sums()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(sums()).toEqual([7]);
    send(counts, 8, 64);
    await vi.advanceTimersByTimeAsync(50);
    expect(sums()).toEqual([15]);
  });

  it("refuse what is over the limit until the minute ends", () => {
    let now = 90_000;
    const counts = createRequestCounts({ shared: null, now: () => now });
    expect(send(counts, 12)).toBe(10);
    expect(counts.count({ who: "a", per_minute: 10 })).toBe(30);
    expect(counts.count({ who: "b", per_minute: 10 })).toBe(null);
    now = 120_000;
    expect(counts.count({ who: "a", per_minute: 10 })).toBe(null);
  });

  it("are the sum of all processes", async () => {
    const shared = sharedCounts();
    const [one, other] = [createRequestCounts({ shared }), createRequestCounts({ shared })];
    expect(send(one, 6)).toBe(6);
    expect(send(other, 3)).toBe(3);
    await one.share();
    await other.share();
    expect(send(other, 5)).toBe(1);
  });

  it("keep what could not be shared, and share it later once", async () => {
    const shared = sharedCounts();
    let is_down = true;
    const counts = createRequestCounts({
      shared: {
        ...shared,
        add: async (pending) => {
          if (is_down) throw new Error("down");
          return shared.add(pending);
        },
      },
      now: () => 60_000,
    });
    expect(send(counts, 4)).toBe(4);
    await counts.share();
    is_down = false;
    await counts.share();
    await counts.share();
    expect([...shared.sums.values()]).toEqual([4]);
    expect(send(counts, 10)).toBe(6);
  });

  it("count once what comes in while the sums are on their way", async () => {
    const shared = sharedCounts();
    const counts = createRequestCounts({ shared });
    send(counts, 3);
    const sharing = counts.share();
    send(counts, 3);
    await sharing;
    await counts.share();
    expect([...shared.sums.values()]).toEqual([6]);
  });

  it("forget earlier minutes", async () => {
    const shared = sharedCounts();
    let now = 0;
    const counts = createRequestCounts({ shared, now: () => now });
    send(counts, 1);
    await counts.share();
    now = 180_000;
    send(counts, 1);
    await counts.share();
    expect([...shared.sums.keys()]).toEqual(["3 a"]);
  });
});
