"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { PageHeader } from "@/components/pieces/page-header";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { memoryStats } from "@/lib/memories/contract";
import { reviewList } from "@/lib/reviews/contract";
import { ANY_REVIEW } from "./readings";
import { Setup } from "./setup";
import { SETUP_COOKIE } from "./setup-cookie";
import { Trends } from "./trends";
import { Waiting } from "./waiting";

const YEAR_SECONDS = 31_536_000;

/** What needs me, then how it develops; while there is nothing yet, how to get the first value. */
export function Overview({
  today,
  address,
  setup,
}: {
  /** 00:00 UTC of the day on which the server rendered, in milliseconds. */
  today: number;
  /** The address agents use. */
  address: string;
  /** What the cookie of the setup steps says. */
  setup: string | null;
}) {
  const [repository] = useQueryState("repository", parseAsString);
  const [remembered, setRemembered] = useState(setup);
  const stats = useQuery(operationQuery(memoryStats, {}));
  const reviews = useQuery(operationQuery(reviewList, ANY_REVIEW));
  const remember = (next: "open" | "closed") => {
    setRemembered(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside secure contexts
    document.cookie = `${SETUP_COOKIE}=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };

  if (remembered !== "closed") {
    if (stats.isPending || reviews.isPending) return <OverviewSkeleton />;
    const empty = stats.data?.total === 0 && reviews.data?.total === 0;
    if (empty || remembered === "open")
      return (
        <Setup
          address={address}
          onShown={() => {
            if (remembered !== "open") remember("open");
          }}
          onClose={() => remember("closed")}
        />
      );
  }
  const isEmpty = stats.data?.total === 0 && reviews.data?.total === 0;
  return (
    <>
      <PageHeader
        title="Overview"
        question="What needs you, and how it develops."
        actions={isEmpty ? <Button onClick={() => remember("open")}>Show the setup steps</Button> : undefined}
      />
      <div className="flex flex-col gap-10">
        <Waiting repository={repository ?? undefined} />
        <Trends today={today} repository={repository ?? undefined} />
      </div>
    </>
  );
}

function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeader title="Overview" question="What needs you, and how it develops." />
      <div className="rounded-md border bg-card">
        {[64, 48, 56, 40].map((width) => (
          <div key={width} className="flex h-16 items-center gap-8 border-b px-4 last:border-b-0">
            <Skeleton className="w-40" />
            <Skeleton style={{ width: `${width}%` }} />
          </div>
        ))}
      </div>
    </div>
  );
}
