import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RECORDED_SIGNALS } from "@/lib/memories/contract";
import { toScoreColumns, toScores, withScoreColumns } from "./score-columns";

const number = fc.double({ min: -50, max: 50, noNaN: true });
const orNull = fc.option(number);

const scores = fc.record({
  relevance: orNull,
  contributions: fc.uniqueArray(fc.record({ signal: fc.constantFrom(...RECORDED_SIGNALS), adds: number }), {
    selector: ({ signal }) => signal,
  }),
  model: fc.option(fc.string()),
  learned: number,
  vector: orNull,
  bm25: orNull,
  trigram: orNull,
  quality: number,
  recency: number,
  verification: number,
});

const SCORED = {
  relevance: 0.5,
  contributions: [
    { signal: "cited_folder" as const, adds: -2.5 },
    { signal: "meaning" as const, adds: 1.25 },
  ],
  model: "words#0a1b2c3d",
  learned: -0.25,
  vector: null,
  bm25: 12.34567,
  trigram: null,
  quality: 1.1,
  recency: 0.9,
  verification: 1,
};

describe("the columns of a candidate's scores", () => {
  it("give the scores back, the strongest signal first, to five digits", () => {
    fc.assert(
      fc.property(scores, (before) => {
        const after = toScores(toScoreColumns(before));
        const { contributions, ...numbers } = after;
        for (const [name, value] of Object.entries(numbers)) {
          const original = before[name as keyof typeof numbers];
          if (typeof value === "number") expect(value).toBeCloseTo(Number(original), 4);
          else expect(value).toBe(original);
        }
        const adds = new Map(before.contributions.map((one) => [one.signal, one.adds]));
        for (const one of contributions) expect(one.adds).toBeCloseTo(adds.get(one.signal) ?? 0, 4);
        expect(contributions.every(({ adds: value }) => value !== 0)).toBe(true);
        const strengths = contributions.map(({ adds: value }) => Math.abs(value));
        expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
      }),
    );
  });

  // Rows are kept for months: a signal that moves would be read as another one. New ones go to the end.
  it("have the signals in the order that rows were written in", () => {
    expect(RECORDED_SIGNALS.slice(0, 11)).toEqual([
      "meaning",
      "words",
      "coverage",
      "rare_words",
      "cited_file",
      "changed_glob",
      "kind_of_change",
      "agent_type",
      "category",
      "cited_folder",
      "subject_of_change",
    ]);
  });

  it("are made of the JSON that older exports have", () => {
    const { contributions, ...rest } = toScoreColumns(SCORED);
    expect(withScoreColumns({ memory_id: "m", scores: SCORED })).toEqual({
      memory_id: "m",
      contributions,
      ...rest,
    });
    expect(withScoreColumns({ memory_id: "m", scores: {} })).toEqual({ memory_id: "m" });
    expect(withScoreColumns({ memory_id: "m", relevance: 0.5 })).toEqual({ memory_id: "m", relevance: 0.5 });
  });
});
