"use client";

import { useQueryStates } from "nuqs";
import { toastProblem } from "@/components/pieces/problem";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { useMessages } from "@/components/ui/messages";
import { call, operationQuery } from "@/lib/doors/client";
import { MAX_PAGE_SIZE } from "@/lib/kernel/row-limits";
import { type Memory, memoryList } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import { citationParameters, driftInput } from "./parameters";

/** How much is announced of a statement of up to 8,000 characters. */
const MAX_ANNOUNCED = 160;

function announcedStatement({ statement }: Memory): string {
  if (statement.length > MAX_ANNOUNCED) return `${statement.slice(0, MAX_ANNOUNCED)} …`;
  return statement;
}

export type DriftQueueState = ReturnType<typeof useDriftQueue>;

/** The drifted memories that pass the filters of the URL. */
export function useDriftQueue(repository: string | null) {
  const t = useMessages(citationsDrift);
  const [{ sort, verdict, kind, diff }, setParameters] = useQueryStates(citationParameters);
  const filters = { repository, verdict, kind };
  const inputOf = (cursor: string | undefined) => driftInput({ ...filters, sort, cursor });
  const queue = useReviewQueue({
    noun: "memory",
    what: t("unreadable"),
    marker: "data-drift",
    read: (cursor) => operationQuery(memoryList, inputOf(cursor)),
    idOf: ({ id }) => id,
    nextWords: (next) => t("next", { statement: announcedStatement(next) }),
  });
  /** Selects every memory that passes the filters, page by page. */
  const selectAll = async () => {
    try {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(memoryList, { ...inputOf(cursor), limit: MAX_PAGE_SIZE });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      queue.select(ids);
    } catch (error) {
      toastProblem(t("incomplete"), error);
    }
  };
  return {
    queue,
    filters,
    sort,
    isFiltered: verdict !== null || kind !== null,
    change: (values: Parameters<typeof setParameters>[0]) => {
      queue.restart();
      void setParameters(values, { history: "push" });
    },
    selectAll: () => void queue.whileBusy(selectAll),
    diff,
    setDiff: (next: typeof diff) => void setParameters({ diff: next }),
  };
}
