import { describe, expect, it } from "vitest";
import type { Database } from "./client";
import { createReplica, type Positions } from "./replica";

const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** A primary and a replica that are no more than positions in a log. */
function pair() {
  const state = {
    newest: 100n,
    replayed: 100n as bigint | null,
    changed: new Map<string, bigint>(),
    primary_is_up: true,
    replica_is_up: true,
    now: 1_000_000,
    asked: 0,
  };
  const positions: Positions = {
    note: async (who) => {
      if (!state.primary_is_up) throw away();
      state.changed.set(who, state.newest);
      return state.newest;
    },
    find: async (who) => {
      if (!state.primary_is_up) throw away();
      return { changed: state.changed.get(who) ?? null, newest: state.newest };
    },
    replayed: async () => {
      state.asked += 1;
      if (!state.replica_is_up) throw away();
      return state.replayed;
    },
    forget: async () => undefined,
  };
  // Of the database only the identity counts here.
  const db = {} as Database;
  return { state, positions, replica: createReplica({ db, positions, now: () => state.now }) };
}

describe("a read", () => {
  it("goes to the replica until its caller changes something, and again once the replica has the change", async () => {
    const { state, replica } = pair();
    expect(await replica.readFrom("ana")).toBe("replica");
    state.newest = 120n;
    await replica.noteChange("ana");
    expect(await replica.readFrom("ana")).toBe("primary");
    expect(await replica.readFrom("bo")).toBe("replica");
    state.replayed = 119n;
    expect(await replica.readFrom("ana")).toBe("primary");
    state.replayed = 120n;
    expect(await replica.readFrom("ana")).toBe("replica");
  });

  it("waits for what its caller changed in another process", async () => {
    const { state, positions, replica } = pair();
    const other = createReplica({ db: replica.db, positions, now: () => state.now });
    state.newest = 130n;
    await other.noteChange("ana");
    expect(await replica.readFrom("ana")).toBe("primary");
    state.replayed = 130n;
    expect(await replica.readFrom("ana")).toBe("replica");
  });

  it("goes to the primary while the replica is more than ten seconds behind", async () => {
    const { state, replica } = pair();
    state.newest = 140n;
    expect(await replica.readFrom("ana")).toBe("replica");
    state.now += 9_000;
    expect(await replica.readFrom("ana")).toBe("replica");
    state.now += 2_000;
    expect(await replica.readFrom("ana")).toBe("primary");
    expect(await replica.state()).toBe("behind");
    state.replayed = 140n;
    expect(await replica.readFrom("ana")).toBe("replica");
    expect(await replica.state()).toBe("ok");
  });

  it("goes to the primary for five seconds after the replica failed, without asking it", async () => {
    const { state, replica } = pair();
    state.replica_is_up = false;
    expect(await replica.readFrom("ana")).toBe("primary");
    expect(await replica.state()).toBe("unavailable");
    const { asked } = state;
    expect(await replica.readFrom("ana")).toBe("primary");
    expect(state.asked).toBe(asked);
    state.replica_is_up = true;
    state.now += 5_001;
    expect(await replica.readFrom("ana")).toBe("replica");
  });

  it("never goes to a replica that was promoted", async () => {
    const { state, replica } = pair();
    state.replayed = null;
    expect(await replica.readFrom("ana")).toBe("primary");
    expect(await replica.state()).toBe("unavailable");
  });
});

describe("while the primary does not answer", () => {
  it("the replica stands in, except for who changed what it does not have", async () => {
    const { state, replica } = pair();
    state.newest = 150n;
    await replica.noteChange("ana");
    expect(replica.isAlone()).toBe(false);
    state.primary_is_up = false;
    expect(await replica.readFrom("bo")).toBe("replica_only");
    expect(replica.isAlone()).toBe(true);
    expect(await replica.readFrom("ana")).toBe("primary");
    state.replayed = 150n;
    expect(await replica.readFrom("bo")).toBe("replica_only");
    expect(await replica.readFrom("ana")).toBe("replica_only");
    state.primary_is_up = true;
    state.now += 2_001;
    expect(replica.isAlone()).toBe(false);
    expect(await replica.readFrom("ana")).toBe("replica");
  });

  it("nothing replaces a primary that only refuses, or beside a replica that is away too", async () => {
    const { state, replica } = pair();
    expect(await replica.standsIn(new Error("syntax error at or near"))).toBe(false);
    state.replica_is_up = false;
    expect(await replica.standsIn(away())).toBe(false);
    expect(replica.isAlone()).toBe(false);
  });

  it("a change whose position could not be noted keeps its caller at the primary", async () => {
    const { state, replica } = pair();
    state.primary_is_up = false;
    await replica.noteChange("ana");
    state.primary_is_up = true;
    expect(await replica.readFrom("ana")).toBe("primary");
    expect(await replica.readFrom("bo")).toBe("replica");
  });
});
