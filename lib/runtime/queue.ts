import { AppError } from "@/lib/kernel/errors";

/** Who wants something done. People go before agents, so that a page opens while agents work. */
export type QueueCaller = { id: string; is_person: boolean };

export type Queue = {
  /**
   * Does the work when it is its turn.
   * @throws AppError unavailable with the seconds to wait, at once when the wait would be too long.
   */
  run<T>(caller: QueueCaller, work: () => Promise<T>): Promise<T>;
  /** Refuses now what `run` would refuse, and enters nothing. */
  assertRoom(caller: QueueCaller): void;
};

type Turn = { caller: QueueCaller; start: () => void };

/** How much the newest duration counts in the average. */
const NEWEST = 0.1;
/** The average before anything was done, in milliseconds. */
const FIRST_AVERAGE_MS = 50;
const MOST_RETRY_SECONDS = 60;
/** One page asks for a score of things at once, and is of no use to its reader without any of them: people wait longer. */
const PATIENCE_OF_PEOPLE = 5;

/**
 * A bounded queue in front of the work. What would wait longer than `longest_wait_ms`, by the average duration of late, is
 * refused at once; what did wait that long is refused then. People wait longer (`PATIENCE_OF_PEOPLE`). No caller has more
 * than half of the places.
 */
export function createQueue({
  at_once,
  longest_wait_ms,
  now = () => performance.now(),
}: {
  at_once: number;
  longest_wait_ms: number;
  now?: () => number;
}): Queue {
  const waiting: { people: Turn[]; agents: Turn[] } = { people: [], agents: [] };
  const running = new Map<string, number>();
  const share = Math.max(1, Math.ceil(at_once / 2));
  let busy = 0;
  let average_ms = FIRST_AVERAGE_MS;

  const mayRun = ({ id }: QueueCaller) => busy < at_once && (running.get(id) ?? 0) < share;
  const longestWaitOf = ({ is_person }: QueueCaller) =>
    longest_wait_ms * (is_person ? PATIENCE_OF_PEOPLE : 1);
  const lineOf = ({ is_person }: QueueCaller) => {
    if (is_person) return waiting.people;
    return waiting.agents;
  };

  /** The milliseconds that a new one would wait behind those that go before it. */
  function expectedWait(caller: QueueCaller): number {
    const before = waiting.people.length + (caller.is_person ? 0 : waiting.agents.length);
    const ofCaller = lineOf(caller).filter((turn) => turn.caller.id === caller.id).length;
    return average_ms * Math.max((before + 1) / at_once, (ofCaller + 1) / share);
  }

  function refusal(wait_ms: number): AppError {
    const retry_after_seconds = Math.min(MOST_RETRY_SECONDS, Math.max(1, Math.ceil(wait_ms / 1_000)));
    return new AppError("unavailable", `This server is overloaded; try again in ${retry_after_seconds} s.`, {
      retry_after_seconds,
    });
  }

  function assertRoom(caller: QueueCaller): void {
    if (mayRun(caller)) return;
    const wait_ms = expectedWait(caller);
    if (wait_ms > longestWaitOf(caller)) throw refusal(wait_ms);
  }

  function begin({ id }: QueueCaller): void {
    busy += 1;
    running.set(id, (running.get(id) ?? 0) + 1);
  }

  function end({ id }: QueueCaller, took_ms: number): void {
    average_ms += NEWEST * (took_ms - average_ms);
    busy -= 1;
    const left = (running.get(id) ?? 1) - 1;
    if (left === 0) running.delete(id);
    else running.set(id, left);
    startNext();
  }

  function startNext(): void {
    for (const line of [waiting.people, waiting.agents]) {
      const at = line.findIndex(({ caller }) => mayRun(caller));
      const [turn] = at < 0 ? [] : line.splice(at, 1);
      if (turn === undefined) continue;
      begin(turn.caller);
      turn.start();
      return;
    }
  }

  function waitForTurn(caller: QueueCaller): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = lineOf(caller);
      const late = setTimeout(() => {
        line.splice(line.indexOf(turn), 1);
        reject(refusal(longestWaitOf(caller)));
      }, longestWaitOf(caller));
      const turn: Turn = {
        caller,
        start: () => {
          clearTimeout(late);
          resolve();
        },
      };
      line.push(turn);
    });
  }

  return {
    assertRoom,
    async run(caller, work) {
      assertRoom(caller);
      if (mayRun(caller)) begin(caller);
      else await waitForTurn(caller);
      const started = now();
      try {
        return await work();
      } finally {
        end(caller, now() - started);
      }
    },
  };
}
