import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { CallOf } from "@/lib/kernel/contract";
import { DAY_MS } from "@/lib/kernel/durations";
import { RECALL_OUTCOMES, RECALLS_HAVING, type recallList, type recallStats } from "@/lib/recall/contract";
import type { agentStats, holdoutGet } from "@/lib/sessions/contract";

export const PAGE_SIZE = 50;
/** What every change of a filter sets back. */
export const FIRST_PAGE = { cursor: null, first: null } as const;

/** What the URL of the ledger says. */
export const recallParameters = {
  q: parseAsString,
  /** Only those that gave agents this memory. */
  memory_id: parseAsString,
  repository: parseAsString,
  agent: parseAsString,
  agent_type: parseAsString,
  session_id: parseAsString,
  outcome: parseAsStringLiteral(RECALL_OUTCOMES),
  used: parseAsBoolean,
  degraded: parseAsBoolean,
  having: parseAsStringLiteral(RECALLS_HAVING),
  after: parseAsString,
  /** A day (UTC) of the chart of value. */
  day: parseAsString,
  cursor: parseAsString,
  first: parseAsInteger.withDefault(1),
};
export type RecallParameters = inferParserType<typeof recallParameters>;
export const loadRecallParameters = createLoader(recallParameters);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day in UTC, from its first moment to before the next one's; nothing for what is no day. */
function spanOf(day: string | null): { after?: string; before?: string } {
  if (day === null || !DAY.test(day) || Number.isNaN(Date.parse(day))) return {};
  const start = Date.parse(day);
  return { after: new Date(start).toISOString(), before: new Date(start + DAY_MS).toISOString() };
}

export function recallsInput(parameters: RecallParameters): CallOf<typeof recallList> {
  const { first: _, cursor, day, after, ...filters } = parameters;
  const active = Object.entries(filters).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(active),
    ...(after !== null && !Number.isNaN(Date.parse(after)) && { after }),
    ...spanOf(day),
    ...(cursor !== null && { cursor }),
    limit: PAGE_SIZE,
  };
}

/** The address of the recalls that pass one filter, in a repository or in all. */
export const recallsHref = (
  filter: Readonly<Partial<Record<keyof RecallParameters, string>>>,
  repository: string | null,
): string => `/recalls?${new URLSearchParams({ ...filter, ...(repository !== null && { repository }) })}`;

export const PERIODS = ["7", "30", "90"] as const;
export const valueParameters = {
  repository: parseAsString,
  agent_type: parseAsString,
  days: parseAsStringLiteral(PERIODS).withDefault("30"),
};
export type ValueParameters = inferParserType<typeof valueParameters>;
export const loadValueParameters = createLoader(valueParameters);

export function valueInput({ repository, agent_type, days }: ValueParameters): CallOf<typeof recallStats> {
  return {
    days: Number(days),
    repository: repository ?? undefined,
    agent_type: agent_type ?? undefined,
  };
}

/** The comparison of the holdout, over the period of the page. */
export function holdoutInput({ repository, days }: ValueParameters): CallOf<typeof holdoutGet> {
  return { days: Number(days), repository: repository ?? undefined };
}

export const agentsParameters = {
  repository: parseAsString,
  days: parseAsStringLiteral(PERIODS).withDefault("30"),
};
export const loadAgentsParameters = createLoader(agentsParameters);

export function agentsInput({
  repository,
  days,
}: inferParserType<typeof agentsParameters>): CallOf<typeof agentStats> {
  return { days: Number(days), repository: repository ?? undefined };
}

/** What the URL of the playground says; opening one with a task asks it. */
export const playgroundParameters = {
  repository: parseAsString,
  task: parseAsString.withDefault(""),
  agent_type: parseAsString.withDefault("architect"),
  agent: parseAsString.withDefault(""),
  files: parseAsString.withDefault(""),
  compare: parseAsBoolean.withDefault(false),
  floor: parseAsInteger.withDefault(50),
  memories: parseAsInteger.withDefault(8),
  characters: parseAsInteger.withDefault(2_000),
  as_of: parseAsString,
  time_zone: parseAsString,
};
export const playgroundHref = createSerializer(playgroundParameters);
