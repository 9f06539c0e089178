import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { memoryConditionSchema } from "@/lib/memories/contract";
import { filterCondition, idsCondition, unexpired } from "./filters";

const refusal = (filters: Record<string, unknown>): string => {
  try {
    filterCondition(filters);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("filters of mem0", () => {
  it.each([
    { user_id: "ana" },
    { user_id: "*" },
    { agent_id: ["a", "b"] },
    { run_id: { in: ["r1", "r2"] } },
    { app_id: { ne: "web" } },
    { AND: [{ user_id: "ana" }, { OR: [{ team: "core" }, { team: { icontains: "CO" } }] }] },
    { NOT: [{ user_id: "ana" }] },
    { created_at: { gte: "2026-01-01", lt: "2026-02-01T10:00:00+02:00" } },
    { categories: { contains: "testing" } },
    { categories: { in: ["testing", "api"] } },
    { keywords: { icontains: "tea" } },
    { memory_ids: ["x"] },
    { metadata: { priority: { gte: 3 } } },
    { agent: "builder" },
  ])("become a condition that the operations take: %j", (filters) => {
    expect(memoryConditionSchema.safeParse(filterCondition(filters)).error).toBeUndefined();
  });

  it("say users and runs by the memory's fields, and any by their presence", () => {
    expect(filterCondition({ user_id: "ana", run_id: "*" })).toEqual({
      all: [
        { field: "user", is: "equal", value: "ana" },
        { field: "session_id", is: "present" },
      ],
    });
  });

  it.each([
    [{ user_id: { like: "a" } }, "/filters/user_id/like: is not an operator"],
    [{ and: [{ user_id: "a" }] }, "/filters/and: is of another dialect"],
    [{ $or: [{ user_id: "a" }] }, "/filters/$or: is of another dialect"],
    [{ AND: [{ user_id: "a" }, "b"] }, "/filters/AND/1: must be an object of filters"],
    [{ OR: [{ created_at: { gte: "soon" } }] }, "/filters/OR/0/created_at/gte: must be a date"],
    [{ user_id: {} }, "/filters/user_id: needs an operator"],
    [{ user_id: { in: "a" } }, "/filters/user_id/in: must be a list"],
    [{ team: { eq: { a: 1 } } }, "/filters/team/eq: must be a text, a number, true, false or null"],
    [{ metadata: "core" }, "/filters/metadata: must be an object of metadata keys"],
  ])("are refused with the name of what is wrong: %j", (filters, message) => {
    expect(refusal(filters)).toContain(message);
  });

  it("look for keys that a kind takes where a client's own are kept too", () => {
    expect(filterCondition({ agent: "builder" })).toEqual({
      all: [
        {
          any: [
            { field: "metadata", path: ["agent"], is: "equal", value: "builder" },
            { field: "metadata", path: ["mem0", "metadata", "agent"], is: "equal", value: "builder" },
          ],
        },
      ],
    });
  });

  it("take ids at the top level, and know the day", () => {
    expect(idsCondition({ user_id: "*" })).toEqual([{ field: "user", is: "present" }]);
    expect(unexpired(new Date("2026-03-04T23:00:00Z"))).toEqual({
      not: { field: "metadata", path: ["mem0", "expiration_date"], is: "below", value: "2026-03-04" },
    });
  });
});
