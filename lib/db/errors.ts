import { AppError } from "@/lib/kernel/errors";
import { Prisma } from "./generated/client";

const UNIQUE_VIOLATION = "P2002";
const FOREIGN_KEY_VIOLATION = "P2003";
const ROW_NOT_FOUND = "P2025";
const TRANSACTION_TIMEOUTS = new Set(["P2028", "P2024"]);
const UNREACHABLE = new Set(["P1001", "P1002", "P1008", "P1017"]);

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION;
}

/** Turns what the database said into an AppError without its text; leaves everything else as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === UNIQUE_VIOLATION)
      return new AppError("conflict", "Another row has the same unique values.", { cause: error });
    if (error.code === FOREIGN_KEY_VIOLATION)
      return new AppError("not_found", "A row this request refers to does not exist.", { cause: error });
    if (error.code === ROW_NOT_FOUND)
      return new AppError("conflict", "The row changed or was removed meanwhile.", { cause: error });
    if (TRANSACTION_TIMEOUTS.has(error.code) || UNREACHABLE.has(error.code))
      return new AppError("unavailable", "The database does not answer in time.", { cause: error });
  }
  if (error instanceof Prisma.PrismaClientInitializationError || isConnectionError(error))
    return new AppError("unavailable", "The database does not answer.", { cause: error });
  return error;
}

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01",
  "57P03",
  "ETIMEDOUT",
]);

function isConnectionError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if ("code" in error && typeof error.code === "string" && CONNECTION_CODES.has(error.code)) return true;
  return (
    // A raw query says it in words only.
    /DatabaseNotReachable|Can't reach database server|Connection terminated|ConnectionClosed|closed the connection/.test(
      error.message,
    ) || isConnectionError(error.cause, depth + 1)
  );
}

const RAW_QUERY_FAILED = "P2010";

/** True when the database refused a value of a raw query: of the wrong type, or against a constraint. */
export function isRefusedValue(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== RAW_QUERY_FAILED)
    return false;
  return /\b(22|23)[0-9A-Z]{3}\b/.test(JSON.stringify(error.meta ?? {}) + error.message);
}
