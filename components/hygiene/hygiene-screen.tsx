"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { hygieneGet } from "@/lib/hygiene/contract";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { hygiene } from "@/messages/compiled/hygiene";
import { hygieneReasons } from "@/messages/compiled/hygiene-reasons";
import { Consolidation } from "./consolidation";
import { DuplicateQueue } from "./duplicate-queue";
import { HygieneNav } from "./hygiene-nav";
import { MemoryQueue } from "./memory-queue";
import { countsInput, hygieneParameters, type Queue } from "./parameters";
import { hrefOf, measureOfReason, REASONS, type Reason } from "./reasons";

/** What needs cleaning up: each reason a count that opens its queue. */
export function HygieneScreen() {
  const t = useMessages(hygiene);
  const words = useMessages(hygieneReasons);
  const [{ repository, queue }, setParameters] = useQueryStates(hygieneParameters, { history: "push" });
  const { may } = useMe();
  const pages = usePages();
  const query = useQuery(operationQuery(hygieneGet, countsInput(repository)));
  const counts = query.data;
  const problem = readProblem(t("unreadable"), query);
  const open = (next: Queue | null) => {
    pages.reset();
    void setParameters({ queue: next });
  };
  const chosen = REASONS.find(({ opens }) => "queue" in opens && opens.queue === queue);
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <HygieneNav />
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      <div className="grid items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className={cn("min-w-0", queue !== null && "max-lg:hidden")}>
          <ul aria-label={t("reasons")} className="rounded-md border bg-card">
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
                  unit={reason.counted}
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
            title={chosen && words(chosen.title)}
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
  const t = useMessages(hygiene);
  const figure = (content: ReactNode) => (
    <Figure
      measure="memories_in_use"
      filter={{ repository }}
      value={memories}
      className="underline hover:text-foreground"
    >
      {content}
    </Figure>
  );
  return (
    <p className="px-3 py-2 text-muted-foreground text-xs">
      {repository === null
        ? t.rich("counted_among", { figure, count: memories })
        : t.rich("counted_among_of", { figure, count: memories, repository })}
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
  const t = useMessages(hygieneReasons);
  const words = (
    <>
      <span className="block font-medium text-sm">{t(title)}</span>
      <span className="block text-pretty text-muted-foreground text-xs">{meaning(t)}</span>
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
        <DefinitionHint term={t(title)}>{definition(t)}</DefinitionHint>
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
  unit: Reason["counted"];
  failed: boolean;
}) {
  const t = useMessages(hygiene);
  const words = useMessages(hygieneReasons);
  const { formatCount } = useFormat();
  if (count === undefined && failed) return t("unavailable");
  if (count === undefined) return <Skeleton className="ml-auto h-3 w-8" />;
  return (
    <Figure {...of} value={count} linked={false}>
      <span className={cn(count > 0 ? "font-medium" : "text-muted-foreground")}>{formatCount(count)}</span>
      <span className="block text-muted-foreground text-xs">{words(unit, { count })}</span>
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
