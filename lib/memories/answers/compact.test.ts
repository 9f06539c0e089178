import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenizer } from "@/lib/ai";
import type { Memory } from "../contract";
import { ageOf, hitRows, markdownOf, placeOf, rowsOf } from "./compact";

const now = new Date("2026-05-01T12:00:00Z");
const options = { now, names_repository: false };
let count: (text: string) => number;

beforeAll(async () => {
  count = await loadTokenizer();
});

function memoryOf(statement: string, cited = 1): Memory {
  const id = "01a20371-9c4e-7b1f-8d55-6d1f0a2b3c4d";
  const repository = { id, name: "acme/harbour" };
  const citation = {
    id,
    repository,
    path: "src/berths.ts",
    line_start: 3,
    line_end: 9,
    commit_sha: "0".repeat(40),
    status: "unchanged" as const,
    checked_at: null,
    facts: [],
    symbol_path: null,
    checked_commit: null,
    stands_at: null,
    inferred: false,
    confidence: null,
  };
  return {
    id,
    kind: "decision",
    scope: "repository",
    repository,
    session_id: null,
    statement,
    metadata: {},
    category: "general",
    tags: [],
    agent: null,
    agent_type: null,
    user: null,
    created_by: { kind: "agent", id: "a", name: "a" },
    reasoning: null,
    outcome: null,
    confidence: null,
    quality: 0.7,
    usage_count: 0,
    verification_count: 0,
    observation_count: 1,
    source: { kind: "api", id: null },
    status: "active",
    status_reason: null,
    status_since: now.toISOString(),
    superseded_by: null,
    pinned: false,
    applies_to: null,
    pending_repository: null,
    suggested_at: null,
    redactions: [],
    safety_version: 1,
    citations: Array.from({ length: cited }, () => citation),
    refreshed_at: "2026-04-28T12:00:00Z",
    addressed_at: null,
    deleted_at: null,
    held_at: null,
    held_reason: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    version: 1,
  };
}

describe("rows of memories", () => {
  it("have a whole statement where there is room for it", () => {
    const [row] = rowsOf([memoryOf("Berths are counted\nfrom one. ".repeat(8), 7)], options);
    expect(row).toMatchObject({
      statement: "Berths are counted from one. ".repeat(8).trim(),
      cites: [...Array.from({ length: 5 }, () => "src/berths.ts:3-9"), "2 more"],
      age: "3d",
    });
  });

  it.each([
    ["prose", "The quay is locked before a reservation is moved. "],
    ["identifiers", "getBerthById_v2(allocation$x).lockQuay?.(QUAY_07) !== 0x1F; "],
    ["Chinese", "在移动预订之前必须锁定码头，否则两个调度员可能分配同一个泊位。"],
  ])("of ten long statements in %s take at most 1,500 tokens", (_, text) => {
    const rows = rowsOf(
      Array.from({ length: 10 }, () => memoryOf(text.repeat(40), 5)),
      { now, names_repository: true },
    );
    expect(rows).toHaveLength(10);
    expect(count(JSON.stringify(rows))).toBeLessThanOrEqual(1_500);
    expect(rows[0]?.statement).toMatch(/…$/);
  });

  it("of a search say why each was found, and how relevant it is where that is known", () => {
    const memory = memoryOf("Berths are counted from one.");
    const [byWords, byMeaning] = hitRows(
      [
        { memory, matched: ["berths", "one"], relevance: 0.8349 },
        { memory, matched: [], relevance: null },
      ],
      options,
    );
    expect(byWords).toMatchObject({ why: "has berths, one", relevance: 0.83 });
    expect(byMeaning).toMatchObject({ why: "similar meaning" });
    expect(byMeaning).not.toHaveProperty("relevance");
  });

  it("are a line each as markdown", () => {
    const rows = rowsOf([memoryOf("# No heading\n\n- of its own")], options);
    expect(markdownOf(rows)).toBe(
      "- # No heading - of its own (decision, src/berths.ts:3-9, 3d) `01a20371-9c4e-7b1f-8d55-6d1f0a2b3c4d`\n",
    );
    expect(markdownOf([])).toBe("Nothing is remembered here.\n");
  });
});

describe("a short form", () => {
  it("of an age is in the largest whole unit", () => {
    const ages = [
      "2026-05-01T11:59:30Z",
      "2026-05-01T05:00:00Z",
      "2026-02-01T00:00:00Z",
      "2023-01-01T00:00:00Z",
    ];
    expect(ages.map((time) => ageOf(time, now))).toEqual(["0m", "7h", "2mo", "3y"]);
  });

  it("of a place has one line or a range", () => {
    expect(placeOf({ path: "a.ts", line_start: 2, line_end: 2 })).toBe("a.ts:2");
    expect(placeOf({ path: "a.ts", line_start: 2, line_end: 5 })).toBe("a.ts:2-5");
  });
});
