import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/lib/kernel/time";
import { adjustments, DEFAULT_WEIGHTS, fuse, LEXICAL_WEIGHTS, sumOf, weightsOf } from "./ranking";

const weights = { vector: 0.4, bm25: 0.4, trigram: 0.2 };

describe("fusion", () => {
  it("scales each list between its own extremes, and counts absent as nothing", () => {
    const parts = fuse(
      [
        { id: "a", vector: 0.9, bm25: 12, trigram: 0.5 },
        { id: "b", vector: 0.7, bm25: null, trigram: 0.1 },
        { id: "c", vector: 0.5, bm25: 2, trigram: null },
      ],
      weights,
    );
    const scores = new Map([...parts].map(([id, adds]) => [id, sumOf(adds)]));
    expect(scores.get("a")).toBeCloseTo(1);
    expect(scores.get("b")).toBeCloseTo(0.2);
    expect(scores.get("c")).toBeCloseTo(0);
  });

  it("counts a list fully whose values are all the same", () => {
    expect(fuse([{ id: "a", vector: null, bm25: 3, trigram: null }], weights).get("a")).toEqual({
      vector: 0,
      bm25: 0.4,
      trigram: 0,
    });
  });

  it("of nothing is nothing", () => {
    expect(fuse([], weights).size).toBe(0);
  });

  it("weighs words and likeness alone without an embedder", () => {
    expect(weightsOf(null, 0.2)).toBe(LEXICAL_WEIGHTS);
  });

  it.each([0, 0.3, 1])("has weights that add up to 1 where words cover %s of the query", (coverage) => {
    for (const id of [null, "minilm-l6-v2@384/split2/128", "another@8"]) {
      const { vector, bm25, trigram } = weightsOf(id, coverage);
      expect(vector + bm25 + trigram).toBeCloseTo(1);
    }
  });

  it("leaves a query whose words are found nowhere to meaning, and trusts words more the more are found", () => {
    const id = "minilm-l6-v2@384/split2/128";
    expect(weightsOf(id, 0)).toEqual({ vector: 1, bm25: 0, trigram: 0 });
    expect(weightsOf(id, 0.8).bm25).toBeGreaterThan(weightsOf(id, 0.3).bm25);
    expect(weightsOf(id, 1)).toEqual(DEFAULT_WEIGHTS);
  });
});

describe("adjustments", () => {
  const now = new Date("2026-06-01T00:00:00.000Z");
  const memory = { quality: 0.5, refreshed_at: now.toISOString(), verdict: null };

  it("prefer the better, the fresher and the verified, within narrow bounds", () => {
    const of = (params: Partial<Parameters<typeof adjustments>[0]>) =>
      adjustments({ ...memory, ...params }, now);
    expect(of({}).quality).toBeCloseTo(1);
    expect(of({ quality: 1 }).quality).toBeCloseTo(1.1);
    expect(of({ quality: 0 }).quality).toBeCloseTo(0.9);
    expect(of({}).recency).toBeCloseTo(1.05);
    const old = new Date(now.getTime() - 3650 * DAY_MS).toISOString();
    expect(of({ refreshed_at: old }).recency).toBeCloseTo(1);
    expect(of({ verdict: "valid" }).verification).toBeGreaterThan(of({ verdict: "unknown" }).verification);
    expect(of({ verdict: "drifted" }).verification).toBeLessThan(of({}).verification);
  });

  it("do not reward a time in the future", () => {
    const future = new Date(now.getTime() + 10 * DAY_MS).toISOString();
    expect(adjustments({ ...memory, refreshed_at: future }, now).recency).toBeCloseTo(1.05);
  });
});
