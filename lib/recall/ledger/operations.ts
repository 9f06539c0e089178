import type { Db } from "@/lib/db/client";
import { sumInferred } from "@/lib/db/sql/inferences";
import { type DayRow, type RecallWhere, sumRecalls } from "@/lib/db/sql/recall";
import { type Actor, actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { findMemoryFor, maySeeMemory, namedRepository, recordUses, redactTexts } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { searchedWords } from "@/lib/text/searched-words";
import * as contract from "../contract";
import * as ledgerQueries from "./queries";

/** What an actor may see of the ledger: people what their repositories' recalls were given, an agent its own. */
const seen = (
  actor: Actor,
): Pick<RecallWhere, "organization_id" | "visible_repository_ids" | "off_repository_ids" | "only_agent"> => ({
  organization_id: actor.organization_id,
  visible_repository_ids: actor.repository_ids,
  off_repository_ids: actor.off_repository_ids,
  only_agent: actor.kind === "agent" ? actor.name : null,
});

function maySeeRecall(actor: Actor, recall: Pick<contract.RecallEntry, "repository" | "agent">): boolean {
  if (actor.kind === "agent" && recall.agent !== actor.name) return false;
  return maySeeRepository(actor, recall.repository?.id ?? null);
}

export const recallList = defineQuery(contract.recallList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const { cursor, limit, repository, q = "", ...filters } = input;
    const repository_id = await namedRepository(db, { actor, repository });
    // What an actor may not see has no recalls to it either.
    if (filters.memory_id !== undefined) await findMemoryFor(db, { actor, memory_id: filters.memory_id });
    const page = await ledgerQueries.listRecalls(db, {
      where: { ...seen(actor), ...filters, repository_id, words: searchedWords(q) },
      cursor,
      limit,
    });
    const { memory_id } = filters;
    return ledgerQueries.withServing(db, { ...tenantOf({ actor }), memory_id, page });
  },
});

async function loadRecall({ db, actor, input }: { db: Db; actor: Actor; input: { recall_id: string } }) {
  // What reached the agent then may have been quarantined since.
  const recall = await ledgerQueries.findRecall(db, {
    ...tenantOf({ actor }),
    ...input,
    shows: (memory) => maySeeMemory(actor, memory),
  });
  if (!recall)
    throw new AppError("not_found", "This recall does not exist, or is older than recalls are kept.");
  return recall;
}

export const recallGet = defineQuery(contract.recallGet, {
  load: loadRecall,
  authorize: maySeeRecall,
  read: async ({ subject }) => subject,
});

export const recallRate = defineCommand(contract.recallRate, {
  load: async (context) => ({
    recall: await loadRecall(context),
    served: new Set(
      await ledgerQueries.findServedIds(context.db, {
        ...tenantOf(context),
        recall_id: context.input.recall_id,
      }),
    ),
  }),
  authorize: (actor, { recall }) => maySeeRecall(actor, recall),
  prepare: ({ input }) => redactTexts(input.uses.map(({ reason = "" }) => ({ text: reason }))),
  write: async ({ db, actor, input, subject, prepared: redacted, now, audit }) => {
    const { recall_id } = input;
    const unserved = input.uses.findIndex(({ memory_id }) => !subject.served.has(memory_id));
    if (unserved >= 0)
      throw invalidField(`/uses/${unserved}/memory_id`, "is not a memory that this recall served");
    const recorded = await recordUses(db, {
      ...tenantOf({ actor }),
      actor: actorRef(actor),
      recall_id,
      uses: input.uses.map((use, index) => ({ ...use, reason: redacted[index]?.text || null })),
      now: now(),
    });
    audit({ subject_id: recall_id, detail: { recorded } });
    return { recorded };
  },
});

export const memoryRecallList = defineQuery(contract.memoryRecallList, {
  load: ({ db, actor, input }) => findMemoryFor(db, { actor, memory_id: input.memory_id }),
  authorize: "filtered",
  read: ({ db, actor, input, subject }) => {
    const { cursor, limit } = input;
    return ledgerQueries.listRecallsOfMemory(db, {
      where: { ...seen(actor), memory_id: subject.id },
      cursor,
      limit,
    });
  },
});

const COUNTED = [
  "recalls",
  "recalls_served",
  "recalls_degraded",
  "memories_served",
  "used",
  "refused",
  "tokens",
  "tokens_used",
] as const;

const withUnreported = (sums: Record<(typeof COUNTED)[number], number>) => ({
  ...sums,
  unreported: Math.max(0, sums.memories_served - sums.used - sums.refused),
});

export const recallStats = defineQuery(contract.recallStats, {
  authorize: "filtered",
  read: async ({ db, actor, input, now }) => {
    const repository_id = await namedRepository(db, { actor, repository: input.repository });
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
    const start = today - (input.days - 1) * DAY_MS;
    const after = new Date(start).toISOString();
    const where = { ...seen(actor), repository_id, agent_type: input.agent_type, after };
    const rows = new Map((await sumRecalls(db, { where })).map((row) => [row.day, row]));
    const nothing = { latency_p50: 0, latency_p95: 0, ...zeros() };
    const days = Array.from({ length: input.days }, (_, index) => {
      const day = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
      const row: Omit<DayRow, "day"> = rows.get(day) ?? nothing;
      return { ...withUnreported(row), latency_p50: row.latency_p50, latency_p95: row.latency_p95, day };
    });
    const total = zeros();
    for (const day of days) for (const key of COUNTED) total[key] += day[key];
    const { held_out, ...inferred } = await sumInferred(db, { where });
    return { total: { ...withUnreported(total), inferred, held_out }, days };
  },
});

function zeros(): Record<(typeof COUNTED)[number], number> {
  return {
    recalls: 0,
    recalls_served: 0,
    recalls_degraded: 0,
    memories_served: 0,
    used: 0,
    refused: 0,
    tokens: 0,
    tokens_used: 0,
  };
}
