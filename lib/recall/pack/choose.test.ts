import { describe, expect, it } from "vitest";
import { NO_SIGNALS } from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import { chooseForPack, type Findings } from "./choose";
import type { PackCandidate } from "./relevance";

function candidate(id: string, probability: number, cited = false): PackCandidate {
  // Choosing reads of a memory only its id and whether it cites anything.
  const memory = { id, citations: cited ? [{}] : [] } as unknown as Memory;
  return {
    memory,
    part: "own",
    sources: new Set(["search"]),
    violated: null,
    signals: NO_SIGNALS,
    relevance: { probability, contributions: [] },
    score: probability,
    scores: {
      relevance: probability,
      contributions: [],
      model: null,
      learned: 0,
      vector: null,
      bm25: null,
      trigram: null,
      quality: 1,
      recency: 1,
      verification: 1,
    },
    why: "is about the task",
  };
}

function judge(candidates: readonly PackCandidate[], findings: Partial<Findings> = {}) {
  return chooseForPack({
    candidates,
    floors: { open: 0.5, join: 0.2 },
    findings: {
      blocked: new Map(),
      usable: new Map(),
      sayTheSame: () => false,
      disputes: new Map(),
      ...findings,
    },
    most: 2,
  });
}

function choose(candidates: readonly PackCandidate[], findings: Partial<Findings> = {}) {
  return judge(candidates, findings)
    .filter(({ place }) => place === "served")
    .map(({ memory, disputed = false }) => [memory.id, disputed]);
}

describe("what a pack is made of", () => {
  it("is nothing when no candidate reaches the first floor", () => {
    expect(choose([candidate("a", 0.49), candidate("b", 0.3)])).toEqual([]);
  });

  it("is the relevant ones, and what reaches the second floor, up to the most", () => {
    const some = [candidate("a", 0.6), candidate("b", 0.3), candidate("c", 0.25), candidate("d", 0.1)];
    expect(choose(some)).toEqual([
      ["a", false],
      ["b", false],
    ]);
  });

  it("is opened by nothing that is blocked or that failed its check", () => {
    const some = [candidate("a", 0.9, true), candidate("b", 0.3)];
    expect(choose(some, { usable: new Map([["a", "failed"]]) })).toEqual([]);
    expect(choose(some, { blocked: new Map([["a", "is suspicious"]]) })).toEqual([]);
  });
});

describe("a memory that changed files violate", () => {
  const violated = (id: string, probability: number, cited = false): PackCandidate => ({
    ...candidate(id, probability, cited),
    sources: new Set(["violation"]),
    violated: "`src/a.ts:3`",
    why: "is violated in a changed file, at `src/a.ts:3`",
  });

  it("comes below every floor, beside the most that are given, and says so", () => {
    const some = [candidate("a", 0.6), candidate("b", 0.3), violated("v", 0.04)];
    expect(choose(some).map(([id]) => id)).toEqual(["a", "b", "v"]);
    const [judged] = judge([violated("v", 0.04)]);
    expect(judged).toMatchObject({
      only_violated: true,
      reason:
        "is violated in a changed file, at `src/a.ts:3`; its relevance of 4 % would not have brought it",
    });
  });

  it("opens the pack for nothing else", () => {
    expect(choose([candidate("a", 0.49), violated("v", 0.04)])).toEqual([["v", false]]);
  });

  it("has room for two", () => {
    const some = [violated("u", 0.1), violated("v", 0.04), violated("w", 0.03)];
    expect(choose(some).map(([id]) => id)).toEqual(["u", "v"]);
    expect(judge(some)[2]?.reason).toContain("It is violated in a changed file, as 2 others are");
  });

  it("is one of the relevant ones where it is relevant, and then opens the pack", () => {
    const some = [violated("v", 0.6), candidate("b", 0.3), candidate("c", 0.3)];
    expect(choose(some).map(([id]) => id)).toEqual(["v", "b"]);
    expect(judge(some)[0]?.only_violated).toBeUndefined();
  });

  it("stays out when it is blocked, fails its check, repeats another or is disputed", () => {
    const low = [violated("v", 0.04, true)];
    expect(choose(low, { blocked: new Map([["v", "is suspicious"]]) })).toEqual([]);
    expect(choose(low, { usable: new Map([["v", "failed"]]) })).toEqual([]);
    const both = [candidate("a", 0.9), violated("v", 0.04)];
    expect(choose(both, { sayTheSame: () => true })).toEqual([["a", false]]);
    expect(choose([violated("v", 0.04)], { disputes: new Map([["v", ["z"]]]) })).toEqual([]);
  });
});

describe("a disputed memory", () => {
  const disputes = new Map([
    ["a", ["z"]],
    ["z", ["a"]],
  ]);

  it("comes with its other side, both marked, however little that resembles the task", () => {
    expect(choose([candidate("a", 0.9), candidate("z", 0.01)], { disputes })).toEqual([
      ["a", true],
      ["z", true],
    ]);
  });

  it("does not come when the other side cannot be given: failed, unchecked or not there", () => {
    const both = [candidate("a", 0.9), candidate("z", 0.01, true)];
    expect(choose(both, { disputes, usable: new Map([["z", "failed"]]) })).toEqual([]);
    expect(choose(both, { disputes, usable: new Map([["z", "unchecked"]]) })).toEqual([]);
    expect(choose([candidate("a", 0.9)], { disputes })).toEqual([]);
  });
});
