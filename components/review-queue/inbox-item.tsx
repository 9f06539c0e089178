"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { CircleCheck, FileQuestionMark, type LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { readProblem } from "@/components/pieces/problem";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { visibleIn } from "@/components/ui/visible";
import { ApiError } from "@/lib/doors/client";
import { reviewQueue } from "@/messages/compiled/review-queue";
import { ActionBar, type ReviewAction } from "./actions";
import { QueueFoot } from "./queue-foot";
import { MemorySkeleton } from "./skeleton";
import type { ReviewQueueState } from "./use-review-queue";

/** What deciding on an item needs of the queue that it is in, whatever else the queue holds. */
export type DecidingQueue = Pick<
  ReviewQueueState<unknown>,
  "busy" | "decide" | "goOn" | "heading" | "isRefreshing" | "onDialogClosed"
>;

/** How a kind of item shows and decides one of its records in the inbox. */
export type InboxItemProps = { subject_id: string; queue: DecidingQueue };

/** A record of the inbox once it is read: skeleton, problem, that it is gone, or that nobody needs to decide on it any more. */
export function InboxRecord<T>({
  what,
  query,
  record,
  waits = () => true,
  children,
}: {
  /** Said when it could not be read, as a whole sentence: "The memory could not be loaded." */
  what: string;
  query: UseQueryResult<unknown, Error>;
  /** Null when there is none any more; undefined while it is read. */
  record: T | null | undefined;
  /** Whether somebody still has to decide on it. */
  waits?: (record: T) => boolean;
  children: (record: T) => ReactNode;
}) {
  const t = useMessages(reviewQueue);
  if (query.error instanceof ApiError && query.error.status === 404)
    return <NoRecord icon={FileQuestionMark} title={t("gone")} meaning={t("gone_meaning")} />;
  const problem = readProblem(what, query);
  if (problem !== null) return <ErrorState {...problem} />;
  if (record === undefined) return <MemorySkeleton bodyHeight="12rem" />;
  if (record === null || !waits(record))
    return <NoRecord icon={CircleCheck} title={t("decided")} meaning={t("decided_meaning")} />;
  return children(record);
}

function NoRecord({ icon, title, meaning }: { icon: LucideIcon; title: string; meaning: string }) {
  return (
    <div className="rounded-md border bg-card">
      <EmptyState icon={icon} title={title}>
        {meaning}
      </EmptyState>
    </div>
  );
}

/** What an item is about where its detail has no heading of its own; the focus comes here when the item opens. */
export function ItemHeading({
  id,
  heading,
  children,
}: {
  id: string;
  heading: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <h2 ref={heading} id={id} tabIndex={-1} dir="auto" className="wrap-anywhere font-medium text-base">
      {visibleIn(children)}
    </h2>
  );
}

/** Offers the keys of an item that is open, and its buttons: in its detail, and at the foot of a small screen. */
export function Decisions({
  group,
  actions,
  hasFoot = true,
  children,
}: {
  /** The heading of the keys in the list of keys. */
  group: string;
  actions: readonly ReviewAction[];
  /** Whether a small screen keeps the buttons at its foot, because the detail hides them there. */
  hasFoot?: boolean;
  children: (buttons: ReactNode) => ReactNode;
}) {
  useShortcuts(actions, group);
  const buttons = <ActionBar actions={actions} keys={actions.map(({ keys }) => keys)} />;
  return (
    <>
      {children(buttons)}
      {hasFoot && actions.some(({ button }) => button !== undefined) && <QueueFoot>{buttons}</QueueFoot>}
    </>
  );
}
