"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { memoryRecallList } from "@/lib/recall/contract";
import { memoryPieces } from "@/messages/compiled/memory-pieces";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { Translate } from "@/messages/message";
import { recallHref } from "./recall-href";
import { RelativeTime } from "./relative-time";
import { useFormat } from "./use-format";
import { INFERRED_WORDS } from "./vocabulary";

const SHOWN = 5;

type Became = OutputOf<typeof memoryRecallList>["items"][number]["became"];

/** What somebody reported, or what the agent's answer suggests, said to be that. */
function becameOf({
  t,
  words,
  became: { place, reported, inferred },
}: {
  t: Translate<typeof memoryPieces>;
  words: Translate<typeof vocabulary>;
  became: Became;
}): string {
  if (place === "check_before_use") return t("check_before_use");
  if (reported.length > 0) return reported.map((use) => words(`use_${use}`)).join(", ");
  if (inferred === null || inferred === "unknown") return "";
  return t("became_inferred", { word: words(INFERRED_WORDS[inferred]) });
}

/** How often packs had it. */
export function usageInWords({
  t,
  usage_count: count,
}: {
  t: Translate<typeof memoryPieces>;
  usage_count: number;
}): string {
  return t("served", { count });
}

/** What came of a memory in a recall: why it was served, and what was said of it. */
function Use({ became }: { became: Became }) {
  const t = useMessages(memoryPieces);
  const words = useMessages(vocabulary);
  const { formatShare } = useFormat();
  const { relevance, reason } = became;
  const said = becameOf({ t, words, became });
  return (
    <>
      <span className="w-full text-muted-foreground text-xs">
        {relevance === null ? reason : t("relevant", { share: formatShare(relevance), reason })}
      </span>
      {said !== "" && <span className="w-full text-muted-foreground text-xs">{said}</span>}
    </>
  );
}

/** Where a memory was used: the latest recalls that gave it to an agent, and what was said of it. */
export function MemoryUses({ memory_id }: { memory_id: string }) {
  const t = useMessages(memoryPieces);
  const query = useQuery(operationQuery(memoryRecallList, { memory_id, limit: SHOWN }));
  if (query.isPending) return <Skeleton className="h-16" />;
  if (query.isError) return <p className="text-muted-foreground text-sm">{t("uses_unreadable")}</p>;
  const { items, total } = query.data;
  if (total === 0) return <p className="text-muted-foreground text-sm">{t("no_uses")}</p>;
  return (
    <div className="text-sm">
      <p className="pb-1">
        <Link
          href={`/recalls?${new URLSearchParams({ memory_id })}`}
          className="text-primary underline underline-offset-4"
        >
          {t("served_times", { count: total })}
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
            <Use became={became} />
          </li>
        ))}
      </ul>
      {total > items.length && <p className="pt-1 text-muted-foreground text-xs">{t("latest_uses")}</p>}
    </div>
  );
}
