import pino, { type Logger } from "pino";
import { env } from "@/lib/env";

/** Never logged, wherever they appear: what a caller authenticates with, and what it wrote. */
const REDACTED = [
  "authorization",
  "cookie",
  "key",
  "token",
  "secret",
  "password",
  "*.authorization",
  "*.cookie",
  "*.key",
  "*.token",
  "*.secret",
  "*.password",
];

/** What a log says of an error. A driver's error carries the whole connection, so its fields are chosen, not dumped. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    type: error.name,
    message: error.message,
    ...("code" in error && { code: error.code }),
    stack: error.stack,
    ...(!(error.cause === undefined || depth > 3) && { cause: describeError(error.cause, depth + 1) }),
  };
}

let logger: Logger | undefined;

/** The log of this process: JSON lines on stderr, so that stdout stays for what a command prints. */
export function log(): Logger {
  logger ??= pino(
    {
      level: env().LOG_LEVEL,
      base: undefined,
      serializers: { err: (error) => describeError(error) },
      redact: { paths: REDACTED, censor: "[redacted]" },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  return logger;
}
