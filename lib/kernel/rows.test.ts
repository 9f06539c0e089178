import { expect, it } from "vitest";
import { z } from "zod";
import { columnsOf, rowReader } from "./rows";
import { timeSchema } from "./time";

const person = z.object({ kind: z.enum(["person", "agent"]), id: z.string() });
const schema = z.object({
  id: z.string(),
  created_by: person,
  decided_by: person.nullable(),
  at: timeSchema,
  ended_at: timeSchema.nullable().meta({ description: "When it ended" }),
  parts: z.array(z.object({ seen_at: timeSchema })),
});

const row = {
  id: "1",
  created_by_kind: "agent",
  created_by_id: "a",
  decided_by_kind: null,
  decided_by_id: null,
  at: new Date("2026-01-02T03:04:05.006Z"),
  ended_at: "2026-01-02T05:04:05.006+02:00",
  parts: [{ seen_at: "2026-01-02T03:04:05Z" }],
  organization_id: "o",
};

it("reads moments as text in UTC, puts parts together and leaves other columns behind", () => {
  expect(rowReader(schema)(row)).toEqual({
    id: "1",
    created_by: { kind: "agent", id: "a" },
    decided_by: null,
    at: "2026-01-02T03:04:05.006Z",
    ended_at: "2026-01-02T03:04:05.006Z",
    parts: [{ seen_at: "2026-01-02T03:04:05.000Z" }],
  });
});

it("refuses a row that is not what the schema says, and names the field", () => {
  expect(() => rowReader(schema)({ ...row, created_by_kind: "robot" })).toThrow(/created_by\.kind/);
});

it("names every column of a schema once", () => {
  expect(columnsOf(schema, { except: ["parts"] })).toEqual([
    "id",
    "created_by_kind",
    "created_by_id",
    "decided_by_kind",
    "decided_by_id",
    "at",
    "ended_at",
  ]);
});
