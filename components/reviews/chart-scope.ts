import type { BreakdownBy } from "@/lib/reviews/contract";
import type { ChartParameters, FindingParameters } from "./filters";

/** What the heat map tells rules apart by, in the order in which it is offered. */
export const BREAKDOWNS_OFFERED: readonly BreakdownBy[] = [
  "file_pattern",
  "agent",
  "skill",
  "repository",
  "developer",
];

/** The findings behind a mark, as far as all charts agree on them. */
export function scopeOf(parameters: ChartParameters): Partial<FindingParameters> {
  const { repository, skill, agent, developer, file_pattern } = parameters;
  return { repository, skill, agent, developer, file_pattern, rule: rulesOf(parameters) };
}

/** The chosen rule as the list that the findings take; none is all of them. */
export function rulesOf({ rule }: { rule: string | null }): string[] {
  if (rule === null) return [];
  return [rule];
}
