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

let logger: Logger | undefined;

/** The log of this process: JSON lines on stderr, so that stdout stays for what a command prints. */
export function log(): Logger {
  logger ??= pino(
    { level: env().LOG_LEVEL, base: undefined, redact: { paths: REDACTED, censor: "[redacted]" } },
    pino.destination({ dest: 2, sync: true }),
  );
  return logger;
}
