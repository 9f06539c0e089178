"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, FilterX, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type inferParserType, parseAsString, useQueryState, useQueryStates } from "nuqs";
import { useState } from "react";
import {
  DeskFoot,
  DeskKey,
  DeskPosition,
  DeskQueue,
  DeskRow,
  DeskSelection,
  DeskSkeleton,
  DeskTotal,
} from "@/components/pieces/desk";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { PageHeader } from "@/components/pieces/page-header";
import { Pager } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useBackWhenEmptied, useDesk } from "@/components/pieces/use-desk";
import { usePages } from "@/components/pieces/use-pages";
import { MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Keys } from "@/components/ui/kbd";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { MEMORY_KINDS, type Quarantined, quarantineList } from "@/lib/memories/contract";
import { QuarantineItem, reachWords, ruleWord } from "./quarantine-item";
import { quarantineInput, quarantineParameters } from "./quarantine-parameters";
import { ReleaseDialog } from "./release-dialog";

const ANY = "any";
const REJECTED = "Rejected at the quarantine desk";

/** What did somebody try to tell our agents? Each text that a rule stopped, with what it said and where it would go. */
export function QuarantineDesk({ may_decide }: { may_decide: boolean }) {
  return (
    <>
      <PageHeader
        title="Quarantine"
        question="Which texts address the model that reads them, and may they pass?"
        actions={
          <Button asChild>
            <Link href="/memories">All memories</Link>
          </Button>
        }
      />
      {may_decide ? (
        <Desk />
      ) : (
        <div className="rounded-md border bg-card">
          <EmptyState icon={ShieldCheck} title="The desk is for leads">
            {whoMay("proposals:decide", "read and decide on quarantined texts")} What waits is counted beside
            Memories.
          </EmptyState>
        </div>
      )}
    </>
  );
}

