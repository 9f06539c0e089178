/** Why a database does not do what it does at other times. */
export type Outage =
  | "unreachable"
  | "stopping"
  | "connections"
  | "late"
  | "busy"
  | "memory"
  | "disk_full"
  | "read_only";

/** What a caller reads of each, and after how many seconds it is worth asking again. */
export const OUTAGES: Record<Outage, { detail: string; retry_after_seconds: number }> = {
  unreachable: { detail: "The database does not answer.", retry_after_seconds: 5 },
  stopping: { detail: "The database is stopping or starting.", retry_after_seconds: 5 },
  connections: { detail: "The database has no connection left.", retry_after_seconds: 2 },
  late: { detail: "The database does not answer in time.", retry_after_seconds: 2 },
  busy: { detail: "Others are changing the same rows of the database.", retry_after_seconds: 1 },
  memory: { detail: "The database is out of memory.", retry_after_seconds: 10 },
  disk_full: {
    detail: "The database's disk is full: stored data can be read, but nothing can be changed.",
    retry_after_seconds: 60,
  },
  read_only: {
    detail: "The database is read-only, like a standby: stored data can be read, but nothing can be changed.",
    retry_after_seconds: 60,
  },
};

/**
 * SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html), system errors, and codes and kinds of Prisma.
 * An SQLSTATE of two characters is a whole class.
 */
const BY_CODE: Readonly<Record<string, Outage>> = {
  "08": "unreachable",
  "25006": "read_only",
  "25P03": "late",
  "25P04": "late",
  "40001": "busy",
  "40P01": "busy",
  "53100": "disk_full",
  "53200": "memory",
  "53300": "connections",
  "53400": "memory",
  "53": "memory",
  "55P03": "busy",
  "57014": "late",
  "57P": "stopping",
  "58030": "disk_full",
  "58": "unreachable",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EROFS: "read_only",
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  ECONNABORTED: "unreachable",
  EPIPE: "unreachable",
  ENOENT: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "late",
  P1000: "unreachable",
  P1001: "unreachable",
  P1002: "late",
  P1008: "late",
  P1017: "unreachable",
  P2024: "connections",
  P2028: "late",
  P2034: "busy",
  P2037: "connections",
  DatabaseNotReachable: "unreachable",
  ConnectionClosed: "unreachable",
  SocketTimeout: "late",
  TooManyConnections: "connections",
  TransactionWriteConflict: "busy",
  AuthenticationFailed: "unreachable",
};

/** What some layers say in words only. The first that matches counts. */
const BY_WORDS: readonly [RegExp, Outage][] = [
  [/No space left on device|could not extend file/i, "disk_full"],
  [/cannot execute .{1,40} in a read-only transaction/i, "read_only"],
  [/too many (?:clients|connections)|remaining connection slots/i, "connections"],
  [
    /timeout exceeded when trying to connect|due to connection timeout|Query read timeout|Unable to start a transaction in the given time/i,
    "late",
  ],
  [
    /DatabaseNotReachable|Can't reach database server|Connection terminated|ConnectionClosed|closed the connection|connection is closed|Client has encountered a connection error|Client was closed|not queryable/i,
    "unreachable",
  ],
];

const MAX_DEPTH = 6;

/** Why the database failed with this error, looked for in it and in what caused it; null when it is another failure. */
export function outageOf(error: unknown): Outage | null {
  const parts = [...partsOf(error, 0)];
  for (const part of parts) {
    const found = codesOf(part)
      .map(outageOfCode)
      .find((outage) => outage !== null);
    if (found) return found;
  }
  const messages = parts.flatMap(({ message }) => {
    if (typeof message === "string") return [message];
    return [];
  });
  const [, outage] = BY_WORDS.find(([words]) => messages.some((message) => words.test(message))) ?? [];
  return outage ?? null;
}

/** Whether the server said this SQLSTATE, in an error or in what caused it. */
export const hasSqlState = (error: unknown, state: string): boolean =>
  [...partsOf(error, 0)].some((part) => codesOf(part).includes(state));

type Part = Record<string, unknown>;

/** The innermost first: what the server said counts before what a layer made of it. */
function* partsOf(error: unknown, depth: number): Generator<Part> {
  if (error === null || typeof error !== "object" || depth > MAX_DEPTH) return;
  const part: Part = Object.fromEntries(
    [
      "code",
      "originalCode",
      "kind",
      "message",
      "originalMessage",
      "cause",
      "meta",
      "driverAdapterError",
      "errors",
    ].map((name) => [name, Reflect.get(error, name)]),
  );
  const inner = [part.cause, part.meta, part.driverAdapterError];
  if (Array.isArray(part.errors)) inner.push(...part.errors);
  for (const each of inner) yield* partsOf(each, depth + 1);
  yield part;
}

const codesOf = ({ originalCode, code, kind }: Part) =>
  [originalCode, code, kind].filter((value) => typeof value === "string");

const SQLSTATE = /^[0-9A-Z]{5}$/;

function outageOfCode(code: string): Outage | null {
  const exact = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (exact !== undefined || !SQLSTATE.test(code)) return exact ?? null;
  // 57P01 to 57P05 are one class; the rest of 57 is not.
  return BY_CODE[code.slice(0, 3)] ?? BY_CODE[code.slice(0, 2)] ?? null;
}
