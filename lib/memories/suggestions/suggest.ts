import { createHash } from "node:crypto";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Memory, SuggestedAction, WriteAnswer } from "../contract";
import { fails } from "../lifecycle/transitions";
import { wasChangedByPerson } from "../memory/change-queries";
import { mayDecide } from "../policy";
import { mayStoreGlobally } from "../store/scope";
import type { Correction } from "./correction";
import { storeSuggestion } from "./queries";

/**
 * Whether a memory is the actor's own to change: it decides about every memory, or it is the agent that stored this one
 * and no person has edited it since.
 */
export async function isOwn(
  db: Db,
  { actor, memory }: { actor: Actor; memory: Pick<Memory, "id" | "created_by"> },
): Promise<boolean> {
  if (mayDecide(actor)) return true;
  const { kind, id } = memory.created_by;
  if (kind !== actor.kind || id !== actor.id) return false;
  return !(await wasChangedByPerson(db, { ...tenantOf({ actor }), memory_id: memory.id }));
}

/** @throws AppError permission_denied for a memory that is not the actor's own; `remedy` says what it may do instead. */
export async function assertOwn(
  db: Db,
  { remedy, ...asked }: { actor: Actor; memory: Memory; remedy: string },
): Promise<void> {
  if (await isOwn(db, asked)) return;
  throw new AppError(
    "permission_denied",
    `Others stored or edited this memory, so this needs the permission memories:decide. ${remedy}`,
  );
}

/** Whether new words for a memory would reach every repository, for which the actor may store nothing. */
function reachesTooFar({ actor, memory }: { actor: Actor; memory: Pick<Memory, "scope"> }): boolean {
  return memory.scope === "global" && !mayDecide(actor) && !mayStoreGlobally(actor);
}

/** As `assertOwn`, for new words: they reach no further than what the actor stores. @throws AppError permission_denied. */
export async function assertMayReword(
  db: Db,
  { remedy, ...asked }: { actor: Actor; memory: Memory; remedy: string },
): Promise<void> {
  if (reachesTooFar(asked))
    throw new AppError(
      "permission_denied",
      `This memory reaches every repository, so changing it needs the permission memories:global. ${remedy}`,
    );
  await assertOwn(db, { ...asked, remedy });
}

/**
 * Whether this waits for a person: deleting always, new words where the actor may not store as far as they would reach,
 * the rest unless the memory is the actor's own or the cited code says otherwise by now.
 */
export async function needsSuggestion(
  db: Db,
  { actor, memory, action }: { actor: Actor; memory: Memory; action: SuggestedAction },
): Promise<boolean> {
  if (mayDecide(actor)) return false;
  if (action === "delete") return true;
  if (action === "supersede" && reachesTooFar({ actor, memory })) return true;
  if (memory.citations.some(fails)) return false;
  return !(await isOwn(db, { actor, memory }));
}

const ACTION_WORDS: Record<SuggestedAction, string> = {
  invalidate: "be invalidated",
  supersede: "be superseded by your statement",
  delete: "be deleted",
};

/** Why a person decides, as `needsSuggestion` found. */
function whySuggested(asked: { actor: Actor; memory: Memory; action: SuggestedAction }): string {
  if (asked.action === "delete") return "every deletion by a key without memories:decide waits for a person";
  if (asked.action === "supersede" && reachesTooFar(asked))
    return "it reaches every repository, and this key may not store for all of them (memories:global)";
  return "others stored or edited it";
}

/**
 * Keeps what an agent would do until a person decides, in the caller's transaction, and says so in the audit log.
 * @returns the answer that the agent gets. @throws AppError conflict for a memory that is not in use.
 */
export async function suggest(
  tx: Db,
  {
    audit,
    ...asked
  }: {
    actor: Actor;
    memory: Memory;
    action: SuggestedAction;
    reason: string | null;
    correction?: Correction;
    now: Date;
    audit: (entry: { subject_id: string; detail: Record<string, string | null> }) => void;
  },
): Promise<WriteAnswer> {
  const { actor, memory, action, reason, correction = null } = asked;
  if (memory.deleted_at !== null || (memory.status !== "active" && memory.status !== "drifted"))
    throw new AppError(
      "conflict",
      `This memory is ${memory.status} and not in use, so nothing is suggested.`,
    );
  const content_sha256 = createHash("sha256")
    .update(JSON.stringify([action, correction?.statement ?? null]))
    .digest("hex");
  const { id, is_new } = await storeSuggestion(tx, {
    ...tenantOf({ actor }),
    ...asked,
    correction,
    content_sha256,
    actor: actorRef(actor),
  });
  const kept = is_new
    ? `You suggested that this memory ${ACTION_WORDS[action]}; a person decides`
    : `It was already suggested that this memory ${ACTION_WORDS[action]}, and a person has not decided yet`;
  audit({ subject_id: memory.id, detail: { suggestion_id: id, reason } });
  return {
    stored: false,
    reason: "suggested",
    memory,
    duplicate_of: null,
    notes: [`${kept} (suggestion ${id}). Until then nothing changes, because ${whySuggested(asked)}.`],
  };
}
