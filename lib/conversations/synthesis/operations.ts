import { tenantOf } from "@/lib/kernel/actor";
import { briefsByIds } from "@/lib/memories";
import type { MemoryBrief } from "@/lib/memories/contract";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { findCorrected, inPlaceOf } from "../logs/fact-queries";
import * as synthesis from "./queries";

type Row = Awaited<ReturnType<typeof synthesis.listSyntheses>>["items"][number];

const synthesisList = defineQuery(contract.synthesisList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const tenant = tenantOf({ actor });
    const agent = actor.kind === "agent" ? actor.name : input.agent;
    const page = await synthesis.listSyntheses(db, { ...tenant, ...input, agent });
    const named = page.items.flatMap(({ patterns }) => patterns.map(({ memory_id }) => memory_id));
    const corrected = await findCorrected(db, { ...tenant, ids: named });
    const current = (id: string) => inPlaceOf(corrected, id);
    const ids = [...new Set(named.flatMap((id) => current(id) ?? []))];
    const known = new Map((await briefsByIds(db, { ...tenant, ids })).map((brief) => [brief.id, brief]));
    const briefOf = (id: string) => known.get(current(id) ?? "");
    const items = page.items.map((row) => ({
      id: row.id,
      agent: row.agent,
      week: row.week,
      extractor: row.extractor,
      finished_at: row.finished_at?.toISOString() ?? null,
      patterns: patternsOf(row, briefOf),
    }));
    return { ...page, items };
  },
});

/** Patterns with the facts that are left of them, as they were corrected; one that lost all of them is left out. */
function patternsOf(
  { patterns }: Row,
  briefOf: (memory_id: string) => MemoryBrief | undefined,
): contract.Synthesis["patterns"] {
  const found = new Map<number, contract.Synthesis["patterns"][number]>();
  for (const { position, statement, memory_id } of patterns) {
    const pattern = found.get(position) ?? { statement, facts: [] };
    found.set(position, pattern);
    const brief = briefOf(memory_id);
    if (brief && !pattern.facts.some(({ id }) => id === brief.id)) pattern.facts.push(brief);
  }
  return [...found.values()].filter(({ facts }) => facts.length > 0);
}

export const synthesisOperations = [synthesisList];