/** The queue at the left, the text under decision at the right; on a small screen one at a time. */
function Desk() {
  const router = useRouter();
  const decisions = useMemoryDecisions();
  const pages = usePages();
  const [{ repository, kind, sort }, setParameters] = useQueryStates(quarantineParameters);
  const [chosen, setChosen] = useQueryState("memory", parseAsString);
  const [releasing, setReleasing] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);

  const query = useQuery({
    ...operationQuery(quarantineList, quarantineInput({ repository, kind, sort, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const items = query.data?.items ?? [];
  const total = query.data?.total ?? 0;
  const desk = useDesk({
    items,
    idOf: ({ memory }) => memory.id,
    row: "data-quarantined",
    chosen,
    setChosen: (id) => void setChosen(id),
    // What it says is not read out: it may be meant for whoever listens.
    nextWords: () => "The next one is shown.",
  });
  const { index, current, selection, select, show, goOn } = desk;
  useBackWhenEmptied(query, pages);

  const reject = async (ids: readonly string[], reason: string) => {
    if (ids.length === 0 || busy) return;
    setBusy(true);
    const done = await decisions.decideQuarantined(ids, "reject", reason).finally(() => setBusy(false));
    goOn(done, "Rejected");
  };
  const rejectOne = ({ memory, suspicions: [first] }: Quarantined) =>
    reject([memory.id], first ? `${REJECTED}: it ${first.reason}.` : `${REJECTED}.`);

  useShortcuts(
    [
      ...(current
        ? [
            { keys: "j", label: "Next memory", run: desk.next },
            { keys: "k", label: "Previous memory", run: desk.previous },
            {
              keys: "Enter",
              label: "Open the memory as a page",
              run: () => router.push(`/memories/${current.memory.id}`),
            },
            { keys: "a", label: "Release, with the reason", run: () => setReleasing([current.memory.id]) },
            { keys: "r", label: "Reject as invalid", run: () => void rejectOne(current) },
            { keys: "x", label: "Select the memory", run: () => desk.toggle(current.memory.id) },
          ]
        : []),
      { keys: "u", label: "Undo the last decision", run: desk.undo },
    ],
    "Quarantine desk",
  );

  const problem = readProblem("The quarantine desk", query);
  const filtered = kind !== null || repository !== null;
  const change = (values: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    desk.clearSelection();
    void setChosen(null);
    void setParameters(values, { history: "push" });
  };
  const filters = (
    <Filters
      kind={kind}
      sort={sort}
      total={query.data?.total}
      onChange={change}
      className={cn(chosen !== null && "max-lg:hidden")}
    />
  );
  if (!query.data)
    return (
      <>
        {filters}
        {problem ? <ErrorState {...problem} /> : <QuarantineSkeleton />}
      </>
    );
  if (!current)
    return (
      <>
        {filtered && filters}
        <div className="rounded-md border bg-card">
          <Nothing filtered={filtered} onClear={() => change({ kind: null, repository: null })} />
        </div>
      </>
    );

  const shownIds = items.map(({ memory }) => memory.id);
  const decide = (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button
        variant="primary"
        aria-keyshortcuts="a"
        disabled={busy}
        onClick={() => setReleasing([current.memory.id])}
      >
        <CircleCheck aria-hidden />
        Release
        <DeskKey name="a" />
      </Button>
      <Button variant="danger" aria-keyshortcuts="r" busy={busy} onClick={() => void rejectOne(current)}>
        {!busy && <Ban aria-hidden />}
        Reject
        <DeskKey name="r" />
      </Button>
    </div>
  );

  return (
    <>
      {filters}
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <DeskQueue open={chosen !== null}>
          <DeskSelection shown={shownIds} selection={selection} onSelect={select}>
            <Button size="sm" disabled={busy} onClick={() => setReleasing([...selection])}>
              Release
            </Button>
            <Button
              size="sm"
              variant="danger"
              busy={busy}
              onClick={() => void reject([...selection], `${REJECTED}.`)}
            >
              Reject
            </Button>
          </DeskSelection>
          <ol
            ref={desk.list}
            aria-label="Quarantine"
            aria-busy={query.isPlaceholderData}
            className={cn("min-w-0 rounded-md border bg-card", query.isPlaceholderData && "opacity-70")}
          >
            {items.map((item) => (
              <QueueRow
                key={item.memory.id}
                item={item}
                open={item.memory.id === current.memory.id}
                selected={selection.has(item.memory.id)}
                onShow={() => show(item)}
                onToggle={() => desk.toggle(item.memory.id)}
              />
            ))}
          </ol>
          <Pager
            first={pages.first}
            shown={items.length}
            total={total}
            onPrevious={pages.onPrevious}
            onNext={pages.onNext(query.data)}
            busy={query.isPlaceholderData}
          />
        </DeskQueue>
        <div className={cn("min-w-0", chosen === null && "max-lg:hidden")}>
          <DeskPosition
            what="memory"
            place={pages.first + index}
            total={total}
            onQueue={() => void setChosen(null)}
            onPrevious={index === 0 ? null : desk.previous}
            onNext={index === items.length - 1 ? null : desk.next}
          />
          <QuarantineItem
            item={current}
            heading={desk.heading}
            actions={
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:hidden">
                {decide}
                <span className="ml-auto inline-flex items-center gap-1.5 text-muted-foreground text-xs max-xl:hidden">
                  <Keys keys="j" />
                  <Keys keys="k" /> skip
                  <Keys keys="x" /> select
                  <Keys keys="u" /> undo
                </span>
              </div>
            }
          />
          {chosen !== null && <DeskFoot>{decide}</DeskFoot>}
        </div>
      </div>
      <ReleaseDialog
        ids={releasing ?? []}
        open={releasing !== null}
        onOpenChange={(open) => {
          if (!open) setReleasing(null);
        }}
        onCloseAutoFocus={desk.onDialogClosed}
        onDone={(done) => goOn(done, "Released")}
      />
    </>
  );
}

function QueueRow({
  item,
  open,
  selected,
  onShow,
  onToggle,
}: {
  item: Quarantined;
  open: boolean;
  selected: boolean;
  onShow: () => void;
  onToggle: () => void;
}) {
  const { memory, suspicions, reach } = item;
  const rules = [...new Set(suspicions.map(({ rule }) => rule))];
  return (
    <DeskRow
      row={["data-quarantined", memory.id]}
      open={open}
      text={memory.statement}
      selected={selected}
      onShow={onShow}
      onToggle={onToggle}
    >
      <span className="text-danger">
        {rules.length === 0 ? "nothing found now" : rules.map(ruleWord).join(", ")}
      </span>
      <RelativeTime at={memory.status_since} />
      <span>{reachWords(reach)}</span>
      <span className="truncate">{memory.created_by.name}</span>
    </DeskRow>
  );
}

function QuarantineSkeleton() {
  return (
    <DeskSkeleton label="Loading the quarantine desk">
      <div className="flex min-w-0 flex-col gap-3 max-lg:hidden">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="mt-3 h-40 w-full" />
      </div>
    </DeskSkeleton>
  );
}

/** Why the queue is empty. */
function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered)
    return (
      <EmptyState
        icon={FilterX}
        title="Nothing quarantined passes these filters"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        Others may wait.
      </EmptyState>
    );
  return (
    <EmptyState icon={ShieldCheck} title="Nothing is quarantined">
      Every text that was stored passed the rules: none gives orders to the model that reads it, hides
      characters or a message, or would carry data out. One that does waits here and is served to nobody until
      a lead decides.
    </EmptyState>
  );
}

type QueueParameters = inferParserType<typeof quarantineParameters>;

function Filters({
  kind,
  sort,
  total,
  onChange,
  className,
}: Pick<QueueParameters, "kind" | "sort"> & {
  total: number | undefined;
  onChange: (values: Partial<QueueParameters>) => void;
  className: string;
}) {
  return (
    <search
      aria-label="Filters of the queue"
      className={cn("mb-3 flex flex-wrap items-center gap-2", className)}
    >
      <Select
        value={kind ?? ANY}
        onValueChange={(next) => onChange({ kind: MEMORY_KINDS.find((value) => value === next) ?? null })}
      >
        <SelectTrigger aria-label="Kind" className="min-w-36">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={ANY}>Any kind</SelectItem>
          {MEMORY_KINDS.map((value) => (
            <SelectItem key={value} value={value}>
              {KIND_TERMS[value].word}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <Select
        value={sort}
        onValueChange={(next) => {
          if (next === "status_since" || next === "reach") onChange({ sort: next });
        }}
      >
        <SelectTrigger aria-label="Order" className="min-w-36">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value="status_since">Quarantined last</SelectItem>
          <SelectItem value="reach">Widest reach</SelectItem>
        </SelectContent>
      </Select>
      {total !== undefined && <DeskTotal total={total} />}
    </search>
  );
}
