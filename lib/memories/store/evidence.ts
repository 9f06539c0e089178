import type { Db } from "@/lib/db/client";
import { findSameElsewhere } from "@/lib/db/sql/scopes";
import type { ActorRef } from "@/lib/kernel/actor";
import type { Memory } from "../contract";
import * as eventQueries from "../lifecycle/event-queries";
import { mergeInto, widen } from "../lifecycle/merge";
import * as memoryQueries from "../memory/queries";
import { lockHashes } from "../memory/rows";
import { hashAt } from "./duplicate";

/** What is no matter of one repository when two have learned it: these kinds alone become global by themselves. */
const SHARED_KINDS: ReadonlySet<string> = new Set(["error_solution", "anti_pattern"]);

/** The rule that decides, in the history of the memories. */
export const BY_EVIDENCE: ActorRef = { kind: "job", id: "scope_by_evidence", name: "scope by evidence" };

const SEEN_TWICE = "It was learned in two repositories.";
const KNOWN = "The same memory is already global.";

/**
 * Lets an error's solution or an anti-pattern reach every repository once a second one has learned the same, in the
 * caller's transaction: the older memory becomes global, and the others are merged into it. What a person undid is not
 * done again. `memories`: as they are in this transaction. @returns the ids of the memories that changed.
 */
export async function widenByEvidence(
  tx: Db,
  {
    organization_id,
    memories: all,
    now,
  }: { organization_id: string; memories: readonly Memory[]; now: Date },
): Promise<string[]> {
  const memories = all.filter(mayBeShared);
  if (memories.length === 0) return [];
  // Two transactions that store the same in two repositories take turns, so that the second sees the first.
  await lockHashes(tx, { organization_id, hashes: memories.map((memory) => hashAt(memory, "global")) });
  const changed: string[] = [];
  for (const { id } of memories) changed.push(...(await widenOne(tx, { organization_id, id, now })));
  return changed;
}

async function widenOne(
  tx: Db,
  { organization_id, id, now }: { organization_id: string; id: string; now: Date },
): Promise<string[]> {
  const alike = await findSameElsewhere(tx, { organization_id, memory_id: id });
  if (alike.length === 0) return [];
  const found = await memoryQueries.memoriesByIds(tx, { organization_id, ids: [id, ...alike] });
  if (await wasTakenBack(tx, { organization_id, memories: found })) return [];
  const [into, ...others] = found.toSorted(
    (a, b) => Number(b.scope === "global") - Number(a.scope === "global") || a.id.localeCompare(b.id),
  );
  if (!into || others.length === 0) return [];
  const by = { organization_id, actor: BY_EVIDENCE, now };
  if (into.scope !== "global")
    await widen(tx, {
      ...by,
      memory: into,
      reason: SEEN_TWICE,
      detail: {
        evidence: found.map((one) => ({ memory_id: one.id, repository: one.repository?.name ?? null })),
      },
    });
  const reason = into.scope === "global" ? KNOWN : SEEN_TWICE;
  await mergeInto(tx, { ...by, into: into.id, ids: others.map((one) => one.id), reason });
  return found.map((one) => one.id);
}

const mayBeShared = ({ kind, scope, status, repository, deleted_at, held_at }: Memory) =>
  held_at === null &&
  SHARED_KINDS.has(kind) &&
  scope === "repository" &&
  status === "active" &&
  repository !== null &&
  deleted_at === null;

/** Whether somebody took back that one of these became global or was merged for it. */
async function wasTakenBack(
  tx: Db,
  { organization_id, memories }: { organization_id: string; memories: readonly Memory[] },
): Promise<boolean> {
  for (const { id: memory_id } of memories) {
    const steps = await eventQueries.listSteps(tx, { organization_id, memory_id, types: ["restored"] });
    if (steps.some(({ detail }) => detail.undone === "promoted" || detail.from === "superseded")) return true;
  }
  return false;
}
