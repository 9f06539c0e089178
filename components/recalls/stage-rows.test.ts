import { expect, test } from "vitest";
import type { Stage } from "@/lib/recall/contract";
import { recallParts } from "@/messages/compiled/recall-parts";
import { translate } from "@/messages/translate";
import { stageRows } from "./stage-rows";

const t = translate(recallParts, { language: "en", translations: null });
const rowsOf = (stages: readonly Stage[], latency_ms: number) => stageRows({ t, stages, latency_ms });

const EVERY = ["embedding", "search", "relevance", "verification", "choosing", "writing"];

test("parts come in the order in which they began, with their share of the whole", () => {
  const stages = [
    { name: "search", at: 20, ms: 60 },
    { name: "embedding", at: 0, ms: 50 },
    { name: "latest", at: 20, ms: 5 },
  ];
  const { rows, total } = rowsOf(stages, 100);
  expect(total).toBe(100);
  expect(rows.slice(0, 3)).toMatchObject([
    { words: "Embedding the question", bar: { start: 0, width: 0.5 } },
    { words: "Searching by meaning and words", bar: { start: 0.2, width: 0.6 } },
    { words: "Latest memories", at: 20, ms: 5 },
  ]);
});

test("what is not recorded is unknown, and not nothing", () => {
  const { rows } = rowsOf([{ name: "search", at: null, ms: 7 }], 12);
  expect(rows.find(({ key }) => key === "search 0")).toMatchObject({ at: null, ms: 7, bar: null });
  expect(rows.filter(({ ms }) => ms === null).map(({ key }) => key)).toEqual(
    EVERY.filter((name) => name !== "search"),
  );
});

test("a part that ended after the answer widens the whole, so that no bar is longer than it", () => {
  const { rows, total } = rowsOf([{ name: "ledger", at: 90, ms: 30 }], 95);
  expect(total).toBe(120);
  for (const { bar } of rows) if (bar) expect(bar.start + bar.width).toBeLessThanOrEqual(1.0001);
});

test("no parts and no time are no error", () => {
  expect(rowsOf([], 0).rows.every(({ bar }) => bar === null)).toBe(true);
});

test("a second question and an unknown part have words", () => {
  const { rows } = rowsOf(
    [
      { name: "search 2", at: 1, ms: 1 },
      { name: "some_part", at: 2, ms: 1 },
    ],
    5,
  );
  expect(rows.slice(0, 2).map(({ words }) => words)).toEqual([
    "Searching by meaning and words, question 2",
    "some part",
  ]);
});
