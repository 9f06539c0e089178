import { describe, expect, it } from "vitest";
import { capacityFor, type Load } from "./capacity-estimate";

const POOL = { pool_size: 10 };
/** One task a second, so that rates are what is asked for each task. */
const ONE_A_SECOND: Load = {
  memories: 10_000,
  agents: 60,
  tasks: 60,
  searches: 0,
  reads: 0,
  stores: 0,
  citations: 0,
  recall_days: 0,
  hours: 8,
};
const capacity = (load: Partial<Load>) => capacityFor({ ...ONE_A_SECOND, ...load }, POOL);

describe("capacity", () => {
  it("is what the bench measured among 10,000 and 100,000 memories", () => {
    expect(capacity({}).cores).toEqual({ web: 0.0162, database: 0.0158, worker: 0 });
    const many = capacity({ memories: 100_000 }).cores;
    expect(many.web).toBeCloseTo(0.0151, 6);
    expect(many.database).toBeCloseTo(0.0456, 6);
  });

  it("lies between these in between, and says when it is drawn further", () => {
    const between = capacity({ memories: 30_000 });
    expect(between.cores.database).toBeGreaterThan(0.0158);
    expect(between.cores.database).toBeLessThan(0.0456);
    expect(between.measured).toBe(true);
    expect(capacity({ memories: 1_000 }).cores).toEqual(capacity({}).cores);
    const more = capacity({ memories: 1_000_000 });
    expect(more.cores.database).toBeGreaterThan(0.1);
    expect(more.measured).toBe(false);
  });

  it("adds up requests, and keeps a core two fifths idle", () => {
    const busy = capacity({ searches: 30, reads: 10, stores: 5 });
    expect(busy.requests_a_second).toBeCloseTo(46);
    expect(busy.cores.web).toBeCloseTo((16.2 + 30 * 31.8 + 10 * 5.5 + 5 * 7.6) / 1000, 6);
    expect(busy.web_processes).toBe(Math.ceil(busy.cores.web / 0.6));
    expect(busy.connections).toBe((busy.web_processes + busy.workers) * 10);
  });

  it("counts recalls as long as they are kept", () => {
    const kept = (recall_days: number) => capacity({ recall_days }).disk_gb.recalls;
    expect(kept(0)).toBe(0);
    expect(kept(90)).toBeCloseTo(3 * kept(30));
    // 28,800 a day of 20 kB each, half as much again as room.
    expect(kept(30)).toBeCloseTo(28_800 * 30 * (3.7 + 34 * 0.49) * 1.5e-6);
  });

  it("names the steps in their order, and none for a small team", () => {
    expect(capacity({}).steps).toEqual([]);
    const large = capacity({ memories: 100_000, searches: 100, stores: 20 });
    expect(large.steps).toEqual(["engine", "processes", "own_database", "pooler", "workers"]);
    expect(capacity({ memories: 100_000, searches: 200 }).steps).toContain("replica");
  });
});
