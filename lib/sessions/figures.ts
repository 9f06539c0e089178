import type { Corrections, MemoryFigures } from "@/lib/db/sql/agents";
import type { ServingTotals } from "@/lib/db/sql/lifecycle";
import type { AgentFigures, Figure } from "./contract";

/** The targets of the product; shares are 0–1, bytes are of 10,000 memories. */
const TARGETS: Record<Figure["name"], Figure["target"]> = {
  recalls_served: { is: "at_least", value: 0.8 },
  reuse: { is: "above", value: 0.5 },
  verified_before_use: { is: "at_least", value: 1 },
  average_quality: { is: "above", value: 0.7 },
  low_quality: { is: "below", value: 0.05 },
  with_metadata: { is: "at_least", value: 0.8 },
  agent_types_contributing: { is: "at_least", value: 0.6 },
  invalid_detection: { is: "above", value: 0.95 },
  false_alarms: { is: "below", value: 0.05 },
  bytes_per_10000: { is: "below", value: 1024 ** 3 },
};
const MEMORIES = 10_000;

/** The figures of an organization that have a target, in the order in which they are shown. */
export function figuresOf(given: {
  agents: readonly AgentFigures[];
  active: MemoryFigures;
  servings: ServingTotals;
  corrections: Corrections;
  bytes: number | null;
}): Figure[] {
  const { agents, active, servings, corrections, bytes } = given;
  const { confirmed, missed, alarms, false_alarms } = corrections;
  const sum = (count: (agent: AgentFigures) => number) =>
    agents.reduce((total, agent) => total + count(agent), 0);
  const acting = agents.filter(({ recalls, answers, memories }) => recalls + answers + memories > 0);
  const share = (name: Figure["name"], count: number, of: number): Figure =>
    judged({ name, unit: "share", value: of === 0 ? null : count / of, count, of });
  return [
    share(
      "recalls_served",
      sum(({ recalls_served }) => recalls_served),
      sum(({ recalls }) => recalls),
    ),
    share("reuse", active.used_again, active.memories),
    share("verified_before_use", servings.verified, servings.cited),
    judged({
      ...{ name: "average_quality", unit: "score", value: active.average_quality },
      ...{ count: null, of: active.memories },
    }),
    share("low_quality", active.low_quality, active.memories),
    share("with_metadata", active.with_metadata, active.memories),
    share("agent_types_contributing", acting.filter(({ memories }) => memories > 0).length, acting.length),
    share("invalid_detection", confirmed, confirmed + missed),
    share("false_alarms", false_alarms, alarms),
    judged({
      ...{ name: "bytes_per_10000", unit: "bytes", value: bytes === null ? null : bytes * MEMORIES },
      ...{ count: null, of: active.memories },
    }),
  ];
}

function judged(figure: Omit<Figure, "target" | "met">): Figure {
  const target = TARGETS[figure.name];
  const { value } = figure;
  return { ...figure, target, met: value === null ? null : meets(value, target) };
}

function meets(value: number, target: Figure["target"]): boolean {
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
