import { LRUCache } from "lru-cache";
import { outageOf } from "@/lib/kernel/outages";
import type { Database } from "./client";

/** Positions in the log of a database, in bytes. */
export type Positions = {
  /** Notes that a caller changed something, for every process. @returns the position that has it. */
  note(who: string): Promise<bigint>;
  /** Where the log was after the caller's last change, null for none on record, and where it is now. */
  find(who: string): Promise<{ changed: bigint | null; newest: bigint }>;
  /** What the replica has replayed; null when it replays nothing. */
  replayed(): Promise<bigint | null>;
  /** Forgets changes of before that were replayed. */
  forget(params: { before: Date; replayed: bigint }): Promise<void>;
};

export type ReplicaState = "ok" | "behind" | "unavailable";

/** Where a caller's read goes: the primary, the replica, or the replica alone because the primary does not answer. */
export type ReadFrom = "primary" | "replica" | "replica_only";

export type Replica = {
  db: Database;
  /** Where this caller may read now. Never the replica before it has the caller's own changes, except without a primary. */
  readFrom(who: string): Promise<ReadFrom>;
  /** To be awaited after a change was committed and before it is acknowledged. */
  noteChange(who: string): Promise<void>;
  /** True when an error is the primary not answering while the replica does; what may be read is read there meanwhile. */
  standsIn(error: unknown): Promise<boolean>;
  /** True while `standsIn` was, within the last seconds. */
  isAlone(): boolean;
  /** Keeps reads away for some seconds, after one failed. */
  noteFailure(error: unknown): void;
  state(): Promise<ReplicaState>;
};

/** How much older than the primary a replica may be, for callers who changed nothing themselves. */
const MAX_LAG_MS = 10_000;
const REST_MS = 5_000;
const ALONE_MS = 2_000;
const ASK_LIMIT_MS = 2_000;
const ASK_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 60_000;
const KEPT_MS = 3_600_000;
const MAX_CALLERS = 50_000;
/** No log comes this far. */
const END_OF_LOG = 2n ** 64n;

/** A database does not answer at all; what it refuses or is too busy for is no reason to ask another one. */
const isAway = (error: unknown) =>
  ["unreachable", "stopping", "connections", "late"].includes(outageOf(error) ?? "");

export function createReplica({
  db,
  positions,
  now = Date.now,
}: {
  db: Database;
  positions: Positions;
  now?: () => number;
}): Replica {
  const changes = new LRUCache<string, bigint>({ max: MAX_CALLERS });
  let replayed = 0n;
  let asked_at = Number.NEGATIVE_INFINITY;
  let is_promoted = false;
  let resting_until = 0;
  let alone_until = 0;
  let forgotten_at = now();
  /** A position of the primary that the replica did not have when it was seen. */
  let awaited: { position: bigint; since: number } | null = null;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("Query read timeout of the replica")), ASK_LIMIT_MS).unref();
    });
    const position = await Promise.race([positions.replayed(), late]);
    asked_at = now();
    is_promoted = position === null;
    if (position === null) return;
    replayed = position;
    if (awaited !== null && replayed >= awaited.position) awaited = null;
  }

  /** Learns what the replica has replayed, by one statement for all who ask meanwhile. */
  function learn(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  const noteFailure = (error: unknown) => {
    if (isAway(error)) resting_until = now() + REST_MS;
  };

  async function neededBy(who: string): Promise<bigint> {
    const { changed, newest } = await positions.find(who);
    if (awaited === null && newest > replayed) awaited = { position: newest, since: now() };
    const own = changes.get(who) ?? 0n;
    if (changed === null || changed < own) return own;
    return changed;
  }

  const isLate = () => awaited !== null && now() - awaited.since > MAX_LAG_MS;

  async function hasReplayed(needed: bigint): Promise<boolean> {
    if (replayed < needed || isLate() || now() - asked_at > ASK_EVERY_MS) await learn();
    return !is_promoted && replayed >= needed && !isLate();
  }

  async function standsIn(error: unknown): Promise<boolean> {
    if (!isAway(error)) return false;
    try {
      await learn();
    } catch {
      return false;
    }
    if (is_promoted) return false;
    alone_until = now() + ALONE_MS;
    return true;
  }

  async function readFrom(who: string): Promise<ReadFrom> {
    if (now() < resting_until) return "primary";
    const needed = await neededBy(who).catch(async (error: unknown) => {
      if (!(await standsIn(error))) throw error;
      return null;
    });
    if (needed === null) {
      if (replayed >= (changes.get(who) ?? 0n)) return "replica_only";
      return "primary";
    }
    try {
      if (await hasReplayed(needed)) return "replica";
    } catch (error) {
      noteFailure(error);
    }
    return "primary";
  }

  function forgetSometimes(): void {
    if (now() - forgotten_at < FORGET_EVERY_MS) return;
    forgotten_at = now();
    // What is not forgotten now is forgotten later.
    positions.forget({ before: new Date(now() - KEPT_MS), replayed }).catch(() => undefined);
  }

  return {
    db,
    readFrom,
    standsIn,
    noteFailure,
    isAlone: () => now() < alone_until,
    async noteChange(who) {
      try {
        changes.set(who, await positions.note(who));
        forgetSometimes();
      } catch {
        // The change is committed all the same; this caller is kept from the replica here.
        changes.set(who, END_OF_LOG);
      }
    },
    async state() {
      try {
        await learn();
      } catch {
        return "unavailable";
      }
      if (is_promoted) return "unavailable";
      if (isLate()) return "behind";
      return "ok";
    },
  };
}
