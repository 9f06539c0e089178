"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, FolderX, GitMerge, type LucideIcon, MessageSquareX } from "lucide-react";
import { Figure } from "@/components/pieces/figure";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { repositoryList } from "@/lib/citations/contract";
import { conversationList } from "@/lib/conversations/contract";
import { operationQuery } from "@/lib/doors/client";
import { waitingCounts } from "@/lib/inbox/contract";
import { jobList } from "@/lib/jobs/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { type MeasureFilter, type MeasureName, rowsHref } from "@/lib/kernel/measures";
import { deliveryList } from "@/lib/skills/contract";
import { counts } from "@/messages/compiled/counts";
import { overview } from "@/messages/compiled/overview";
import { FAILED_JOBS, FAILED_LOGS, FAILED_REPOSITORIES, SHOWN, STUCK_DELIVERIES } from "./readings";
import { InboxItems, WaitingCounts } from "./waiting-inbox";
import { type Item, ofDelivery, ofJob, ofLog, ofRepository } from "./waiting-items";

type Count = keyof OutputOf<typeof waitingCounts>;

type Group = {
  key: string;
  icon: LucideIcon;
  title: string;
  /** The title with how many there are. */
  counted: (count: number) => string;
  meaning: string;
  measure: MeasureName;
  filter: MeasureFilter;
  /** Undefined while it is read. */
  items: Item[] | undefined;
  total: number | undefined;
  problem: ReturnType<typeof readProblem>;
};

function useGroups(repository: string | undefined): Group[] {
  const t = useMessages(overview);
  const countWords = useMessages(counts);
  const formats = useFormat();
  const { may } = useMe();
  const waiting = useQuery(operationQuery(waitingCounts, {}));
  // Most of the time nothing failed. Where it is not known whether something did, it is looked up.
  const isAny = (count: Count) => waiting.isError || (waiting.data !== undefined && !!waiting.data[count]);
  const deliveries = useQuery({
    ...operationQuery(deliveryList, STUCK_DELIVERIES),
    enabled: isAny("deliveries"),
  });
  const repositories = useQuery({
    ...operationQuery(repositoryList, FAILED_REPOSITORIES),
    enabled: isAny("repositories"),
  });
  const logs = useQuery({
    ...operationQuery(conversationList, FAILED_LOGS),
    enabled: isAny("conversations"),
  });
  const jobs = useQuery({
    ...operationQuery(jobList, FAILED_JOBS),
    enabled: may("jobs:manage") && isAny("jobs"),
  });

  const failedFetches = repositories.data?.items.filter(
    ({ name }) => repository === undefined || name === repository,
  );

  const groups: Group[] = [
    {
      key: "deliveries",
      icon: GitMerge,
      title: t("deliveries"),
      counted: (count) => t("deliveries_count", { count }),
      meaning: t("deliveries_meaning"),
      measure: "deliveries_stuck",
      filter: {},
      items: deliveries.data?.items.map((delivery) => ofDelivery({ t, delivery })),
      total: deliveries.data?.total,
      problem: readProblem(t("deliveries_unreadable"), deliveries),
    },
    {
      key: "repositories",
      icon: FolderX,
      title: t("repositories"),
      counted: (count) => countWords("repositories", { count }),
      meaning: t("repositories_meaning"),
      measure: repository === undefined ? "repositories_failed" : "repository_failed",
      filter: { repository },
      items: failedFetches?.map((failed) => ofRepository({ t, repository: failed })),
      total: repository === undefined ? repositories.data?.total : failedFetches?.length,
      problem: readProblem(t("repositories_unreadable"), repositories),
    },
    {
      key: "logs",
      icon: MessageSquareX,
      title: t("logs"),
      counted: (count) => t("logs_count", { count }),
      meaning: t("logs_meaning"),
      measure: "logs_failed",
      filter: {},
      items: logs.data?.items.map((log) => ofLog({ t, formats, log })),
      total: logs.data?.total,
      problem: readProblem(t("logs_unreadable"), logs),
    },
  ];
  if (may("jobs:manage"))
    groups.push({
      key: "jobs",
      icon: CircleX,
      title: t("jobs"),
      counted: (count) => t("jobs_count", { count }),
      meaning: t("jobs_meaning"),
      measure: "jobs_failed",
      filter: {},
      items: jobs.data?.items.map((job) => ofJob({ t, job })),
      total: jobs.data?.total,
      problem: readProblem(t("jobs_unreadable"), jobs),
    });
  return groups;
}

