"use client";

import { useQuery } from "@tanstack/react-query";
import { countOf } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { DAY_MS } from "@/lib/kernel/durations";
import { type RecallEntry, recallList } from "@/lib/recall/contract";
import type { FindingDetail } from "@/lib/reviews/contract";

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
  const { may } = useMe();
  const { workflow, agent } = questionsOf(finding);
  const ofWorkflow = useQuery({
    ...operationQuery(recallList, workflow),
    enabled: may("memories:read"),
  });
  const isElsewhere = ofWorkflow.data?.total === 0 && finding.review.agent !== null;
  const ofAgent = useQuery({ ...operationQuery(recallList, agent), enabled: isElsewhere });
  if (!may("memories:read"))
    return <p className="text-muted-foreground">Your role does not allow seeing what agents were served.</p>;
  if (ofWorkflow.isError || ofAgent.isError)
    return <p className="text-muted-foreground">The recalls could not be loaded. Reload to try again.</p>;
  if (ofWorkflow.isPending || (isElsewhere && ofAgent.isPending)) return <Skeleton className="w-4/5" />;
  const items = isElsewhere ? (ofAgent.data?.items ?? []) : ofWorkflow.data.items;
  if (items.length === 0)
    return (
      <p className="text-muted-foreground">
        No recall of its workflow is stored, and none of its agent from the day before.
      </p>
    );
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted-foreground text-xs">
        {isElsewhere
          ? "No recall belongs to its workflow. These are its agent's latest recalls from the day before."
          : "The recalls of its workflow, up to the review."}
      </p>
      <ul className="flex flex-col gap-1">
        {items.map((recall) => (
          <li key={recall.id} className="flex flex-wrap items-baseline gap-x-2">
            <Link href={`/recalls/${recall.id}`} className="text-primary underline underline-offset-4">
              {servedWords(recall)}
            </Link>
            <RelativeTime at={recall.at} className="text-muted-foreground text-xs" />
            <span dir="auto" className="line-clamp-1 basis-full text-muted-foreground text-xs wrap-anywhere">
              {recall.task}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function servedWords({ served_count }: RecallEntry): string {
  if (served_count === 0) return "Nothing was served";
  return `${countOf(served_count, "memory", "memories")} served`;
}
