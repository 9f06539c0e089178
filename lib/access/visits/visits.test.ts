import { describe, expect, it } from "vitest";
import { afterLook } from "./visits";

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));

describe("a look at the overview", () => {
  it("begins the first visit, before which there was none", () => {
    expect(afterLook({ visited_at: null, visited_before_at: null }, at(0))).toEqual({
      visited_at: at(0),
      visited_before_at: null,
    });
  });

  it("goes on with a visit while looks follow within an hour, and writes at most once a minute", () => {
    const visits = { visited_at: at(100), visited_before_at: at(1) };
    expect(afterLook(visits, new Date(at(100).getTime() + 59_000))).toBeNull();
    expect(afterLook(visits, at(159))).toEqual({ visited_at: at(159), visited_before_at: at(1) });
  });

  it("begins another visit an hour after the last look, which is the time before it", () => {
    const visits = { visited_at: at(100), visited_before_at: at(1) };
    expect(afterLook(visits, at(160))).toEqual({ visited_at: at(160), visited_before_at: at(100) });
  });
});
