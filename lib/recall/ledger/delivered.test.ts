import { describe, expect, it } from "vitest";
import { DELIVERED_BEFORE, memoryVersion, withoutDelivered } from "./delivered";

const memory = {
  id: "a",
  statement: "Prices come from tariff.ts",
  outcome: "One source",
  status: "active" as const,
  metadata: { subject: "prices", instead: "use tariff.ts" },
};

describe("the version of a memory", () => {
  it.each([
    ["its statement", { statement: "Prices come from prices.ts" }],
    ["its outcome", { outcome: null }],
    ["its status", { status: "drifted" as const }],
    ["what a pack shows beside its statement", { metadata: { ...memory.metadata, instead: "ask" } }],
  ])("changes with %s", (_, change) => {
    expect(memoryVersion({ ...memory, ...change })).not.toBe(memoryVersion(memory));
  });

  it("is another one where it is violated, and the same as before where it is not", () => {
    expect(memoryVersion({ ...memory, violated: "`src/a.ts:3`" })).not.toBe(memoryVersion(memory));
    expect(memoryVersion({ ...memory, violated: null })).toBe(memoryVersion(memory));
  });

  it("stays when only counters and metadata that no pack shows change", () => {
    const used = { ...memory, usage_count: 9, quality: 0.1, metadata: { ...memory.metadata, task: "x" } };
    expect(memoryVersion(used)).toBe(memoryVersion(memory));
  });
});

describe("a pack without what its context window has", () => {
  const served = { memory, place: "served", reason: "matches" };
  const delivered = new Map([["a", memoryVersion(memory)]]);

  it("leaves out what was delivered in this version, and says why", () => {
    expect(withoutDelivered([served], delivered)).toEqual([
      { memory, place: "out", reason: DELIVERED_BEFORE },
    ]);
    const unchecked = { ...served, place: "check_before_use" };
    expect(withoutDelivered([unchecked], delivered)).toMatchObject([{ place: "out" }]);
  });

  it("keeps what changed, what is new, and the reasons of what was out anyway", () => {
    const changed = { ...served, memory: { ...memory, statement: "Prices come from prices.ts" } };
    const other = { ...served, memory: { ...memory, id: "b" } };
    const violated = { ...served, violated: "`src/a.ts:3`" };
    const out = { ...served, place: "out", reason: "It says the same as b." };
    const all = [changed, other, violated, out];
    expect(withoutDelivered(all, delivered)).toEqual(all);
  });
});
