import { describe, expect, it } from "vitest";
import type { RecallCandidate } from "@/lib/recall/contract";
import { arrange } from "./causes";

const candidate = (
  id: string,
  place: RecallCandidate["place"],
  relevance: number | null,
  reason = "It is about the task.",
): RecallCandidate => ({
  memory: {
    id,
    kind: "decision",
    statement: id,
    status: "active",
    status_reason: null,
    status_since: "2026-11-22T00:00:00.000Z",
    created_at: "2026-11-22T00:00:00.000Z",
    superseded_by: null,
  },
  part: "own",
  place,
  reason,
  score: 1,
  scores: {
    relevance,
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
  tokens: 0,
  uses: [],
  inferred: null,
});
const ids = (candidates: readonly RecallCandidate[]) => candidates.map(({ memory }) => memory.id);

describe("the candidates of a pack", () => {
  it("are what is in as it stands, the three nearest misses by relevance, and the rest by cause", () => {
    const below = (share: number) => `Its relevance of ${share} % is below the floor of 20 %.`;
    const arranged = arrange([
      candidate("second", "served", 0.7),
      candidate("first", "served", 0.9),
      candidate("unchecked", "check_before_use", 0.8, "Its citations could not be checked in time."),
      candidate("low", "out", 0.02, below(2)),
      candidate("near", "out", 0.6, "The best 2 are given."),
      candidate("nearer", "out", 0.65, "It says the same as 01a203ef."),
      candidate("lower", "out", 0.01, below(1)),
      candidate("third", "out", 0.4, "The best 2 are given."),
      candidate("fourth", "out", 0.3, "The best 2 are given."),
      candidate("blocked", "out", 0.03, "It carries text that addresses the model."),
    ]);
    expect(ids(arranged.chosen)).toEqual(["second", "first", "unchecked"]);
    expect(ids(arranged.nearest)).toEqual(["nearer", "near", "third"]);
    expect(arranged.causes.map(({ title, candidates }) => [title, ids(candidates)])).toEqual([
      ["cause_maximum", ["fourth"]],
      ["cause_floor", ["low", "lower"]],
      ["cause_other", ["blocked"]],
    ]);
  });

  it("whose relevance was not judged are no near misses", () => {
    const { nearest, causes } = arrange([
      candidate("old", "out", null, "There was no room for it in the budget."),
    ]);
    expect(nearest).toEqual([]);
    expect(causes.map(({ title }) => title)).toEqual(["cause_budget"]);
  });

  it.each([
    ["It was delivered in this session already.", "cause_delivered"],
    ["Another rule says the same.", "cause_same"],
    ["It is disputed, and the other side cannot be shown.", "cause_conflict"],
    ["The code that it cites has changed.", "cause_code_changed"],
    ["The code that it cites could not be seen to hold.", "cause_not_checked"],
    ["Its citations could not be checked in time.", "cause_not_checked"],
    [
      "Nothing reaches the 36 % of relevance from which a pack is given; its own is 24 %.",
      "cause_pack_floor",
    ],
  ])("that are left out because %j are listed under %j", (reason, title) => {
    expect(arrange([candidate("one", "out", null, reason)]).causes[0]?.title).toBe(title);
  });
});
