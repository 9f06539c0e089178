import type { Engine } from "./engine";
import { type Frame, query, readyStatus, SYNC, separateNotifications, splitAnswer } from "./frames";
import type { Statements } from "./statements";

/** One connection, as the gate sees it. */
export type Session = {
  readonly statements: Statements;
  /** Ends the connection because it sat idle in a transaction while others waited. */
  readonly evict: () => void;
  /** Takes whole messages outside of an answer: what another connection notified of. */
  readonly notify: (messages: Buffer) => void;
};

/** The engine stopped in the middle of a statement: nothing more can be answered, the process has to end. */
export class EngineStopped extends Error {}

/** The gate is closed: no statement of a waiting connection was run. */
export class GateClosed extends Error {}

/** Lets connections take turns on the one database session, see {@link createGate}. */
export type Gate = {
  /** Runs whole messages up to and including the one that ends them (see `endsBatch`), and answers what the engine said. */
  run(session: Session, frames: readonly Frame[]): Promise<Buffer>;
  /** A connection ended: rolls back what it left open and clears its settings and statements. */
  leave(session: Session): Promise<void>;
  /** Runs `work` while no transaction is open and nobody else runs. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Refuses everyone who waits or comes later; a transaction that is open may still be left. */
  close(): void;
};

const BATCH_ENDS = new Set(["Q", "S", "F", "H"]);

/** True for Query, Sync, FunctionCall and Flush: the client now waits for an answer. */
export function endsBatch(frame: Frame): boolean {
  return BATCH_ENDS.has(frame.type);
}

/**
 * The gate in front of the engine. PGlite is one PostgreSQL session, so a turn is a whole batch, in one call, and a
 * connection inside a transaction (or between Flush and Sync) keeps the session until that ends. Turns are first come,
 * first served. pglite-socket 0.x takes turns by network chunk instead, and mixes up statements above 64 KB.
 *
 * `idle_limit_ms`: how long a connection may sit idle in a transaction while others wait. On a server it would disturb
 * nobody; here everybody stands still, for ever when the one who holds the transaction waits for one of them.
 * `on_stopped` is called when the engine stopped by itself.
 */
export function createGate(
  engine: Engine,
  { idle_limit_ms, on_stopped }: { idle_limit_ms: number; on_stopped: (reason: EngineStopped) => void },
): Gate {
  type Turn = { session: Session | null; start: () => void; refuse: (reason: Error) => void };
  const waiting: Turn[] = [];
  let holder: { session: Session | null } | null = null;
  let busy = false;
  let unnamed_owner: Session | null = null;
  /** The engine is one session, which hears once what any connection listens to; all of these hear of it. */
  const listeners = new Set<Session>();
  let refusal: Error | null = null;
  let idle_timer: NodeJS.Timeout | undefined;

  function watchIdle(): void {
    clearTimeout(idle_timer);
    const session = holder?.session;
    if (session && !busy && waiting.length > 0) idle_timer = setTimeout(() => session.evict(), idle_limit_ms);
  }

  async function enter(session: Session | null): Promise<void> {
    if (!session || holder?.session !== session) {
      if (refusal) throw refusal;
      if (!holder) holder = { session };
      else {
        await new Promise<void>((start, refuse) => {
          waiting.push({ session, start, refuse });
          watchIdle();
        });
      }
    }
    busy = true;
    watchIdle();
  }

  function exit(keep: boolean): void {
    busy = false;
    if (!keep) {
      const next = waiting.shift();
      holder = next ? { session: next.session } : null;
      // Set before the next turn's code runs, so that nobody finds the gate free in between.
      busy = next !== undefined;
      next?.start();
    }
    watchIdle();
  }

  function refuse(reason: Error): void {
    refusal ??= reason;
    for (const turn of waiting.splice(0)) turn.refuse(refusal);
  }

  async function execute(message: Buffer, expect_ready: boolean): Promise<Buffer> {
    if (refusal instanceof EngineStopped) throw refusal;
    try {
      const answer = await engine.run(message);
      if (expect_ready && !readyStatus(answer)) throw new Error("it gave no end of answer");
      return answer;
    } catch (cause) {
      const stopped = new EngineStopped("The embedded database stopped in the middle of a statement.", {
        cause,
      });
      refuse(stopped);
      on_stopped(stopped);
      throw stopped;
    }
  }

  /** Hands on what an answer notifies of, and returns the rest. */
  function announce(answer: Buffer): Buffer {
    if (listeners.size === 0) return answer;
    const { rest, notifications } = separateNotifications(answer);
    if (notifications.length > 0) for (const listener of listeners) listener.notify(notifications);
    return rest;
  }

  return {
    async run(session, frames) {
      await enter(session);
      let keep = true;
      try {
        const batch = session.statements.prepare(frames, unnamed_owner === session);
        const flushed = frames.at(-1)?.type === "H";
        if (frames.some(listens)) listeners.add(session);
        const answer = announce(await execute(batch.message, !flushed));
        if (batch.unnamed !== "kept") unnamed_owner = batch.unnamed === "own" ? session : null;
        keep = flushed || readyStatus(answer) !== "I";
        if (batch.hidden_parse === null) return answer;
        return withoutParse(answer, batch.hidden_parse);
      } finally {
        exit(keep);
      }
    },

    async leave(session) {
      listeners.delete(session);
      // A closed gate holds no one but the connection inside a transaction: the others have nothing to clear any more.
      if (refusal && holder?.session !== session) return;
      try {
        await enter(session);
      } catch {
        return;
      }
      try {
        const status = readyStatus(await execute(SYNC, true));
        if (status !== "I") await execute(query("rollback"), true);
        await execute(Buffer.concat([...session.statements.closeAll(), SYNC]), true);
        await execute(query("reset all"), true);
        if (listeners.size === 0) await execute(query("unlisten *"), true);
        unnamed_owner = null;
      } finally {
        exit(false);
      }
    },

    async exclusive(work) {
      await enter(null);
      try {
        return await work();
      } finally {
        exit(false);
      }
    },

    close() {
      refuse(new GateClosed("The embedded database is shutting down."));
    },
  };
}

/** A simple query that begins to listen. */
const listens = ({ type, bytes }: Frame) =>
  type === "Q" && /^\s*listen\b/i.test(bytes.toString("latin1", 5, 40));

function withoutParse(answer: Buffer, hidden: number): Buffer {
  let seen = 0;
  const kept = splitAnswer(answer).filter(({ type }) => type !== "1" || seen++ !== hidden);
  return Buffer.concat(kept.map(({ bytes }) => bytes));
}
