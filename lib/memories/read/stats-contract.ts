import { z } from "zod";
import { citationCountsSchema } from "@/lib/citations/fields";
import { defineContract, type Gauge } from "@/lib/kernel/contract";
import { repoSchema, repositoryRefSchema, valueCountSchema } from "../fields";
import { checkRepository } from "../store/contract";
import { verifiedShape } from "./contract";

const countsSchema = z.array(valueCountSchema);

const gauge = (name: string, help: string, value: number | null): Gauge => ({
  name,
  help,
  values: value === null ? [] : [{ labels: {}, value }],
});

const gaugesBy = (
  label: string,
  name: string,
  help: string,
  counts: z.output<typeof countsSchema>,
): Gauge => ({
  name,
  help,
  values: counts.map(({ value, count }) => ({ labels: { [label]: value }, value: count })),
});

/** Days that the shares of what was sent to agents are of. */
export const SERVED_DAYS = 30;

/** A drifted memory counts among those that cite code, or all that do would always hold. */
export const COVERED_STATUSES = ["active", "drifted"] as const;

const NOTHING_SENT = { served: 0, cited: 0, verified: 0, share: null };

const NO_CHECKS = { unchanged: 0, moved: 0, renamed: 0, edited: 0, missing: 0, unreachable: 0 };

/** What an agent gets while memory is switched off: nothing of anything. */
const NOTHING = {
  total: 0,
  by_status: [],
  by_kind: [],
  by_agent_type: [],
  by_category: [],
  cited: 0,
  verified: 0,
  verified_share: null,
  citations_by_status: { ...NO_CHECKS, unchecked: 0 },
  checks_by_status: NO_CHECKS,
  verified_before_use: { days: SERVED_DAYS, ...NOTHING_SENT, searches: NOTHING_SENT },
  uses: { total: 0, memories_used: 0, applied: 0, rated: 0, average_usefulness: null },
  average_quality: null,
  low_quality: 0,
  high_quality: 0,
  addressed: 0,
  unembedded: 0,
};

export const memoryStats = defineContract({
  name: "memory_stats",
  module: "memories",
  summary:
    "How many memories there are, by kind and status, how they are used, and how many of their citations are valid",
  effect: "read",
  reads: ["memories", "citations", "recalls"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => NOTHING,
  http: { method: "GET", path: "/memories/stats", status: 200 },
  mcp: {
    title: "memory.stats",
    unlisted: ["repo"],
    description: "Counts of memories and how many of them are verified. Not needed to find a memory.",
  },
  gauges: ({ total, by_agent_type, by_category, average_quality }) => [
    gauge("total_memories", "Memories, whatever their status.", total),
    gaugesBy("agent_type", "memories_by_agent_type", "Active memories.", by_agent_type),
    gaugesBy("category", "memories_by_category", "Active memories.", by_category),
    gauge("avg_memory_quality", "Mean quality of active memories, 0–1.", average_quality),
  ],
  input: z
    .strictObject({ repository: repositoryRefSchema.optional(), repo: repoSchema })
    .superRefine(checkRepository),
  output: z.object({
    total: z.int(),
    by_status: countsSchema,
    by_kind: countsSchema.meta({ description: "Of the active ones, like all following counts" }),
    by_agent_type: countsSchema,
    by_category: countsSchema,
    cited: z.int().meta({ description: "Active or drifted ones that cite code" }),
    verified: z.int().meta({ description: "How many of them have only valid citations at their last check" }),
    verified_share: z.number().nullable().meta({ description: "verified ÷ cited" }),
    citations_by_status: citationCountsSchema.meta({ description: "Of all memories, by their last check" }),
    checks_by_status: citationCountsSchema
      .omit({ unchecked: true })
      .meta({ description: "Recorded checks of the citations of all memories, by result" }),
    verified_before_use: z
      .object({
        days: z.int(),
        ...verifiedShape,
        searches: z
          .object(verifiedShape)
          .meta({ description: "The same for the results of agents' searches" }),
      })
      .meta({ description: "Over the last days, of packs and of memories that agents asked for by id" }),
    uses: z
      .object({
        total: z.int().meta({ description: "How often they were served or applied" }),
        memories_used: z.int().meta({ description: "How many memories were, at least once" }),
        applied: z.int().meta({ description: "How often an agent logged that it applied one" }),
        rated: z.int().meta({ description: "Ratings that count: the last of each actor and recall" }),
        average_usefulness: z.number().nullable().meta({ description: "0–1, of those ratings" }),
      })
      .meta({ description: "Of all memories" }),
    average_quality: z.number().nullable(),
    low_quality: z.int().meta({ description: "Quality below 0.5" }),
    high_quality: z.int().meta({ description: "Quality of 0.7 and more" }),
    addressed: z.int(),
    unembedded: z.int().meta({ description: "Not yet found by meaning, only by words" }),
  }),
});
