"use client";

import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { DAY_MS } from "@/lib/kernel/durations";
import { recallList } from "@/lib/recall/contract";
import type { FindingDetail } from "@/lib/reviews/contract";
import { reviewsFinding } from "@/messages/compiled/reviews-finding";

const SHOWN = 3;

/** Of its own workflow; else what its agent asked in that repository in the day before. */
function questionsOf({ review, repository }: FindingDetail) {
  const reviewed = Date.parse(review.reviewed_at);
  // A review is handed in with the moment of its end, which a recall of it never is after.
  const before = new Date(reviewed + 1).toISOString();
  return {
    workflow: { session_id: review.workflow_id, before, limit: SHOWN },
    agent: {
      agent: review.agent ?? undefined,
      repository: repository?.id,
      after: new Date(reviewed - DAY_MS).toISOString(),
      before,
      limit: SHOWN,
    },
  };
}

/** What the reviewer had been given before it found this. */
export function RecallsBefore({ finding }: { finding: FindingDetail }) {
  const t = useMessages(reviewsFinding);
  const { may } = useMe();
  const { workflow, agent } = questionsOf(finding);
  const ofWorkflow = useQuery({
    ...operationQuery(recallList, workflow),
    enabled: may("memories:read"),
  });
  const isElsewhere = ofWorkflow.data?.total === 0 && finding.review.agent !== null;
  const ofAgent = useQuery({ ...operationQuery(recallList, agent), enabled: isElsewhere });
  if (!may("memories:read")) return <p className="text-muted-foreground">{t("who_may_see_served")}</p>;
  if (ofWorkflow.isError || ofAgent.isError)
    return <p className="text-muted-foreground">{t("recalls_unreadable")}</p>;
  if (ofWorkflow.isPending || (isElsewhere && ofAgent.isPending)) return <Skeleton className="w-4/5" />;
  const items = isElsewhere ? (ofAgent.data?.items ?? []) : ofWorkflow.data.items;
  if (items.length === 0) return <p className="text-muted-foreground">{t("no_recalls")}</p>;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted-foreground text-xs">
        {t(isElsewhere ? "recalls_of_agent" : "recalls_of_workflow")}
      </p>
      <ul className="flex flex-col gap-1">
        {items.map((recall) => (
          <li key={recall.id} className="flex flex-wrap items-baseline gap-x-2">
            <Link href={`/recalls/${recall.id}`} className="text-primary underline underline-offset-4">
              {recall.served_count === 0
                ? t("nothing_served")
                : t("memories_served", { count: recall.served_count })}
            </Link>
            <RelativeTime at={recall.at} className="text-muted-foreground text-xs" />
            <span dir="auto" className="line-clamp-1 basis-full text-muted-foreground text-xs wrap-anywhere">
              {visible(recall.task)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
