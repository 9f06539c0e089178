import type { Corrections, MemoryFigures } from "@/lib/db/sql/agents";
import type { ServingTotals } from "@/lib/db/sql/lifecycle";
import type { PackFigures } from "@/lib/db/sql/packs";
import { meanOf, wilson } from "@/lib/kernel/statistics";
import type { AgentFigures, Figure } from "../contract";

/** The targets of the product; shares are 0–1, bytes are of 10,000 memories. null: the figure has none. */
const TARGETS: Record<Figure["name"], Figure["target"]> = {
  pack_precision: { is: "at_least", value: 0.5 },
  pack_precision_inferred: null,
  packs_empty: null,
  tokens_per_pack: null,
  delivered_twice: { is: "at_most", value: 0 },
  // Both sides of an open conflict are served together and marked, so none is no aim.
  disputed_served: null,
  verified_before_use: { is: "at_least", value: 1 },
  verified_in_searches: null,
  average_quality: { is: "above", value: 0.7 },
  low_quality: { is: "below", value: 0.05 },
  with_metadata: { is: "at_least", value: 0.8 },
  agent_types_contributing: { is: "at_least", value: 0.6 },
  invalid_detection: { is: "above", value: 0.95 },
  false_alarms: { is: "below", value: 0.05 },
  bytes_per_10000: { is: "below", value: 1024 ** 3 },
};
const MEMORIES = 10_000;

type Counted = {
  agents: readonly AgentFigures[];
  packs: PackFigures;
  active: MemoryFigures;
  servings: ServingTotals;
  corrections: Corrections;
  bytes: number | null;
};

/** The figures of an organization, in the order in which they are shown. */
export function figuresOf({ agents, packs, active, servings, corrections, bytes }: Counted): Figure[] {
  const { confirmed, missed, alarms, false_alarms } = corrections;
  const acting = agents.filter(({ recalls, answers, memories }) => recalls + answers + memories > 0);
  const contributing = acting.filter(({ memories }) => memories > 0);
  return [
    shareOf("pack_precision", packs.reported_right, packs.reported),
    shareOf("pack_precision_inferred", packs.inferred_right, packs.inferred),
    shareOf("packs_empty", packs.empty, packs.packs),
    tokensPerPack(packs),
    shareOf("delivered_twice", packs.repeated, packs.in_windows),
    shareOf("disputed_served", packs.disputed, packs.served),
    shareOf("verified_before_use", servings.verified, servings.cited),
    shareOf("verified_in_searches", servings.found_verified, servings.found_cited),
    judged({
      name: "average_quality",
      unit: "score",
      value: active.average_quality,
      low: null,
      high: null,
      count: null,
      of: active.memories,
    }),
    shareOf("low_quality", active.low_quality, active.memories),
    shareOf("with_metadata", active.with_metadata, active.memories),
    shareOf("agent_types_contributing", contributing.length, acting.length),
    shareOf("invalid_detection", confirmed, confirmed + missed),
    shareOf("false_alarms", false_alarms, alarms),
    judged({
      name: "bytes_per_10000",
      unit: "bytes",
      value: bytes === null ? null : bytes * MEMORIES,
      low: null,
      high: null,
      count: null,
      of: active.memories,
    }),
  ];
}

function shareOf(name: Figure["name"], count: number, of: number): Figure {
  const interval = wilson(count, of);
  return judged({
    name,
    unit: "share",
    value: interval?.rate ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    count,
    of,
  });
}

function tokensPerPack({ served_packs, tokens, tokens_squared }: PackFigures): Figure {
  const mean = meanOf({ sum: tokens, sum_of_squares: tokens_squared, n: served_packs });
  return judged({
    name: "tokens_per_pack",
    unit: "tokens",
    value: mean?.mean ?? null,
    low: mean?.low ?? null,
    high: mean?.high ?? null,
    count: null,
    of: served_packs,
  });
}

function judged(figure: Omit<Figure, "target" | "met">): Figure {
  const target = TARGETS[figure.name];
  const { value } = figure;
  return { ...figure, target, met: value === null || target === null ? null : meets(value, target) };
}

function meets(value: number, target: NonNullable<Figure["target"]>): boolean {
  switch (target.is) {
    case "at_least":
      return value >= target.value;
    case "above":
      return value > target.value;
    case "at_most":
      return value <= target.value;
    case "below":
      return value < target.value;
  }
}
