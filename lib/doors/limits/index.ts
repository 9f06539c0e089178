import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { sharedRequestCounts } from "@/lib/runtime/parts";
import { createQueue, type Queue } from "@/lib/runtime/queue";
import { createRequestCounts, type RequestCounts } from "@/lib/runtime/request-counts";
import { metrics } from "@/lib/telemetry/metrics";
import { addressOf } from "./address";

export type Limit = "rate" | "queue" | "size" | "host" | "method";

// Pages and routes are bundled apart; what they count is one.
const held = globalThis as { casebook_counts?: RequestCounts; casebook_queue?: Queue };

/** Counts a refusal for the metrics and answers the error itself. */
export function refused<E>(limit: Limit, error: E): E {
  metrics().refused_total.inc({ limit });
  return error;
}

/**
 * Who sends a request: what it proved to be, or no more than an address. A forge sends the webhooks of all its repositories
 * from a few addresses.
 */
export type Counted =
  | { by: "caller"; id: string }
  | { by: "page"; request: { headers: Headers } }
  | { by: "forge"; request: { headers: Headers } }
  | { by: "address"; request: { headers: Headers } };

/** Who proved to be nobody gets a tenth. */
const UNKNOWN_SHARE = 10;

/**
 * Counts a request against the limit of who sends it.
 * @throws AppError rate_limited with the seconds to wait.
 */
export function countRequest(counted: Counted): void {
  const per_minute = env().RATE_LIMIT_PER_MINUTE;
  const lower = Math.max(1, Math.ceil(per_minute / UNKNOWN_SHARE));
  const retry_after_seconds = counts().count({
    who: nameOf(counted),
    per_minute: counted.by === "address" ? lower : per_minute,
  });
  if (retry_after_seconds === null) return;
  throw refused(
    "rate",
    new AppError("rate_limited", `Too many requests; try again in ${retry_after_seconds} s.`, {
      retry_after_seconds,
    }),
  );
}

/** Counts a request of who proved to be somebody: a key counts as itself, a login as its person. */
export function countCaller({ id, key }: Pick<Actor, "id" | "key">): void {
  countRequest({ by: "caller", id: key?.id ?? id });
}

function counts(): RequestCounts {
  held.casebook_counts ??= createRequestCounts({ shared: sharedRequestCounts() });
  return held.casebook_counts;
}

/** The digest is of one length, and an address does not stay readable in the database. */
function nameOf(counted: Counted): string {
  const name = counted.by === "caller" ? counted.id : addressOf(counted.request);
  return createHash("sha256").update(`${counted.by} ${name}`).digest("base64url").slice(0, 24);
}

function queue(): Queue {
  if (!held.casebook_queue) {
    const { REQUESTS_AT_ONCE, REQUEST_WAIT_SECONDS } = env();
    held.casebook_queue = createQueue({
      at_once: REQUESTS_AT_ONCE,
      longest_wait_ms: REQUEST_WAIT_SECONDS * 1_000,
    });
  }
  return held.casebook_queue;
}

type Caller = Pick<Actor, "id" | "kind">;

const callerOf = ({ id, kind }: Caller) => ({ id, is_person: kind === "person" });

/**
 * Does the work of an actor when it is its turn; see `createQueue`.
 * @throws AppError unavailable with the seconds to wait.
 */
export async function inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  let began = false;
  try {
    return await queue().run(callerOf(caller), () => {
      began = true;
      return work();
    });
  } catch (error) {
    if (!began) refused("queue", error);
    throw error;
  }
}

/**
 * For a transport whose own answer is a success whatever its parts say: refuses the whole request while there is no room.
 * @throws AppError unavailable with the seconds to wait.
 */
export function assertRoomFor(caller: Caller): void {
  try {
    queue().assertRoom(callerOf(caller));
  } catch (error) {
    throw refused("queue", error);
  }
}
