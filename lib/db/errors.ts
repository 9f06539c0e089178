import { AppError } from "@/lib/kernel/errors";
import { hasSqlState, OUTAGES, outageOf } from "@/lib/kernel/outages";
import { noteDiskFull } from "./disk-full";
import { Prisma } from "./generated/client";

const UNIQUE_VIOLATION = "P2002";
const FOREIGN_KEY_VIOLATION = "P2003";
const ROW_NOT_FOUND = "P2025";
/** What the server itself says of the first two, which Prisma passes on from a raw statement. */
const SQL_UNIQUE_VIOLATION = "23505";
const SQL_FOREIGN_KEY_VIOLATION = "23503";
const SQL_CHECK_VIOLATION = "23514";
/** With which a cluster passes on, in words alone, what one of its servers refused of many rows. */
const SQL_INTERNAL = "XX000";

/** Whether the database refused a raw statement by such a constraint. */
const isRefusedBy = (
  error: unknown,
  state: string,
  constraint: "unique" | "foreign key" | "check",
): boolean =>
  hasSqlState(error, state) ||
  (hasSqlState(error, SQL_INTERNAL) &&
    error instanceof Error &&
    error.message.includes(`violates ${constraint} constraint`));

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION;
}

const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === FOREIGN_KEY_VIOLATION;

/** True when a row that had to be there was not. */
export function isRowMissing(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === ROW_NOT_FOUND;
}

/** Turns what the database said into an AppError without its text; leaves everything else as it is. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isUniqueViolation(error) || isRefusedBy(error, SQL_UNIQUE_VIOLATION, "unique"))
    return new AppError("conflict", "Another row has the same unique values.", { cause: error });
  if (isForeignKeyViolation(error) || isRefusedBy(error, SQL_FOREIGN_KEY_VIOLATION, "foreign key"))
    return new AppError("not_found", "A row this request refers to does not exist.", { cause: error });
  if (isRowMissing(error))
    return new AppError("conflict", "The row changed or was removed meanwhile.", { cause: error });
  const outage = error instanceof Prisma.PrismaClientInitializationError ? "unreachable" : outageOf(error);
  if (outage === null) return error;
  if (outage === "disk_full") noteDiskFull();
  const { detail, retry_after_seconds } = OUTAGES[outage];
  return new AppError("unavailable", detail, { cause: error, retry_after_seconds });
}

const RAW_QUERY_FAILED = "P2010";

/** True when the database refused a value of a raw query: of the wrong type, or against a constraint. */
export function isRefusedValue(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== RAW_QUERY_FAILED)
    return false;
  if (isRefusedBy(error, SQL_CHECK_VIOLATION, "check")) return true;
  return /\b(22|23)[0-9A-Z]{3}\b/.test(JSON.stringify(error.meta ?? {}) + error.message);
}
