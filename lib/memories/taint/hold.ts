import { createHash } from "node:crypto";
import type { Db } from "@/lib/db/client";
import type { Memory } from "../contract";
import { type ChangedBy, changeMemory } from "../lifecycle/change";
import * as safetyQueries from "../safety/queries";
import { type KeyedSuspicion, textsIn } from "../safety/suspicions";
import { judgedTexts } from "../store/prepare";
import { acceptedAs, judgeTexts, unaccepted } from "./judge";
import { factsReader } from "./read-facts";

export const NOT_HELD = { held_at: null, held_reason: null } as const;

/** What waits for a person: quarantined, or held from other agents. */
export const awaitsSafety = ({ status, held_at }: Pick<Memory, "status" | "held_at">): boolean =>
  status === "quarantined" || held_at !== null;

/** What a person accepts of a memory's texts, as it is kept. */
export function acceptancesOf(
  { repository }: Pick<Memory, "repository">,
  taints: readonly Pick<KeyedSuspicion, "rule" | "text_sha256">[],
): safetyQueries.AllowanceKey[] {
  const keys = taints.map(({ rule, text_sha256 }) => ({
    rule: acceptedAs(rule, repository?.id ?? null),
    text_sha256,
  }));
  return [...new Map(keys.map((key) => [`${key.rule} ${key.text_sha256}`, key])).values()];
}

/** What of these memories waits for a person and nobody accepted, by their ids; their repositories are read. */
export async function taintsOfMemories(
  db: Db,
  { organization_id, memories }: { organization_id: string; memories: readonly Memory[] },
): Promise<Map<string, KeyedSuspicion[]>> {
  const readFacts = factsReader(db, { organization_id });
  const found = new Map<string, KeyedSuspicion[]>();
  for (const memory of memories) {
    if (memory.held_at === null) continue;
    const repository_id = memory.repository?.id ?? null;
    const { taints } = await judgeTexts(judgedTexts(memory), { repository_id, readFacts });
    found.set(memory.id, await unaccepted(db, { organization_id, repository_id, taints }));
  }
  return found;
}

/** A person stores what an agent had stored: from these rules it is that person's word now. */
export async function acceptHeld(
  tx: Db,
  { memory, rules, ...by }: ChangedBy & { memory: Memory; rules: readonly string[] },
): Promise<void> {
  if (memory.held_at === null) return;
  await changeMemory(tx, by, {
    memory,
    change: NOT_HELD,
    type: "released",
    reason: "A person stored the same.",
    detail: { held: { reason: memory.held_reason, at: memory.held_at }, rules },
  });
  const texts = textsIn(judgedTexts(memory)).map(({ text }) =>
    createHash("sha256").update(text).digest("hex"),
  );
  const accepted = rules.flatMap((rule) => texts.map((text_sha256) => ({ rule, text_sha256 })));
  await safetyQueries.insertAllowances(tx, {
    ...by,
    memory_id: memory.id,
    allowances: acceptancesOf(memory, accepted),
  });
}
