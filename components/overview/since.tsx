"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import { INBOX_WORDS } from "@/components/pieces/inbox-words";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visitGet } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { changesGet, inboxArrivals } from "@/lib/inbox/contract";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { counts } from "@/messages/compiled/counts";
import { inboxKinds } from "@/messages/compiled/inbox-kinds";
import { overview } from "@/messages/compiled/overview";

type Change = { key: string; measure: MeasureName; filter: MeasureFilter; value: number; words: ReactNode };

/** What changed since the last visit, in counts that lead to their rows; nothing on the first one. */
export function SinceVisit({ repository }: { repository: string | undefined }) {
  const t = useMessages(overview);
  const visit = useQuery(operationQuery(visitGet, {}));
  const before = visit.data?.before ?? null;
  if (before === null) return null;
  return (
    <section aria-labelledby="since" className="min-w-0">
      <h2 id="since" className="mb-2 flex items-baseline gap-2 font-medium text-base">
        {t("since")}
        <RelativeTime at={before} className="font-normal text-muted-foreground text-sm" />
      </h2>
      <Changes before={before} repository={repository} />
    </section>
  );
}

function useChanges(before: string, repository: string | undefined) {
  const t = useMessages(overview);
  const countWords = useMessages(counts);
  const kindWords = useMessages(inboxKinds);
  const counted = useQuery(operationQuery(changesGet, { after: before, repository }));
  const arrived = useQuery(operationQuery(inboxArrivals, { after: before }));
  const readings = [counted, arrived];
  const changes: Change[] = [];
  if (counted.data) {
    const { memories, findings, recalls } = counted.data;
    changes.push(
      {
        key: "stored",
        measure: "memories_stored",
        filter: { repository, created_after: before },
        value: memories,
        words: t("stored_since", { count: memories }),
      },
      {
        key: "found",
        measure: "findings",
        filter: { repository, from: before },
        value: findings,
        words: t("found_since", { count: findings }),
      },
      {
        key: "recalled",
        measure: "recalls",
        filter: { repository, after: before },
        value: recalls,
        words: countWords("recalls", { count: recalls }),
      },
    );
  }
  // The inbox counts what arrived in all repositories together.
  const kinds = repository === undefined ? (arrived.data?.kinds ?? []) : [];
  for (const { kind, count } of kinds)
    changes.push({
      key: kind,
      measure: "inbox_arrived",
      filter: { kind, after: before },
      value: count,
      words: t("arrived_since", { count, kind: kindWords(INBOX_WORDS[kind].several) }),
    });
  return {
    changes,
    isPending: readings.some((reading) => reading.isPending),
    isMissing: readings.some((reading) => reading.isError),
  };
}

function Changes({ before, repository }: { before: string; repository: string | undefined }) {
  const t = useMessages(overview);
  const { changes, isPending, isMissing } = useChanges(before, repository);
  const shown = changes.filter(({ value }) => value > 0);
  if (isPending) return <Skeleton className="w-2/3" />;
  return (
    <div className="text-sm">
      {shown.length === 0 && !isMissing && <p className="text-muted-foreground">{t("nothing_changed")}</p>}
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {shown.map(({ key, measure, filter, value, words }) => (
          <li key={key}>
            <Figure measure={measure} filter={filter} value={value}>
              {words}
            </Figure>
          </li>
        ))}
      </ul>
      {isMissing && <p className="text-muted-foreground">{t("partly_unavailable")}</p>}
    </div>
  );
}
