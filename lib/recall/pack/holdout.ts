import { createHmac } from "node:crypto";
import { findHoldoutSecret } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Database } from "@/lib/db/client";
import { insertHoldoutSession } from "@/lib/db/sql/holdout";
import type { Judged } from "./choose";
import type { Recalled } from "./context";
import type { Stages } from "./stages";

const HASH_BITS = 48;

/**
 * Whether a session gets no memory, so that such sessions can be compared with the others. Decided once for a session,
 * by a hash of its id and a secret of the organization, and kept: a later change of the share moves no session to the
 * other group. With a share of 0 nobody is held out, and nothing is decided; nor for a session
 * that has no id, or that had asked before the holdout was switched on.
 */
export async function isHeldOut(
  db: Database,
  {
    settings,
    organization_id,
    session_id,
    repository_id,
    now,
  }: {
    settings: Pick<Settings, "holdout_share">;
    organization_id: string;
    session_id: string | null | undefined;
    repository_id: string | null;
    now: Date;
  },
): Promise<boolean> {
  const { holdout_share: share } = settings;
  if (share <= 0 || !session_id) return false;
  const secret = await findHoldoutSecret(db, { organization_id });
  const held_out = positionOf({ secret, session_id }) < share;
  return insertHoldoutSession(db, { organization_id, session_id, repository_id, held_out, share, now });
}

/** As `isHeldOut`, asked as a stage of a recall, and only while there is a holdout; what cannot be decided is not held out. */
export async function isInHoldout(
  db: Database,
  { stages, ...request }: Parameters<typeof isHeldOut>[1] & { stages: Stages },
): Promise<boolean> {
  if (request.settings.holdout_share <= 0) return false;
  return stages.run("holdout", () => isHeldOut(db, request), false);
}

/** Where a session falls between 0 and 1: evenly spread, the same each time, and unknown without the secret. */
export function positionOf({ secret, session_id }: { secret: string; session_id: string }): number {
  const digest = createHmac("sha256", secret).update(session_id).digest();
  return digest.readUIntBE(0, HASH_BITS / 8) / 2 ** HASH_BITS;
}

export const HELD_OUT_REASON =
  "This session is in the holdout: it gets no memory, so that its outcome can be compared. Searching works as ever.";

/** What a session in the holdout gets instead of `recalled`: nothing, with every memory that it would have got named. */
export function withoutMemory(recalled: Recalled): Recalled {
  return {
    ...recalled,
    outcome: "held_out",
    reason: HELD_OUT_REASON,
    context: "",
    tokens: 0,
    characters: 0,
    memories: [],
    check_before_use: [],
    candidates: recalled.candidates.map(asHeldOut),
  };
}

/** A candidate that would have been served, in a session of the holdout. */
export const asHeldOut = (candidate: Judged): Judged => {
  if (candidate.place === "out") return candidate;
  return {
    ...candidate,
    place: "held_out",
    reason: `It ${candidate.why}, and the session is in the holdout.`,
  };
};
