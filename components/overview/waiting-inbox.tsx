"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import { INBOX_WORDS } from "@/components/pieces/inbox-words";
import { Price, priceOf } from "@/components/pieces/price";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { type InboxItem, inboxList, waitingCounts } from "@/lib/inbox/contract";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { counts as countsArea } from "@/messages/compiled/counts";
import { inboxKinds } from "@/messages/compiled/inbox-kinds";
import { overview } from "@/messages/compiled/overview";
import { firstOfInbox } from "./readings";

type Count = {
  measure: MeasureName;
  filter: MeasureFilter;
  total: number | undefined;
  counted: (count: number) => string;
};

/** The heading, with how much waits of what the organization has most of; each count leads to its rows. */
export function WaitingCounts({ repository }: { repository: string | undefined }) {
  const t = useMessages(overview);
  const countWords = useMessages(countsArea);
  const { may } = useMe();
  const filter = { repository };
  const { data } = useQuery(operationQuery(waitingCounts, { repository }));
  const counts: Count[] = [
    {
      measure: "proposals",
      filter: { repository, status: "open" },
      total: data?.proposals,
      counted: (count) => countWords("proposals", { count }),
    },
    {
      measure: "memories_drifted",
      filter,
      total: data?.drifted,
      counted: (count) => t("drifted", { count }),
    },
    {
      measure: "conflicts_open",
      filter,
      total: data?.conflicts,
      counted: (count) => countWords("conflicts", { count }),
    },
    {
      measure: may("proposals:decide") ? "memories_waiting_for_safety" : "memories_waiting_for_leads",
      filter,
      total: data?.awaiting_safety,
      counted: (count) => t("stopped", { count }),
    },
  ];
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <h2 id="waiting" className="font-medium text-base">
        {t("needs_you")}
      </h2>
      {counts.map(
        ({ measure, filter: of, total, counted }) =>
          total !== undefined &&
          total > 0 && (
            <Figure
              key={measure}
              measure={measure}
              filter={of}
              value={total}
              className="text-muted-foreground text-sm"
            >
              {counted(total)}
            </Figure>
          ),
      )}
    </div>
  );
}

/** The first of the inbox: what reaches furthest for longest. */
export function InboxItems({ repository }: { repository: string | undefined }) {
  const t = useMessages(overview);
  const reading = useQuery(operationQuery(inboxList, firstOfInbox(repository)));
  const problem = readProblem(t("inbox_unreadable"), reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data)
    return (
      <div className="flex flex-col gap-5 p-4" aria-busy="true">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-3/5" />
      </div>
    );
  const { items, total } = reading.data;
  if (items.length === 0)
    return (
      <EmptyState icon={CircleCheck} title={t("empty")}>
        {repository === undefined ? t("empty_everywhere") : t("empty_in", { repository })}
      </EmptyState>
    );
  const rest = total - items.length;
  const parts = {
    link: (content: ReactNode) => (
      <Link
        href={repository === undefined ? "/inbox" : `/inbox?${new URLSearchParams({ repository })}`}
        className="text-primary underline underline-offset-4"
      >
        {content}
      </Link>
    ),
    order: (content: ReactNode) => <span className="text-muted-foreground">{content}</span>,
  };
  return (
    <>
      <ul aria-label={t("top")}>
        {items.map((item) => (
          <InboxRow key={`${item.kind}:${item.subject_id}`} item={item} within={repository} />
        ))}
      </ul>
      <p className="border-t px-4 py-2 text-sm">
        {rest > 0
          ? t.rich("more_in_inbox", { link: parts.link, order: parts.order, count: rest })
          : t.rich("open_inbox", parts)}
      </p>
    </>
  );
}

function InboxRow({
  item: { kind, subject_id, title, repository, reach, since, assignee, predicted },
  within,
}: {
  item: InboxItem;
  /** The repository that everything here is of. */
  within: string | undefined;
}) {
  const t = useMessages(overview);
  const kindWords = useMessages(inboxKinds);
  const { icon: Icon, word, tone } = INBOX_WORDS[kind];
  const search = new URLSearchParams({ kind, item: `${kind}:${subject_id}` });
  if (within !== undefined) search.set("repository", within);
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/inbox?${search}`}
        className="grid gap-x-4 px-4 py-2 text-sm hover:bg-accent lg:grid-cols-[9rem_minmax(0,1fr)_minmax(0,14rem)_5rem_5rem]"
      >
        <span className={cn("inline-flex items-center gap-1.5", tone)}>
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {kindWords(word)}
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 wrap-anywhere lg:line-clamp-1">{visible(title)}</span>
          {predicted !== null && <Price price={priceOf(predicted)} className="block text-xs" />}
        </span>
        <span className="truncate text-muted-foreground">
          {repository?.name}
          {assignee !== null && ` · ${assignee.name}`}
        </span>
        <span className="text-muted-foreground tabular-nums" title={t("reach_meaning")}>
          {t("reach", { reach })}
        </span>
        <RelativeTime at={since} className="text-muted-foreground lg:text-right" />
      </Link>
    </li>
  );
}
