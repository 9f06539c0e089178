import { describe, expect, it } from "vitest";
import { DumpError, readDump, toInput } from "./dump";

const hosted = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  memory: `Memory ${id}`,
  user_id: "ana",
  metadata: { team: "core" },
  categories: ["food"],
  created_at: "2026-01-02T03:04:05.000-08:00",
  updated_at: "2026-01-03T00:00:00Z",
  ...more,
});
const point = (id: string, payload: Record<string, unknown>) => ({ id, vector: [0.1], payload });
const row = (memory_id: string, event: string, rest: Record<string, unknown>) => ({
  id: "r",
  memory_id,
  event,
  ...rest,
});

const problem = (text: string): string => {
  try {
    readDump(text);
  } catch (error) {
    if (error instanceof DumpError) return error.message;
    throw error;
  }
  return "whole";
};
const json = (value: unknown) => JSON.stringify(value);

describe("an export of mem0", () => {
  it.each([
    ["a page", { count: 1, next: null, previous: null, results: [hosted("a")] }],
    ["pages", [{ count: 1, next: null, results: [hosted("a")] }]],
    ["an export", { memories: [hosted("a")] }],
    ["a list", [hosted("a")]],
  ])("is read from %s", (_, value) => {
    const { format, memories, refused } = readDump(json(value));
    expect({ format, refused }).toEqual({ format: "hosted", refused: [] });
    expect(memories).toMatchObject([
      {
        id: "a",
        text: "Memory a",
        ids: { user_id: "ana" },
        metadata: { team: "core" },
        categories: ["food"],
        created_at: "2026-01-02T11:04:05.000Z",
      },
    ]);
  });

  it("is read from points and rows of a vector store, with what is beside the text as metadata", () => {
    const payload = { data: "Tea is green", hash: "x", user_id: "ana", role: "user", colour: "green" };
    const expected = [
      { id: "p", text: "Tea is green", ids: { user_id: "ana" }, metadata: { role: "user", colour: "green" } },
    ];
    for (const text of [
      json({ result: { points: [point("p", payload)], next_page_offset: null } }),
      json([point("p", payload)]),
      `${json(point("p", payload))}\n${json(point("q", payload))}`,
    ]) {
      const { format, memories } = readDump(text);
      expect(format).toBe("vectors");
      expect(memories.slice(0, 1)).toMatchObject(expected);
    }
  });

  it("is read from a history: the last text of each, and none of what was deleted", () => {
    const rows = [
      row("a", "UPDATE", {
        old_memory: "one",
        new_memory: "two",
        created_at: "2026-01-01",
        updated_at: "2026-01-05",
      }),
      row("a", "ADD", { new_memory: "one", created_at: "2026-01-01" }),
      row("b", "ADD", { new_memory: "gone", created_at: "2026-01-01" }),
      row("b", "DELETE", { old_memory: "gone", created_at: "2026-01-02", is_deleted: 1 }),
    ];
    const { format, memories, refused } = readDump(json(rows));
    expect(format).toBe("history");
    expect(memories).toMatchObject([{ id: "a", text: "two", created_at: "2026-01-01T00:00:00.000Z" }]);
    expect(refused).toEqual([{ place: "3", id: "b", reason: "was deleted" }]);
  });

  it("names what it refuses, and why", () => {
    const results = [
      hosted("a", { memory: " " }),
      "text",
      hosted("c", { memory: "x".repeat(8_001) }),
      hosted("d", { user_id: 7 }),
      hosted("e", { categories: ["x".repeat(61)] }),
    ];
    expect(readDump(json({ results })).refused).toEqual([
      { place: "results/0", id: "a", reason: "has no text" },
      { place: "results/1", id: null, reason: "is no object" },
      { place: "results/2", id: "c", reason: "has 8,001 characters; a memory takes 8,000" },
      { place: "results/3", id: "d", reason: "user_id is no text" },
      { place: "results/4", id: "e", reason: "has a category of more than 60 characters" },
    ]);
  });

  const whole = json({ results: [hosted("a"), hosted("b")] });
  it.each([
    [json({ count: 5, next: null, results: [hosted("a")] }), "counts 5 memories and holds 1: 4 are missing"],
    [json({ next: "https://x/?page=2", results: [hosted("a")] }), "names a next page, which is missing"],
    [json({ result: { points: [point("p", {})], next_page_offset: 9 } }), "goes on at 9"],
    [whole.slice(0, -20), "breaks at"],
    [`${json(hosted("a"))}\n${json(hosted("b")).slice(0, 20)}`, "breaks in line 2"],
    [
      `${json(hosted("a"))}\n{"id":\n${json(hosted("b"))}`,
      "breaks in line 2: it is cut off or no JSON, so that memory and 1 further lines are missing",
    ],
    ["", "is empty"],
    ["[]", "holds no memories"],
    ['{"a":1}', "has no list"],
    ["7", "is no list or object"],
  ])("that is not whole is refused with what is missing: %j", (text, message) => {
    expect(problem(text)).toContain(message);
  });

  it("cut off anywhere is never taken for a whole one", () => {
    for (let end = 1; end < whole.length; end += 1) expect(problem(whole.slice(0, end))).not.toBe("whole");
  });

  it("is stored with the ids and moments that it had", () => {
    const [memory] = readDump(
      json([hosted("a", { app_id: "acme/shop", metadata: { agent: "x", n: 1 } })]),
    ).memories;
    if (!memory) throw new Error("one was read");
    const input = toInput(memory, { in_repository: true });
    expect(input).toMatchObject({ repository: "acme/shop", user: "ana", source: { id: "mem0:a" } });
    expect(input.metadata).toEqual({
      n: 1,
      mem0: {
        id: "a",
        app_id: "acme/shop",
        created_at: "2026-01-02T11:04:05.000Z",
        updated_at: "2026-01-03T00:00:00.000Z",
        metadata: { agent: "x" },
      },
    });
    expect(toInput(memory, { in_repository: false }).repository).toBeUndefined();
  });
});
