import { expect, it } from "vitest";
import type { Memory, MemoryEvent } from "../contract";
import { markOf } from "./mark";
import { memoryAt, type Past } from "./memory-at";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 10, minute)).toISOString();

const ID = "01890000-0000-7000-8000-000000000001";
const CITED = "01890000-0000-7000-8000-000000000002";
const repository = { id: "01890000-0000-7000-8000-000000000003", name: "acme/shop" };

const memory: Memory = {
  id: ID,
  kind: "decision",
  scope: "repository",
  repository,
  pending_repository: null,
  session_id: null,
  statement: "now",
  metadata: {},
  category: "general",
  tags: ["new"],
  agent: null,
  agent_type: null,
  user: null,
  created_by: { kind: "person", id: ID, name: "Ada" },
  reasoning: null,
  outcome: null,
  confidence: null,
  quality: 0.5,
  usage_count: 0,
  verification_count: 0,
  observation_count: 1,
  source: { kind: "api", id: null },
  status: "active",
  status_reason: null,
  status_since: at(0),
  superseded_by: null,
  pinned: false,
  redactions: [],
  applies_to: null,
  safety_version: 1,
  citations: [
    {
      id: CITED,
      repository,
      inferred: false,
      path: "src/b.ts",
      line_start: 3,
      line_end: 4,
      commit_sha: "a".repeat(40),
      status: "edited",
      confidence: 1,
      stands_at: null,
      facts: [],
      symbol_path: null,
      checked_at: at(50),
      checked_commit: "c".repeat(40),
    },
  ],
  refreshed_at: at(0),
  addressed_at: null,
  deleted_at: null,
  held_at: null,
  held_reason: null,
  suggested_at: null,
  created_at: at(0),
  updated_at: at(50),
  version: 5,
};

const event = (
  type: MemoryEvent["type"],
  minute: number,
  detail: Record<string, unknown> = {},
): MemoryEvent => ({
  id: ID,
  memory_id: ID,
  type,
  at: at(minute),
  actor: { kind: "person", id: ID, name: "Ada" },
  reason: null,
  detail,
});

const past = (minute: number, events: MemoryEvent[], rest: Partial<Past> = {}): Past => ({
  at: at(minute),
  events,
  arrivals: [],
  checks: new Map(),
  cited: new Set([CITED]),
  texts: true,
  ...rest,
});

it("takes every step back, the last one first, and one that says nothing changes nothing", () => {
  const events = [
    event("updated", 20, { before: { statement: "first", reasoning: "why", tags: ["old"] } }),
    event("rescoped", 21, { before: { scope: "global", pending_repository: null, category: "build" } }),
    event("updated", 22, { before: { statement: "second" } }),
    event("promoted", 23, { from_scope: "session", to_scope: "repository" }),
    event("merged", 24, { merged: ID }),
  ];
  expect(memoryAt(memory, past(10, events))).toMatchObject({
    statement: "first",
    reasoning: "why",
    tags: ["old"],
    scope: "global",
    category: "build",
  });
  expect(memoryAt(memory, past(21, events.slice(2)))).toMatchObject({
    statement: "second",
    scope: "session",
  });
});

it("is null before it was there", () => {
  expect(memoryAt({ ...memory, created_at: at(5) }, past(4, []))).toBeNull();
});

it("takes marks and holds back, and tells when they were made", () => {
  const marked = memoryAt(
    memory,
    past(10, [event("unaddressed", 20), event("released", 21, { held: { reason: "commands", at: at(5) } })], {
      arrivals: [{ memory_id: ID, type: "addressed", moved: false, at: new Date(at(4)), reason: null }],
    }),
  );
  expect(marked).toMatchObject({ addressed_at: at(4), held_at: at(5), held_reason: "commands" });
  const held = { ...memory, held_at: at(20), held_reason: "commands", addressed_at: at(21) };
  const before = memoryAt(held, past(10, [event("held", 20), event("addressed", 21)]));
  expect(before).toMatchObject({ held_at: null, held_reason: null, addressed_at: null });
});

it("was kept under a name before its repository was registered", () => {
  const events = [event("attached", 20, { pending_repository: "acme/shop", repository_id: repository.id })];
  expect(memoryAt(memory, past(10, events))).toMatchObject({
    repository: null,
    pending_repository: "acme/shop",
  });
});

it("leaves texts as they are for who may not read former ones, and statuses not", () => {
  const events = [
    event("updated", 20, { before: { statement: "first", category: "build" } }),
    event("invalidated", 21, { from: "active", to: "invalid" }),
  ];
  const invalid: Memory = { ...memory, status: "invalid", status_reason: "wrong", status_since: at(21) };
  expect(memoryAt(invalid, past(10, events, { texts: false }))).toMatchObject({
    statement: "now",
    status: "active",
    status_reason: null,
    status_since: at(0),
  });
});

it("cites what the last check up to the moment found, and nothing that was cited later", () => {
  const check = {
    citation_id: CITED,
    status: "moved",
    path: "src/a.ts",
    line_start: 7,
    line_end: 8,
    facts: [],
    confidence: 1,
    commit_sha: "b".repeat(40),
    checked_at: new Date(at(5)),
  };
  const moved = memoryAt(memory, past(10, [], { checks: new Map([[CITED, check]]) }));
  expect(moved?.citations).toMatchObject([
    { path: "src/a.ts", line_start: 7, status: "moved", checked_at: at(5) },
  ]);
  expect(memoryAt(memory, past(10, []))?.citations).toMatchObject([
    { status: "unchecked", checked_at: null },
  ]);
  expect(memoryAt(memory, past(10, [], { cited: new Set() }))?.citations).toEqual([]);
});

it("marks an edit that was taken back as a change without fields", () => {
  const events = [event("updated", 20, { before: { statement: "now" } })];
  const was = memoryAt(memory, past(10, events));
  const now = { ...memory, citations: was?.citations ?? [] };
  expect(markOf({ was, now, events })).toMatchObject({ since: "changed", fields: [] });
  expect(markOf({ was: null, now, events })).toMatchObject({ since: "added", at: memory.created_at });
});
