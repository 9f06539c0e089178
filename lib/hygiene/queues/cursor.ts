import { z } from "zod";
import { invalidField } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";

// The kernel's cursor holds a time; these lists go on after a number.
const usesSchema = z.tuple([z.int(), idSchema]);
const nearSchema = z.tuple([z.number(), idSchema, idSchema]);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function decode<T>(schema: z.ZodType<T>, cursor: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalidField("/cursor", "is not a cursor of this list; leave it out to start from the first page");
  }
}

export const encodeUses = ({ uses, id }: { uses: number; id: string }): string => encode([uses, id]);

/** @throws AppError invalid_input when the cursor is not of this list. */
export function decodeUses(cursor: string): { uses: number; id: string } {
  const [uses, id] = decode(usesSchema, cursor);
  return { uses, id };
}

export const encodeNear = (pair: { similarity: number; one: string; other: string }): string =>
  encode([pair.similarity, pair.one, pair.other]);

/** @throws AppError invalid_input when the cursor is not of this list. */
export function decodeNear(cursor: string): { similarity: number; one: string; other: string } {
  const [similarity, one, other] = decode(nearSchema, cursor);
  return { similarity, one, other };
}
