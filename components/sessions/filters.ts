import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { CallOf } from "@/lib/kernel/contract";
import { DAY_MS } from "@/lib/kernel/durations";
import { SESSION_OUTCOMES, type sessionList } from "@/lib/sessions/contract";

export const PAGE_SIZE = 50;
/** What the URL of the list says. `from` and `to` are days (UTC), both included. */
export const sessionParameters = {
  q: parseAsString,
  repository: parseAsString,
  agent: parseAsString,
  client: parseAsString,
  outcome: parseAsStringLiteral(SESSION_OUTCOMES),
  from: parseAsString,
  to: parseAsString,
  cursor: parseAsString,
};
type SessionParameters = inferParserType<typeof sessionParameters>;
export const loadSessionParameters = createLoader(sessionParameters);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function sessionsInput({ from, to, ...filters }: SessionParameters): CallOf<typeof sessionList> {
  const active = Object.entries(filters).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(active),
    ...(from !== null && DAY.test(from) && { after: `${from}T00:00:00.000Z` }),
    ...(to !== null && DAY.test(to) && { before: new Date(Date.parse(to) + DAY_MS).toISOString() }),
    limit: PAGE_SIZE,
  };
}
