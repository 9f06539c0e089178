"use client";

import { useQueryStates } from "nuqs";
import { toastProblem } from "@/components/pieces/problem";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { useReviewQueue } from "@/components/review-queue/use-review-queue";
import { useMessages } from "@/components/ui/messages";
import { call, operationQuery } from "@/lib/doors/client";
import { type InboxItem, type InboxKind, inboxList } from "@/lib/inbox/contract";
import { MAX_PAGE_SIZE } from "@/lib/kernel/row-limits";
import { inbox } from "@/messages/compiled/inbox";
import { inboxKinds } from "@/messages/compiled/inbox-kinds";
import { KINDS } from "./kinds";
import { inboxInput, inboxParameters, keyOfItem } from "./parameters";

const MAX_ANNOUNCED = 160;

export type InboxState = ReturnType<typeof useInbox>;

/** The inbox as the URL filters it. */
export function useInbox() {
  const t = useMessages(inbox);
  const kinds = useMessages(inboxKinds);
  const [parameters, setParameters] = useQueryStates(inboxParameters);
  const inputOf = (cursor: string | undefined) => inboxInput({ ...parameters, cursor: cursor ?? null });
  /** What is read out of an item that follows; what quarantined texts say may be meant for the listener. */
  const announced = ({ kind, title }: InboxItem): string => {
    if (kind === "quarantine") return t("next_quarantined");
    return t("next", { kind: kinds(KINDS[kind].word), title: title.slice(0, MAX_ANNOUNCED) });
  };
  const queue = useReviewQueue({
    noun: "item",
    what: t("unreadable"),
    marker: "data-item",
    read: (cursor) => operationQuery(inboxList, inputOf(cursor)),
    idOf: keyOfItem,
    nextWords: announced,
  });
  /** Selects every item that passes the filters, page by page. */
  const selectAll = async () => {
    try {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(inboxList, { ...inputOf(cursor), limit: MAX_PAGE_SIZE });
        keys.push(...page.items.map(keyOfItem));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      queue.select(keys);
    } catch (error) {
      toastProblem(t("not_complete"), error);
    }
  };
  return {
    queue,
    parameters,
    isFiltered: parameters.kind !== null || parameters.assignee !== null,
    change: (values: Parameters<typeof setParameters>[0]) => {
      queue.restart();
      void setParameters(values, { history: "push" });
    },
    selectAll: () => void queue.whileBusy(selectAll),
  };
}

/** The queue as an item of one kind sees it, which knows its records by their own ids. */
export function queueOfKind(queue: InboxState["queue"], kind: InboxKind): DecidingQueue {
  const { busy, decide, goOn, heading, isRefreshing, onDialogClosed } = queue;
  const keysOf = (ids: readonly string[]) => ids.map((subject_id) => keyOfItem({ kind, subject_id }));
  return {
    busy,
    heading,
    isRefreshing,
    onDialogClosed,
    goOn: (ids, past) => goOn(keysOf(ids), past),
    decide: (past, work) => decide(past, async () => keysOf(await work())),
  };
}
