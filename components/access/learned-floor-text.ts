import { formatCount, formatShare } from "@/components/pieces/format";
import type { LearnedRelevance } from "@/lib/recall/contract";

type Model = LearnedRelevance["models"][number];

/** What a model's floor is, and what it rests on. */
export function floorInWords({
  model,
  learning,
  relevance_floor,
}: {
  model: Model;
  learning: boolean;
  relevance_floor: number | null;
}): string {
  const judged = model.name === "words" ? "Without vectors" : "With vectors";
  const measured = formatShare(model.floor_measured);
  if (relevance_floor !== null)
    return `${judged}, a memory must be ${formatShare(relevance_floor)} relevant. The settings set this floor instead of the measured ${measured}.`;
  const outcomes = outcomesInWords(model);
  if (model.shift === 0 || !learning) {
    const floor = `${judged}, a memory must be ${measured} relevant, as measured on public projects.`;
    return `${floor} ${unusedInWords({ model, learning, outcomes })}`;
  }
  const floor = `${judged}, the floor is learned from ${outcomes} in this organization:`;
  return `${floor} a memory must be ${formatShare(model.floor_learned)} relevant instead of the measured ${measured}.`;
}

function unusedInWords({
  model,
  learning,
  outcomes,
}: {
  model: Model;
  learning: boolean;
  outcomes: string;
}): string {
  if (model.learned_at === null) return "Nothing has been learned from outcomes in this organization yet.";
  if (!learning) return `Learning from ${outcomes} is switched off.`;
  return `${outcomes} in this organization do not show that it should be higher.`;
}

function outcomesInWords({ reported, inferred, expected }: Model): string {
  const parts = [
    [reported, "reported"],
    [inferred, "inferred"],
    [expected, "expected by people"],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, how]) => `${formatCount(count)} ${how}`);
  return `${formatCount(reported + inferred + expected)} outcomes (${named.join(", ")})`;
}
