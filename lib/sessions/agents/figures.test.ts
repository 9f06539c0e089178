import { describe, expect, it } from "vitest";
import type { AgentFigures } from "../contract";
import { figuresOf } from "./figures";

const agent = (agent_type: string, counts: Partial<AgentFigures>): AgentFigures => ({
  agent_type,
  agents: 1,
  recalls: 0,
  recalls_served: 0,
  recalls_empty: 0,
  recalls_failed: 0,
  recalls_degraded: 0,
  memories_loaded: 0,
  query_p50: null,
  query_p95: null,
  answers: 0,
  memories_stored: 0,
  storage_p50: null,
  storage_p95: null,
  memories: 0,
  average_quality: null,
  high_quality: 0,
  low_quality: 0,
  ...counts,
});
const NO_PACKS = {
  reported: 0,
  reported_right: 0,
  inferred: 0,
  inferred_right: 0,
  packs: 0,
  empty: 0,
  served_packs: 0,
  tokens: 0,
  tokens_squared: 0,
  in_windows: 0,
  repeated: 0,
  served: 0,
  disputed: 0,
};
const NONE = {
  agents: [],
  packs: NO_PACKS,
  active: { memories: 0, average_quality: null, low_quality: 0, with_metadata: 0, used_again: 0 },
  servings: { served: 0, cited: 0, verified: 0, found: 0, found_cited: 0, found_verified: 0 },
  corrections: { confirmed: 0, missed: 0, alarms: 0, false_alarms: 0 },
  bytes: null,
};

describe("the figures of the Agents page", () => {
  it("are unknown, and neither met nor missed, where nothing was counted", () => {
    for (const { value, low, met } of figuresOf(NONE))
      expect({ value, low, met }).toEqual({ value: null, low: null, met: null });
  });

  it("are the shares of what was counted, each against its target where it has one", () => {
    const figures = figuresOf({
      agents: [
        agent("builder", { recalls: 8, recalls_served: 7, memories: 4 }),
        agent("reviewer", { recalls: 2, recalls_served: 1, memories: 1 }),
        agent("tester", { answers: 1 }),
        // Known by its name alone: it neither asked nor gave.
        agent("main", {}),
      ],
      packs: {
        reported: 40,
        reported_right: 20,
        inferred: 60,
        inferred_right: 15,
        packs: 10,
        empty: 4,
        served_packs: 4,
        tokens: 1_000,
        tokens_squared: 4 * 250 ** 2,
        in_windows: 50,
        repeated: 1,
        served: 100,
        disputed: 0,
      },
      active: { memories: 200, average_quality: 0.7, low_quality: 10, with_metadata: 160, used_again: 101 },
      servings: { served: 50, cited: 40, verified: 39, found: 900, found_cited: 800, found_verified: 600 },
      corrections: { confirmed: 96, missed: 4, alarms: 100, false_alarms: 5 },
      bytes: 100_000,
    });
    expect(Object.fromEntries(figures.map(({ name, value, met }) => [name, [value, met]]))).toEqual({
      pack_precision: [0.5, true],
      pack_precision_inferred: [0.25, null],
      packs_empty: [0.4, null],
      tokens_per_pack: [250, null],
      delivered_twice: [0.02, false],
      disputed_served: [0, null],
      verified_before_use: [0.975, false],
      verified_in_searches: [0.75, null],
      average_quality: [0.7, false],
      low_quality: [0.05, false],
      with_metadata: [0.8, true],
      agent_types_contributing: [2 / 3, true],
      invalid_detection: [0.96, true],
      false_alarms: [0.05, false],
      bytes_per_10000: [1_000_000_000, true],
    });
  });

  it("carry the interval of every share", () => {
    const packs = { ...NO_PACKS, packs: 10, empty: 4 };
    const figure = figuresOf({ ...NONE, packs }).find(({ name }) => name === "packs_empty");
    expect(figure?.low).toBeCloseTo(0.168, 3);
    expect(figure?.high).toBeCloseTo(0.687, 3);
  });
});
