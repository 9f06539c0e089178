"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ban, CheckCheck, FilterX, GitCompareArrows, PencilLine, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState, useQueryStates } from "nuqs";
import { useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { DeskKey, DeskPosition, DeskRow, DeskSkeleton } from "@/components/pieces/desk";
import { formatCount } from "@/components/pieces/format";
import { undoLatest } from "@/components/pieces/memory-decisions";
import { PageHeader } from "@/components/pieces/page-header";
import { Pager } from "@/components/pieces/pager";
import { readProblem, toastProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useBackWhenEmptied, useDesk } from "@/components/pieces/use-desk";
import { usePages } from "@/components/pieces/use-pages";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Keys } from "@/components/ui/kbd";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type Conflict, type ConflictDecision, conflictList } from "@/lib/hygiene/contract";
import { ConflictSide } from "./conflict-side";
import { CorrectDialog } from "./correct-dialog";
import { HygieneNav } from "./hygiene-nav";
import { conflictParameters, conflictsInput } from "./parameters";
import { useConflictDecisions } from "./use-conflict-decisions";
import { DECISION_WORDS, RULE_WORDS } from "./words";

const MAX_KEYS = 9;

/**
 * Memories that contradict each other: the queue at the left, the one under decision at the right, side by side with who
 * said each and what shows it. Each decision is one key, and leads on to the next. On a small screen one is seen at a time.
 */
export function ConflictDesk({ can_write }: { can_write: boolean }) {
  const [parameters, setParameters] = useQueryStates(conflictParameters);
  const { status, repository } = parameters;
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(conflictList, conflictsInput({ ...parameters, cursor: pages.cursor ?? null })),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useQueryState("conflict", parseAsString);
  const change = (values: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    void setChosen(null);
    void setParameters(values, { history: "push" });
  };
  const problem = readProblem("The conflicts", query);
  const items = query.data?.items ?? [];
  const total = query.data?.total ?? 0;
  const emptied = useBackWhenEmptied(query, pages);
  return (
    <>
      <PageHeader
        title="Conflicts"
        question="What do our agents believe that cannot all be true?"
        className="mb-2"
      />
      <HygieneNav />
      <div className={cn("mb-3 flex flex-wrap items-center gap-2", chosen !== null && "max-lg:hidden")}>
        <ToggleGroup
          label="Which conflicts"
          value={status}
          onValueChange={(value) => change({ status: value })}
          options={[
            { value: "open", label: "To decide" },
            { value: "resolved", label: "Resolved" },
            { value: "dismissed", label: "Hold together" },
          ]}
        />
        {parameters.rule !== null && (
          <Button size="sm" onClick={() => change({ rule: null })}>
            <FilterX aria-hidden />
            {RULE_WORDS[parameters.rule]}
          </Button>
        )}
        <span className="text-muted-foreground text-sm">
          {query.data ? `${formatCount(total)} in all${repository ? ` of ${repository}` : ""}` : ""}
        </span>
      </div>
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      {!query.data && !problem && <ConflictsSkeleton />}
      {query.data !== undefined && items.length === 0 && !emptied && (
        <div className="rounded-md border bg-card">
          <EmptyState icon={GitCompareArrows} title={EMPTY[status].title}>
            {EMPTY[status].text}
          </EmptyState>
        </div>
      )}
      {items.length > 0 && (
        <Desk
          items={items}
          chosen={chosen}
          setChosen={(id) => void setChosen(id)}
          can_write={can_write}
          refreshing={query.isPlaceholderData}
          first={pages.first}
          total={total}
          pager={
            <Pager
              first={pages.first}
              shown={items.length}
              total={total}
              onPrevious={pages.onPrevious}
              onNext={pages.onNext(query.data)}
              busy={query.isPlaceholderData}
            />
          }
        />
      )}
    </>
  );
}

const EMPTY: Record<Conflict["status"], { title: string; text: string }> = {
  open: {
    title: "Nothing contradicts anything",
    text:
      "Contradictions are looked for when a session stops, and every night among all memories. Those that are found " +
      "wait here until someone decides.",
  },
  resolved: {
    title: "No conflict was resolved yet",
    text: "What was decided appears here, and can be taken back.",
  },
  dismissed: {
    title: "No conflict was dismissed yet",
    text: "Statements that hold together in different circumstances appear here once someone said so.",
  },
};

function ConflictsSkeleton() {
  return (
    <DeskSkeleton label="Loading the conflicts">
      <div className="grid min-w-0 gap-3 max-lg:hidden lg:grid-cols-2">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </DeskSkeleton>
  );
}

