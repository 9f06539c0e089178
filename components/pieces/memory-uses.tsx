"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { memoryRecallList } from "@/lib/recall/contract";
import { countOf, formatCount, formatShare } from "./format";
import { recallHref } from "./recall-href";
import { RelativeTime } from "./relative-time";
import { INFERRED_WORDS } from "./vocabulary";

const SHOWN = 5;

type Became = OutputOf<typeof memoryRecallList>["items"][number]["became"];

/** What somebody reported, or what the agent's answer suggests, said to be that. */
function becameOf({ place, reported, inferred }: Became): string {
  if (place === "check_before_use") return "listed under check before use";
  if (reported.length > 0) return reported.join(", ");
  if (inferred === null || inferred === "unknown") return "";
  return `inferred: ${INFERRED_WORDS[inferred]}`;
}

/** How often packs had it. */
export function usageInWords(usage_count: number): string {
  if (usage_count === 0) return "never served";
  return `served ${formatCount(usage_count)}×`;
}

/** "84 % relevant. It is about the task." */
function whyOf({ relevance, reason }: Became): string {
  if (relevance === null) return reason;
  return `${formatShare(relevance)} relevant. ${reason}`;
}

/** Where a memory was used: the latest recalls that gave it to an agent, and what was said of it. */
export function MemoryUses({ memory_id }: { memory_id: string }) {
  const query = useQuery(operationQuery(memoryRecallList, { memory_id, limit: SHOWN }));
  if (query.isPending) return <Skeleton className="h-16" />;
  if (query.isError) return <p className="text-muted-foreground text-sm">Its recalls could not be loaded.</p>;
  const { items, total } = query.data;
  if (total === 0) return <p className="text-muted-foreground text-sm">No recall has served it yet.</p>;
  return (
    <div className="text-sm">
      <p className="pb-1">
        <Link
          href={`/recalls?${new URLSearchParams({ memory_id })}`}
          className="text-primary underline underline-offset-4"
        >
          Served {countOf(total, "time", "times")}: when and why
        </Link>
      </p>
      <ul className="divide-y">
        {items.map(({ id, task, agent, actor, at, became }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <Link
              href={recallHref(id, memory_id)}
              className="min-w-0 flex-1 truncate underline-offset-4 hover:underline"
            >
              {task}
            </Link>
            <span className="shrink-0 text-muted-foreground">{agent ?? actor.name}</span>
            <RelativeTime at={at} className="shrink-0 text-muted-foreground" />
            <span className="w-full text-muted-foreground text-xs">{whyOf(became)}</span>
            {becameOf(became) !== "" && (
              <span className="w-full text-muted-foreground text-xs">{becameOf(became)}</span>
            )}
          </li>
        ))}
      </ul>
      {total > items.length && <p className="pt-1 text-muted-foreground text-xs">These are the latest.</p>}
    </div>
  );
}
