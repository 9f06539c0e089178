import { z } from "zod";
import { invalidField } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { inboxKindSchema } from "../fields";

const positionSchema = z.tuple([timeSchema, z.int(), inboxKindSchema, idSchema]);

/** Where a page of the inbox ends. Ages grow, so every page of a list is ordered by the moment of the first. */
export type InboxPosition = { as_of: string; score: number; kind: string; subject_id: string };

export function encodePosition({ as_of, score, kind, subject_id }: InboxPosition): string {
  return Buffer.from(JSON.stringify([as_of, score, kind, subject_id])).toString("base64url");
}

/** @throws AppError invalid_input when the cursor was not made by `encodePosition`. */
export function decodePosition(cursor: string): InboxPosition {
  const parsed = positionSchema.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!parsed.success)
    throw invalidField("/cursor", "is not a cursor of the inbox; leave it out to start from the first page");
  const [as_of, score, kind, subject_id] = parsed.data;
  return { as_of, score, kind, subject_id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
