import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import type { MemorySort } from "../contract";

// The kernel's cursor holds a time; a list by quality goes on after a number.
const keySchema = z.tuple([z.string(), z.union([z.number(), z.iso.datetime()]), idSchema]);

const BY_TIME: ReadonlySet<MemorySort> = new Set(["refreshed_at", "created_at", "status_since"]);

export type ListKey = { value: string | number; id: string };

export function encodeListCursor(sort: MemorySort, { value, id }: ListKey): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");
}

/** @throws AppError invalid_input when the cursor is not of this list in this order. */
export function decodeListCursor(sort: MemorySort, cursor: string): ListKey {
  try {
    const [of, value, id] = keySchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (of !== sort || (typeof value === "string") !== BY_TIME.has(sort)) throw new Error("another order");
    return { value, id };
  } catch (cause) {
    const detail = "is not a cursor of this list in this order; leave it out to start from the first page";
    throw new AppError("invalid_input", `/cursor: ${detail}`, {
      cause,
      errors: [{ pointer: "/cursor", detail }],
    });
  }
}
