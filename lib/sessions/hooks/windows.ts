import { createHash } from "node:crypto";
import type { Database } from "@/lib/db/client";
import { confirmDelivered, forgetWindow } from "@/lib/db/sql/delivered";
import type { Actor } from "@/lib/kernel/actor";
import { toStorable } from "@/lib/kernel/text";
import { MAIN_WINDOW, recordDelivered, type StartPack } from "@/lib/recall";
import type { ClaudeCodeEvent } from "../contract";

const MAX_NAME = 200;

type Surroundings = { actor: Actor; db: Database; now: () => Date };

/** The context window of the agent that an event is of: the main agent's, or a subagent's. */
export function windowOf({ agent_id }: Pick<ClaudeCodeEvent, "agent_id">): string {
  const name = toStorable(agent_id ?? "");
  if (name === "") return MAIN_WINDOW;
  if (name.length <= MAX_NAME) return name;
  return createHash("sha256").update(name).digest("hex");
}

/** Counts the packs that the client says it has. Whatever it names, only packs of this session change. */
export async function confirmPacks(
  { actor, db, now }: Surroundings,
  { session_id, casebook }: Pick<ClaudeCodeEvent, "session_id" | "casebook">,
): Promise<void> {
  const recall_ids = casebook?.delivered ?? [];
  if (recall_ids.length === 0) return;
  const { organization_id } = actor;
  await confirmDelivered(db, { organization_id, session_id, recall_ids, now: now() });
}

/** Every start of a session, resumed, cleared or compacted ones too, begins a context window that has nothing. */
export async function beginWindow(
  { actor, db, now }: Surroundings,
  event: Pick<ClaudeCodeEvent, "session_id" | "agent_id">,
): Promise<void> {
  const { organization_id } = actor;
  const { session_id } = event;
  const context_window = windowOf(event);
  await forgetWindow(db, { organization_id, session_id, context_window, now: now() });
}

/** Keeps what a pack puts into a context window, until its client confirms the pack. */
export async function recordPack(
  { actor, db, now }: Surroundings,
  { context, recall_id, memories, ...window }: StartPack & { session_id: string; context_window: string },
): Promise<void> {
  if (recall_id === null || context === "") return;
  const { organization_id } = actor;
  await recordDelivered(db, { organization_id, ...window, recall_id, memories, at: now() });
}
