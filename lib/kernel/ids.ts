import { v7 } from "uuid";
import { z } from "zod";

/** A new UUIDv7 (RFC 9562): sorts by time of creation, so keyset pages follow insertion order. */
export function newId(): string {
  return v7();
}

export const idSchema = z.uuid({ error: "must be a UUID" }).toLowerCase().meta({ description: "UUID" });

/** A condition of Prisma on a column: one of these ids; no condition without them. */
export function among<T>(ids: readonly T[] | null | undefined): { in: T[] } | undefined {
  if (ids === null || ids === undefined) return undefined;
  return { in: [...ids] };
}
