import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import {
  type conversationGet,
  type conversationList,
  DAY_STATES,
  type synthesisList,
} from "@/lib/conversations/contract";
import type { CallOf } from "@/lib/kernel/contract";

const PAGE_SIZE = 50;
/** Lines of a log on one page: few enough to draw at once, many enough to read a conversation. */
export const LINES_SHOWN = 100;

const place = { agent: parseAsString, cursor: parseAsString };

const placeOf = ({ agent, cursor }: inferParserType<typeof place>) => ({
  agent: agent ?? undefined,
  cursor: cursor ?? undefined,
});

export const daysParameters = { ...place, state: parseAsStringLiteral(DAY_STATES) };
export const loadDaysParameters = createLoader(daysParameters);

export const daysInput = ({
  state,
  ...parameters
}: inferParserType<typeof daysParameters>): CallOf<typeof conversationList> => ({
  ...placeOf(parameters),
  state: state ?? undefined,
  limit: PAGE_SIZE,
});

/** `after`: the number of the line before the first that is shown. */
export const dayParameters = {
  after: parseAsInteger.withDefault(0),
  taught: parseAsBoolean.withDefault(false),
};
export const loadDayParameters = createLoader(dayParameters);

export const dayInput = (
  conversation_id: string,
  { after, taught }: inferParserType<typeof dayParameters>,
): CallOf<typeof conversationGet> => ({
  conversation_id,
  after: Math.max(0, after),
  taught,
  limit: LINES_SHOWN,
});

export const weeksParameters = place;
export const loadWeeksParameters = createLoader(weeksParameters);

export const weeksInput = (
  parameters: inferParserType<typeof weeksParameters>,
): CallOf<typeof synthesisList> => ({
  ...placeOf(parameters),
  limit: 20,
});

/** Only the names of the agents that have logs are wanted. */
export const AGENTS_WITH_LOGS = { limit: 1 } satisfies CallOf<typeof conversationList>;
