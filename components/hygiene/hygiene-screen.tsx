"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { formatCount, wordFor } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { hygieneGet } from "@/lib/hygiene/contract";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { Consolidation } from "./consolidation";
import { DuplicateQueue } from "./duplicate-queue";
import { HygieneNav } from "./hygiene-nav";
import { MemoryQueue } from "./memory-queue";
import { countsInput, hygieneParameters, type Queue } from "./parameters";
import { hrefOf, measureOfReason, REASONS, type Reason } from "./reasons";

/** What needs cleaning up: each reason a count that opens its queue. */
export function HygieneScreen() {
  const [{ repository, queue }, setParameters] = useQueryStates(hygieneParameters, { history: "push" });
  const { may } = useMe();
  const query = useQuery(operationQuery(hygieneGet, countsInput(repository)));
  const counts = query.data;
  const problem = readProblem("The counts", query);
  const open = (next: Queue | null) => void setParameters({ queue: next, cursor: null });
  const chosen = REASONS.find(({ opens }) => "queue" in opens && opens.queue === queue);
  return (
    <>
      <PageHeader title="Hygiene" question="Which memories need cleaning up?" className="mb-2" />
      <HygieneNav />
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      <div className="grid items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className={cn("min-w-0", queue !== null && "max-lg:hidden")}>
          <ul aria-label="Reasons" className="rounded-md border bg-card">
            {REASONS.map((reason) => (
              <ReasonRow
                key={reason.key}
                reason={reason}
                isOpen={reason === chosen}
                href={hrefOf(reason, repository)}
                onOpen={open}
              >
                <Counted
                  count={counts?.[reason.key]}
                  unit={reason.unit}
                  failed={problem !== null}
                  {...measureOfReason(reason, repository)}
                />
              </ReasonRow>
            ))}
          </ul>
          {counts !== undefined && <CountedAmong memories={counts.memories} repository={repository} />}
        </div>
        <div className={cn("min-w-0", queue === null && "max-lg:mt-2")}>
          <Opened
            title={chosen?.title}
            queue={queue}
            repository={repository}
            canDecide={may("memories:decide")}
            onClose={() => open(null)}
          />
        </div>
      </div>
    </>
  );
}

function CountedAmong({ memories, repository }: { memories: number; repository: string | null }) {
  return (
    <p className="px-3 py-2 text-muted-foreground text-xs">
      Counted among{" "}
      <Figure
        measure="memories_in_use"
        filter={{ repository }}
        value={memories}
        className="underline hover:text-foreground"
      >
        {formatCount(memories)} memories in use
      </Figure>
      {repository !== null && ` of ${repository}`}.
    </p>
  );
}

const REASON_LINK =
  "min-w-0 flex-1 rounded-sm text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring";

/** A reason, which opens its queue here or leads to it; `children` say how many it counts. */
function ReasonRow({
  reason: { title, meaning, definition, opens },
  isOpen,
  href,
  onOpen,
  children,
}: {
  reason: Reason;
  isOpen: boolean;
  href: string;
  onOpen: (queue: Queue) => void;
  children: ReactNode;
}) {
  const words = (
    <>
      <span className="block font-medium text-sm">{title}</span>
      <span className="block text-pretty text-muted-foreground text-xs">{meaning}</span>
    </>
  );
  return (
    <li
      className={cn(
        "relative flex items-center gap-2 border-b px-3 py-2 last:border-b-0 hover:bg-accent/60",
        isOpen && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      {"queue" in opens && (
        <button
          type="button"
          aria-current={isOpen || undefined}
          onClick={() => onOpen(opens.queue)}
          className={REASON_LINK}
        >
          {words}
        </button>
      )}
      {"measure" in opens && (
        <Link href={href} className={REASON_LINK}>
          {words}
        </Link>
      )}
      <span className="relative z-1">
        <DefinitionHint term={title}>{definition}</DefinitionHint>
      </span>
      <span className="w-16 shrink-0 text-right text-sm tabular-nums">{children}</span>
      <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
    </li>
  );
}

/** How many there are of a reason; a placeholder while that is read. */
function Counted({
  count,
  unit,
  failed,
  ...of
}: {
  measure: MeasureName;
  filter: MeasureFilter;
  count: number | undefined;
  unit: readonly [string, string];
  failed: boolean;
}) {
  if (count === undefined && failed) return "unavailable";
  if (count === undefined) return <Skeleton className="ml-auto h-3 w-8" />;
  const [one, many] = unit;
  return (
    <Figure {...of} value={count} linked={false}>
      <span className={cn(count > 0 ? "font-medium" : "text-muted-foreground")}>{formatCount(count)}</span>
      <span className="block text-muted-foreground text-xs">{wordFor(count, one, many)}</span>
    </Figure>
  );
}

/** The queue that was opened; without one, what consolidation would do by itself. */
function Opened({
  title,
  queue,
  repository,
  canDecide,
  onClose,
}: {
  title: string | undefined;
  queue: Queue | null;
  repository: string | null;
  canDecide: boolean;
  onClose: () => void;
}) {
  if (title === undefined || queue === null) return <Consolidation />;
  const shared = { title, repository, canDecide, onClose };
  if (queue === "exact" || queue === "near") return <DuplicateQueue key={queue} kind={queue} {...shared} />;
  return <MemoryQueue key={queue} queue={queue} {...shared} />;
}
