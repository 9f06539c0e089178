"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Figure } from "@/components/pieces/figure";
import { countOf, formatCount } from "@/components/pieces/format";
import { INBOX_WORDS } from "@/components/pieces/inbox-words";
import { Price, priceOf } from "@/components/pieces/price";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { conflictList } from "@/lib/hygiene/contract";
import { type InboxItem, inboxList } from "@/lib/inbox/contract";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { memoryList } from "@/lib/memories/contract";
import { proposalList } from "@/lib/skills/contract";
import { firstOfInbox, memoriesInState, openConflicts, openProposals, stoppedMemories } from "./readings";

type Count = {
  measure: MeasureName;
  filter: MeasureFilter;
  total: number | undefined;
  one: string;
  many: string;
};

/** The heading, with how much waits of what the organization has most of; each count leads to its rows. */
export function WaitingCounts({ repository }: { repository: string | undefined }) {
  const { may } = useMe();
  const filter = { repository };
  const proposals = useQuery(operationQuery(proposalList, openProposals(repository)));
  const drifted = useQuery(operationQuery(memoryList, memoriesInState("drifted", repository)));
  const stopped = useQuery(operationQuery(memoryList, stoppedMemories(repository)));
  const conflicts = useQuery(operationQuery(conflictList, openConflicts(repository)));
  const counts: Count[] = [
    {
      measure: "proposals",
      filter: { repository, status: "open" },
      total: proposals.data?.total,
      one: "proposal",
      many: "proposals",
    },
    {
      measure: "memories_drifted",
      filter,
      total: drifted.data?.total,
      one: "drifted memory",
      many: "drifted memories",
    },
    { measure: "conflicts_open", filter, total: conflicts.data?.total, one: "conflict", many: "conflicts" },
    {
      measure: may("proposals:decide") ? "memories_waiting_for_safety" : "memories_waiting_for_leads",
      filter,
      total: stopped.data?.total,
      one: "memory to review for safety",
      many: "memories to review for safety",
    },
  ];
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <h2 id="waiting" className="font-medium text-base">
        Needs you
      </h2>
      {counts.map(
        ({ measure, filter: of, total, one, many }) =>
          total !== undefined &&
          total > 0 && (
            <Figure
              key={measure}
              measure={measure}
              filter={of}
              value={total}
              className="text-muted-foreground text-sm"
            >
              {countOf(total, one, many)}
            </Figure>
          ),
      )}
    </div>
  );
}

/** The first of the inbox: what reaches furthest for longest. */
export function InboxItems({ repository }: { repository: string | undefined }) {
  const reading = useQuery(operationQuery(inboxList, firstOfInbox(repository)));
  const problem = readProblem("The inbox", reading);
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
      <EmptyState icon={CircleCheck} title="Nothing needs you">
        Nothing waits for your decision{repository !== undefined && ` in ${repository}`}.
      </EmptyState>
    );
  const rest = total - items.length;
  return (
    <>
      <ul aria-label="Top of the inbox">
        {items.map((item) => (
          <InboxRow key={`${item.kind}:${item.subject_id}`} item={item} />
        ))}
      </ul>
      <p className="border-t px-4 py-2 text-sm">
        <Link
          href={repository === undefined ? "/inbox" : `/inbox?${new URLSearchParams({ repository })}`}
          className="text-primary underline underline-offset-4"
        >
          {rest > 0 ? `Inbox, ${formatCount(rest)} more` : "Open the inbox"}
        </Link>
        <span className="text-muted-foreground">: widest reach and oldest first</span>
      </p>
    </>
  );
}

function InboxRow({
  item: { kind, subject_id, title, repository, reach, since, assignee, predicted },
}: {
  item: InboxItem;
}) {
  const { icon: Icon, word, tone } = INBOX_WORDS[kind];
  const search = new URLSearchParams({ kind, item: `${kind}:${subject_id}` });
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/inbox?${search}`}
        className="grid gap-x-4 px-4 py-2 text-sm hover:bg-accent lg:grid-cols-[9rem_minmax(0,1fr)_minmax(0,14rem)_5rem_5rem]"
      >
        <span className={cn("inline-flex items-center gap-1.5", tone)}>
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {word}
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 wrap-anywhere lg:line-clamp-1">{title}</span>
          {predicted !== null && <Price price={priceOf(predicted)} className="block text-xs" />}
        </span>
        <span className="truncate text-muted-foreground">
          {repository?.name}
          {assignee !== null && ` · ${assignee.name}`}
        </span>
        <span className="text-muted-foreground tabular-nums" title="How much depends on it">
          reach {formatCount(reach)}
        </span>
        <RelativeTime at={since} className="text-muted-foreground lg:text-right" />
      </Link>
    </li>
  );
}
