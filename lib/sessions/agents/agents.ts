import {
  type AgentWhere,
  bytesOfMemory,
  sumActive,
  sumByAgentType,
  sumCorrections,
} from "@/lib/db/sql/agents";
import { sumServings } from "@/lib/db/sql/lifecycle";
import { sumPacks } from "@/lib/db/sql/packs";
import { shareOf } from "@/lib/kernel/statistics";
import { DAY_MS } from "@/lib/kernel/time";
import { HIGH_QUALITY, LOW_QUALITY, namedRepository } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { figuresOf } from "./figures";

const agentStats = defineQuery(contract.agentStats, {
  load: async ({ db, actor, input: { repository } }) =>
    (await namedRepository(db, { actor, repository })) ?? null,
  authorize: "filtered",
  read: async ({ db, actor, input: { days }, subject: repository_id, now }) => {
    const { organization_id } = actor;
    const since = new Date(now().getTime() - days * DAY_MS);
    const where: AgentWhere = {
      organization_id,
      repository_id,
      since,
      visible_repository_ids: actor.repository_ids,
    };
    const [agents, packs, active, servings, corrections, bytes] = await Promise.all([
      sumByAgentType(db, { where, high: HIGH_QUALITY, low: LOW_QUALITY }),
      sumPacks(db, { where }),
      sumActive(db, { where, low: LOW_QUALITY }),
      sumServings(db, where),
      sumCorrections(db, { where }),
      bytesOfMemory(db),
    ]);
    return {
      since: since.toISOString(),
      agents,
      reuse_rate: shareOf(active.used_again, active.memories),
      figures: figuresOf({ agents, packs, active, servings, corrections, bytes }),
    };
  },
});

export const operations = [agentStats];
