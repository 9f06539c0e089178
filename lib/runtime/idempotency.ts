import { findIdempotencyKey, insertIdempotencyKey } from "@/lib/access/idempotency/queries";
import type { Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/kernel/errors";

export type RepeatKey = {
  organization_id: string;
  actor_id: string;
  operation: string;
  key: string;
  request_sha256: string;
};

/**
 * The first answer to this key, if there was one.
 * @throws AppError conflict when the key was used for a different request.
 */
export async function findFirstAnswer(db: Db, repeat: RepeatKey): Promise<{ response: unknown } | null> {
  const kept = await findIdempotencyKey(db, repeat);
  if (!kept) return null;
  if (kept.request_sha256 !== repeat.request_sha256)
    throw new AppError("conflict", "This Idempotency-Key was used for a different request; use a new one.");
  return { response: kept.response };
}

/** Keeps the answer in the transaction of the write. Of two at once, the second fails here and its write with it. */
export async function storeFirstAnswer(tx: Db, repeat: RepeatKey, response: unknown): Promise<void> {
  try {
    await insertIdempotencyKey(tx, { ...repeat, response });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError(
        "conflict",
        "A request with this Idempotency-Key is being answered; repeat it in a moment.",
        {
          cause: error,
        },
      );
    throw error;
  }
}