/** What waits for the person who looks, then what failed and needs somebody. */
export function Waiting({ repository }: { repository: string | undefined }) {
  const t = useMessages(overview);
  const groups = useGroups(repository);
  const shown = groups.filter(
    (group) => group.problem || (group.items !== undefined && group.items.length > 0),
  );
  return (
    <section aria-labelledby="waiting" className="min-w-0">
      <WaitingCounts repository={repository} />
      <div className="rounded-md border bg-card">
        <InboxItems repository={repository} />
      </div>
      {shown.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 font-medium text-sm">{t("failures")}</h3>
          <div className="rounded-md border bg-card">
            {shown.map((group) => (
              <GroupRow key={group.key} group={group} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function GroupRow({ group }: { group: Group }) {
  const Icon = group.icon;
  return (
    <section
      aria-label={group.title}
      className="grid gap-x-6 border-b px-4 py-3 last:border-b-0 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <div className="flex gap-2.5 max-md:pb-1.5">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <div className="min-w-0">
          <h4 className="text-sm">
            <GroupTitle group={group} />
          </h4>
          <p className="text-pretty text-muted-foreground text-xs">{group.meaning}</p>
        </div>
      </div>
      <div className="min-w-0">
        <GroupItems group={group} />
      </div>
    </section>
  );
}

function GroupTitle({ group: { measure, filter, total, title, counted } }: { group: Group }) {
  const classes = "font-medium underline-offset-4 hover:underline";
  if (total === undefined)
    return (
      <Link href={rowsHref(measure, filter)} className={classes}>
        {title}
      </Link>
    );
  return (
    <Figure measure={measure} filter={filter} value={total} className={classes}>
      {counted(total)}
    </Figure>
  );
}

/** The first of a group; why they are not there, or placeholders, until they are. */
function GroupItems({ group }: { group: Group }) {
  const t = useMessages(overview);
  const { problem, items, total = 0, measure, filter } = group;
  if (problem !== null)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>
          {t.rich("unavailable", { happened: () => problem.happened, remedy: () => problem.remedy })}
        </span>
        <Button size="sm" busy={problem.retrying} onClick={problem.onRetry}>
          {t("try_again")}
        </Button>
      </p>
    );
  if (items === undefined)
    return (
      <div className="flex flex-col gap-4 py-1.5" aria-busy="true">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  const rest = total - Math.min(SHOWN, items.length);
  return (
    <ul>
      {items.slice(0, SHOWN).map((item) => (
        <li key={item.id}>
          <Link
            href={item.href}
            className="-mx-2 grid gap-x-4 rounded-sm px-2 py-1 text-sm hover:bg-accent lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)_5.5rem]"
          >
            <span className="line-clamp-2 wrap-anywhere lg:line-clamp-1">{item.title}</span>
            <span className="text-muted-foreground lg:line-clamp-2">
              {item.reach}
              <span className="lg:hidden">
                {" · "}
                <RelativeTime at={item.at} />
              </span>
            </span>
            <RelativeTime at={item.at} className="text-right text-muted-foreground max-lg:hidden" />
          </Link>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Link
            href={rowsHref(measure, filter)}
            className="inline-block py-1 text-primary text-sm underline-offset-4 hover:underline"
          >
            {t("more", { count: rest })}
          </Link>
        </li>
      )}
    </ul>
  );
}
