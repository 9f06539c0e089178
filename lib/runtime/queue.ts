import { AppError } from "@/lib/kernel/errors";

/** Who wants something done. People have places of their own, so that a page opens while agents work. */
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

type Turn = { caller_id: string; start: () => void };

/** How much the newest duration counts in the average. */
const NEWEST = 0.1;
/** The average before anything was done, in milliseconds. */
const FIRST_AVERAGE_MS = 50;
const MOST_RETRY_SECONDS = 60;
/** One page asks for a score of things at once, and is of no use to its reader without any of them: people wait longer. */
const PATIENCE_OF_PEOPLE = 5;
/**
 * How many times longer than they wait it may look for people. It looks so by the average of all that was done: one slow
 * thing that somebody does would refuse the requests of his next page, which are answered in time.
 */
const DOUBT_FOR_PEOPLE = 4;

/**
 * A bounded queue in front of the work, with `at_once` places for agents and as many for people. What would wait longer than
 * `longest_wait_ms`, by the average duration of late, is refused at once; what did wait that long is refused then. People
 * wait longer (`PATIENCE_OF_PEOPLE`), and what they ask is refused at once only far beyond that (`DOUBT_FOR_PEOPLE`). No
 * agent has more than half of the places, and no person all of them.
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
  const agents = createLane({
    at_once,
    share: Math.max(1, Math.ceil(at_once / 2)),
    longest_wait_ms,
    longest_estimate_ms: longest_wait_ms,
    now,
  });
  const patience_ms = longest_wait_ms * PATIENCE_OF_PEOPLE;
  const people = createLane({
    at_once,
    share: Math.max(1, at_once - 1),
    longest_wait_ms: patience_ms,
    longest_estimate_ms: patience_ms * DOUBT_FOR_PEOPLE,
    now,
  });
  const laneOf = ({ is_person }: QueueCaller) => (is_person ? people : agents);
  return {
    run: (caller, work) => laneOf(caller).run(caller.id, work),
    assertRoom: (caller) => laneOf(caller).assertRoom(caller.id),
  };
}

function refusal(wait_ms: number): AppError {
  const retry_after_seconds = Math.min(MOST_RETRY_SECONDS, Math.max(1, Math.ceil(wait_ms / 1_000)));
  return new AppError("unavailable", `This server is overloaded; try again in ${retry_after_seconds} s.`, {
    retry_after_seconds,
  });
}

/** Places for work, of which one caller has `share` at most, and those that wait for one in the order in which they came. */
function createLane({
  at_once,
  share,
  longest_wait_ms,
  longest_estimate_ms,
  now,
}: {
  at_once: number;
  share: number;
  longest_wait_ms: number;
  longest_estimate_ms: number;
  now: () => number;
}) {
  const waiting: Turn[] = [];
  const running = new Map<string, number>();
  let busy = 0;
  let average_ms = FIRST_AVERAGE_MS;

  const mayRun = (caller_id: string) => busy < at_once && (running.get(caller_id) ?? 0) < share;

  /** The milliseconds that a new one would wait behind those that go before it. */
  function expectedWait(caller_id: string): number {
    const ofCaller = waiting.filter((turn) => turn.caller_id === caller_id).length;
    return average_ms * Math.max((waiting.length + 1) / at_once, (ofCaller + 1) / share);
  }

  function assertRoom(caller_id: string): void {
    if (mayRun(caller_id)) return;
    const wait_ms = expectedWait(caller_id);
    if (wait_ms > longest_estimate_ms) throw refusal(wait_ms);
  }

  function begin(caller_id: string): void {
    busy += 1;
    running.set(caller_id, (running.get(caller_id) ?? 0) + 1);
  }

  function end(caller_id: string, took_ms: number): void {
    average_ms += NEWEST * (took_ms - average_ms);
    busy -= 1;
    const left = (running.get(caller_id) ?? 1) - 1;
    if (left === 0) running.delete(caller_id);
    else running.set(caller_id, left);
    startNext();
  }

  function startNext(): void {
    const at = waiting.findIndex((turn) => mayRun(turn.caller_id));
    const [turn] = at < 0 ? [] : waiting.splice(at, 1);
    if (turn === undefined) return;
    begin(turn.caller_id);
    turn.start();
  }

  function waitForTurn(caller_id: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(refusal(longest_wait_ms));
      }, longest_wait_ms);
      const turn: Turn = {
        caller_id,
        start: () => {
          clearTimeout(late);
          resolve();
        },
      };
      waiting.push(turn);
    });
  }

  return {
    assertRoom,
    async run<T>(caller_id: string, work: () => Promise<T>): Promise<T> {
      assertRoom(caller_id);
      if (mayRun(caller_id)) begin(caller_id);
      else await waitForTurn(caller_id);
      const started = now();
      try {
        return await work();
      } finally {
        end(caller_id, now() - started);
      }
    },
  };
}
