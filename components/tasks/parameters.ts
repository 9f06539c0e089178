import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { CallOf } from "@/lib/kernel/contract";
import { filterBy } from "@/lib/kernel/one-of";
import {
  FAILURE_STATUSES,
  type failureList,
  type patternList,
  type patternSearch,
  TASK_STATUSES,
  type taskList,
  type taskMetricsGet,
} from "@/lib/tasks/contract";

export const PAGE_SIZE = 50;
const QUEUE_SIZE = 25;

const place = { repository: parseAsString, cursor: parseAsString };

export const patternParameters = { ...place, q: parseAsString };
export const loadPatternParameters = createLoader(patternParameters);

type Place = inferParserType<typeof place>;

const placeOf = ({ repository, cursor }: Place) => ({
  repository: repository ?? undefined,
  cursor: cursor ?? undefined,
});

export const patternsInput = (parameters: Place): CallOf<typeof patternList> => ({
  ...placeOf(parameters),
  limit: PAGE_SIZE,
});

export const patternSearchInput = (
  query: string,
  repository: string | null,
): CallOf<typeof patternSearch> => ({ query, repository: repository ?? undefined, limit: 50 });

export const failureParameters = {
  ...place,
  q: parseAsString,
  status: parseAsStringLiteral(FAILURE_STATUSES),
};
export const loadFailureParameters = createLoader(failureParameters);

export const failuresInput = ({
  status,
  q,
  ...parameters
}: inferParserType<typeof failureParameters>): CallOf<typeof failureList> => ({
  ...placeOf(parameters),
  q: q ?? undefined,
  status: filterBy(status),
  limit: PAGE_SIZE,
});

export const returnedParameters = place;
export const loadReturnedParameters = createLoader(returnedParameters);

export const returnedInput = (parameters: Place): CallOf<typeof failureList> => ({
  ...placeOf(parameters),
  status: ["returned"],
  limit: QUEUE_SIZE,
});

export const taskParameters = { ...place, status: parseAsStringLiteral(TASK_STATUSES) };
export const loadTaskParameters = createLoader(taskParameters);

export const tasksInput = ({
  status,
  ...parameters
}: inferParserType<typeof taskParameters>): CallOf<typeof taskList> => ({
  ...placeOf(parameters),
  status: status ?? undefined,
  limit: PAGE_SIZE,
});

export const metricsInput = (repository: string | null): CallOf<typeof taskMetricsGet> => ({
  repository: repository ?? undefined,
});
