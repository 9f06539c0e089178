import { describe, expect, it } from "vitest";
import type { Database } from "./client";
import { Prisma } from "./generated/client";
import { routed } from "./routed";

/** A database that answers everything with its own name. */
function named(name: string, fails?: () => Error | null) {
  const call = async () => {
    const failure = fails?.() ?? null;
    if (failure !== null) throw failure;
    return name;
  };
  const memory = { findMany: call, count: call, updateMany: call, create: call };
  return { memory, $queryRaw: call, $executeRaw: call, $transaction: call } as unknown as Database;
}

function pair(fails?: () => Error | null) {
  const failures: unknown[] = [];
  const [primary, replica] = [named("primary"), named("replica", fails)];
  const { db, hasChanged } = routed({ primary, replica, onFailure: (error) => failures.push(error) });
  const calls = db as unknown as Record<
    "$queryRaw" | "$executeRaw" | "$transaction",
    (sql: unknown) => unknown
  > & {
    memory: Record<"findMany" | "count" | "updateMany", () => unknown>;
  };
  return { calls, hasChanged, failures };
}

describe("a database whose reads go to a replica", () => {
  it.each([
    "select id, updated_at from memory where deleted_at is null",
    "with found as (select 1) select * from found",
    "select set_config('hnsw.ef_search', '100', true)",
    "select updated_at, deleted_at from memory for_update",
  ])("sends %s there", async (sql) => {
    const { calls, hasChanged } = pair();
    expect(await calls.$queryRaw(Prisma.raw(sql))).toBe("replica");
    expect(hasChanged()).toBe(false);
  });

  it.each([
    "insert into memory (id) values (1) returning id",
    "with moved as (delete from memory returning id) select * from moved",
    "update memory as m set statement = '' returning id",
    "UPDATE memory SET statement = ''",
    "select id from memory for update skip locked",
    "select id from memory for no key update",
    "select pg_advisory_xact_lock(1)",
    "select nextval('numbers')",
  ])("sends %s to the primary, and what follows it", async (sql) => {
    const { calls, hasChanged } = pair();
    expect(await calls.memory.findMany()).toBe("replica");
    expect(await calls.$queryRaw(Prisma.raw(sql))).toBe("primary");
    expect(hasChanged()).toBe(true);
    expect(await calls.memory.findMany()).toBe("primary");
    expect(await calls.$queryRaw(Prisma.raw("select 1"))).toBe("primary");
  });

  it("changes the primary by models, statements and transactions", async () => {
    for (const change of ["updateMany", "$executeRaw", "$transaction"] as const) {
      const { calls, hasChanged } = pair();
      expect(await calls.memory.count()).toBe("replica");
      expect(await (change === "updateMany" ? calls.memory.updateMany() : calls[change]("…"))).toBe(
        "primary",
      );
      expect(hasChanged()).toBe(true);
    }
  });

  it("asks the primary where the replica is away, or refuses to write after all", async () => {
    const refusals = [
      Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
      new Error("cannot execute INSERT in a read-only transaction"),
      new Error("canceling statement due to conflict with recovery"),
    ];
    for (const refusal of refusals) {
      const { calls, failures } = pair(() => refusal);
      expect(await calls.memory.findMany()).toBe("primary");
      expect(failures).toEqual([refusal]);
    }
  });

  it("hands on every other failure", async () => {
    const { calls, failures } = pair(() => new Error("syntax error"));
    await expect(calls.memory.findMany()).rejects.toThrow("syntax error");
    expect(failures).toEqual([]);
  });
});
