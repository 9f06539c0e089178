import type { BreakdownBy } from "@/lib/reviews/contract";
import type { ChartParameters, FindingParameters } from "./filters";

export const BY_WORDS: Record<BreakdownBy, string> = {
  file_pattern: "File pattern",
  agent: "Agent",
  skill: "Skill",
  repository: "Repository",
  developer: "Developer",
};

export const isBreakdown = (value: string): value is BreakdownBy => value in BY_WORDS;

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