function Desk({
  items,
  chosen,
  setChosen,
  can_write,
  refreshing,
  first,
  total,
  pager,
}: {
  items: readonly Conflict[];
  chosen: string | null;
  setChosen: (id: string | null) => void;
  can_write: boolean;
  refreshing: boolean;
  /** Where in the whole list the page begins, from 1. */
  first: number;
  total: number;
  pager: React.ReactNode;
}) {
  const router = useRouter();
  const { resolve, undo } = useConflictDecisions();
  const [busy, setBusy] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const desk = useDesk({
    items,
    idOf: ({ id }) => id,
    row: "data-conflict",
    chosen,
    setChosen,
    nextWords: ({ subject }) => `Next: ${subject}`,
  });
  const { current, show } = desk;
  const decidable = can_write && current?.status === "open" && !refreshing;

  const decide = async (decision: ConflictDecision, memory_id?: string) => {
    if (!current || busy || !decidable) return;
    setBusy(true);
    try {
      await resolve(current, { decision, memory_id });
      desk.goOn([current.id], DECISION_WORDS[decision]);
    } catch (error) {
      toastProblem("The conflict could not be decided", error);
    } finally {
      setBusy(false);
    }
  };
  const undoLast = () => {
    announce(undoLatest() ? "Undoing the last decision." : "There is nothing to undo.");
  };

  useShortcuts(
    [
      { keys: "j", label: "Next conflict", run: desk.next },
      { keys: "k", label: "Previous conflict", run: desk.previous },
      ...(current
        ? [
            {
              keys: "Enter",
              label: "Open the first memory as a page",
              run: () => router.push(`/memories/${current.memories[0]?.id}`),
            },
          ]
        : []),
      ...(decidable && current
        ? [
            ...current.memories.slice(0, MAX_KEYS).map(({ id }, at) => ({
              keys: String(at + 1),
              label: `Statement ${at + 1} holds`,
              run: () => void decide("holds", id),
            })),
            { keys: "b", label: "They hold together", run: () => void decide("both_hold") },
            { keys: "i", label: "Invalidate them all", run: () => void decide("invalidate") },
            { keys: "c", label: "Correct: say what is true", run: () => setCorrecting(true) },
          ]
        : []),
      ...(can_write ? [{ keys: "u", label: "Undo the last decision", run: undoLast }] : []),
    ],
    "Conflicts",
  );
  if (!current) return null;
  const [base] = current.memories;
  const in_use = current.memories.filter(({ status }) => status === "active" || status === "drifted");
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <div className={cn("min-w-0", chosen !== null && "max-lg:hidden")}>
        <ol
          ref={desk.list}
          aria-label="Conflicts"
          className={cn("rounded-md border bg-card", refreshing && "opacity-70")}
        >
          {items.map((conflict) => (
            <DeskRow
              key={conflict.id}
              row={["data-conflict", conflict.id]}
              open={conflict.id === current.id}
              text={conflict.subject}
              onShow={() => show(conflict)}
            >
              <span>{RULE_WORDS[conflict.rule]}</span>
              <span>{formatCount(conflict.memories.length)} statements</span>
              <RelativeTime at={conflict.decided_at ?? conflict.found_at} />
            </DeskRow>
          ))}
        </ol>
        {pager}
      </div>
      <section
        aria-labelledby="conflict-heading"
        className={cn("flex min-w-0 flex-col gap-3", chosen === null && "max-lg:hidden")}
      >
        <DeskPosition
          what="conflict"
          place={first + desk.index}
          total={total}
          onQueue={() => setChosen(null)}
          onPrevious={desk.index === 0 ? null : desk.previous}
          onNext={desk.index === items.length - 1 ? null : desk.next}
        />
        <Heading conflict={current} heading={desk.heading} />
        <div className="grid min-w-0 gap-3 xl:grid-cols-2">
          {current.memories.map((memory, at) => (
            <ConflictSide
              key={memory.id}
              memory={memory}
              number={at + 1}
              kept={memory.id === current.kept_id}
              busy={busy}
              onHolds={decidable && in_use.includes(memory) ? () => void decide("holds", memory.id) : null}
            />
          ))}
        </div>
        {decidable && (
          <Decisions
            busy={busy}
            onDecide={(decision) => void decide(decision)}
            onCorrect={() => setCorrecting(true)}
          />
        )}
        {current.status !== "open" && can_write && (
          <Button className="self-start" onClick={() => void undo(current.id)}>
            <Undo2 aria-hidden />
            Take the decision back
          </Button>
        )}
      </section>
      {base !== undefined && (
        <CorrectDialog
          key={current.id}
          conflict={current}
          base={base}
          open={correcting}
          onOpenChange={setCorrecting}
          onDone={() => desk.goOn([current.id], DECISION_WORDS.correct)}
          onCloseAutoFocus={desk.onDialogClosed}
        />
      )}
    </div>
  );
}

function Heading({
  conflict,
  heading,
}: {
  conflict: Conflict;
  heading: React.RefObject<HTMLHeadingElement | null>;
}) {
  return (
    <div>
      <h2
        ref={heading}
        id="conflict-heading"
        tabIndex={-1}
        dir="auto"
        className="text-pretty font-medium text-base wrap-anywhere"
      >
        {conflict.explanation}
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
        <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
          <span className="whitespace-nowrap">found by</span> <Actor actor={conflict.found_by} />
        </span>
        <RelativeTime at={conflict.found_at} />
        {conflict.decision !== null && conflict.decided_by !== null && (
          <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
            <span className="whitespace-nowrap">{DECISION_WORDS[conflict.decision]}, decided by</span>{" "}
            <Actor actor={conflict.decided_by} />
          </span>
        )}
      </p>
      {conflict.reason !== null && conflict.reason !== "" && (
        <p className="text-pretty text-sm">{conflict.reason}</p>
      )}
    </div>
  );
}

function Decisions({
  busy,
  onDecide,
  onCorrect,
}: {
  busy: boolean;
  onDecide: (decision: ConflictDecision) => void;
  onCorrect: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button busy={busy} aria-keyshortcuts="b" onClick={() => onDecide("both_hold")}>
        {!busy && <CheckCheck aria-hidden />}
        They hold together
        <DeskKey name="b" />
      </Button>
      <Button aria-keyshortcuts="c" onClick={onCorrect}>
        <PencilLine aria-hidden />
        Correct
        <DeskKey name="c" />
      </Button>
      <Button variant="danger" busy={busy} aria-keyshortcuts="i" onClick={() => onDecide("invalidate")}>
        {!busy && <Ban aria-hidden />}
        Invalidate them all
        <DeskKey name="i" />
      </Button>
      <span className="ml-auto inline-flex items-center gap-1.5 text-muted-foreground text-xs max-xl:hidden">
        <Keys keys="j" />
        <Keys keys="k" /> skip
        <Keys keys="u" /> undo
      </span>
    </div>
  );
}
