import { tenantOf } from "@/lib/kernel/actor";
import { briefsByIds } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as synthesis from "./queries";

type Row = Awaited<ReturnType<typeof synthesis.listSyntheses>>["items"][number];

const synthesisList = defineQuery(contract.synthesisList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const tenant = tenantOf({ actor });
    const agent = actor.kind === "agent" ? actor.name : input.agent;
    const page = await synthesis.listSyntheses(db, { ...tenant, ...input, agent });
    const ids = [
      ...new Set(page.items.flatMap(({ patterns }) => patterns.map(({ memory_id }) => memory_id))),
    ];
    const briefs = new Map((await briefsByIds(db, { ...tenant, ids })).map((brief) => [brief.id, brief]));
    const items = page.items.map((row) => ({
      id: row.id,
      agent: row.agent,
      week: row.week,
      extractor: row.extractor,
      finished_at: row.finished_at?.toISOString() ?? null,
      patterns: patternsOf(row, briefs),
    }));
    return { ...page, items };
  },
});

/** Patterns with the facts that are left of them; one that lost all of them is left out. */
function patternsOf(
  { patterns }: Row,
  briefs: ReadonlyMap<string, Awaited<ReturnType<typeof briefsByIds>>[number]>,
): contract.Synthesis["patterns"] {
  const found = new Map<number, contract.Synthesis["patterns"][number]>();
  for (const { position, statement, memory_id } of patterns) {
    const pattern = found.get(position) ?? { statement, facts: [] };
    found.set(position, pattern);
    const brief = briefs.get(memory_id);
    if (brief) pattern.facts.push(brief);
  }
  return [...found.values()].filter(({ facts }) => facts.length > 0);
}

export const synthesisOperations = [synthesisList];
