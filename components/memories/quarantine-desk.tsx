"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ban, ChevronLeft, ChevronRight, CircleCheck, FilterX, List, ShieldCheck, X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState, useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { undoLatest, useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { PageHeader } from "@/components/pieces/page-header";
import { Pager } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { usePages } from "@/components/pieces/use-pages";
import { MEMORY_KINDS as KIND_TERMS } from "@/components/pieces/vocabulary";
import { whoMay } from "@/components/pieces/who-may";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
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

/** What did somebody try to tell our agents? Each text that a rule stopped, with what it said and where it would go. */
export function QuarantineDesk({ may_decide }: { may_decide: boolean }) {
  return (
    <>
      <PageHeader
        title="Quarantine"
        question="Which texts address the model that reads them, and may they pass?"
        actions={
          <Button asChild variant="ghost">
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
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string | null>(null);
  const decided = useRef<string | null>(null);

  const query = useQuery({
    ...operationQuery(quarantineList, quarantineInput({ repository, kind, sort, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const items = query.data?.items ?? [];
  const total = query.data?.total ?? 0;
  const index = Math.max(
    0,
    items.findIndex(({ memory }) => memory.id === chosen),
  );
  const current = items[index];

  const selectOnly = (ids: readonly string[]) => {
    setSelection(new Set(ids));
    announce(ids.length === 0 ? "Nothing selected" : `${formatCount(ids.length)} selected`);
  };
  const toggle = (id: string) =>
    selectOnly(selection.has(id) ? [...selection].filter((other) => other !== id) : [...selection, id]);

  const focusOn = (id: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-quarantined="${id}"]`);
    const target = row?.offsetParent ? row : heading.current;
    target?.focus({ preventScroll: true });
    if (row?.offsetParent) row.closest("li")?.scrollIntoView({ block: "nearest" });
    else window.scrollTo({ top: 0 });
  };
  const show = (item: Quarantined | undefined) => {
    if (!item) return;
    const { id } = item.memory;
    shown.current = id;
    void setChosen(id);
    requestAnimationFrame(() => focusOn(id));
  };
  const onDialogClosed = (event: Event) => {
    event.preventDefault();
    const id = shown.current ?? current?.memory.id;
    if (id !== undefined) focusOn(id);
  };

  /** On to the next that is not decided, before the list comes back without the decided ones. */
  const goOn = (ids: readonly string[], past: string) => {
    if (ids.length === 0) return;
    decided.current = ids[0] ?? null;
    const gone = new Set(ids);
    setSelection(new Set([...selection].filter((id) => !gone.has(id))));
    const words = ids.length === 1 ? past : `${formatCount(ids.length)} ${past.toLowerCase()}`;
    const remains = ({ memory }: Quarantined) => !gone.has(memory.id);
    const next =
      current && remains(current)
        ? current
        : (items.slice(index + 1).find(remains) ?? items.slice(0, index).findLast(remains));
    if (next) show(next);
    else void setChosen(null);
    announce(next ? `${words}. The next one is shown.` : `${words}. Nothing else is on this page.`);
  };

  const reject = async (rejected: readonly Quarantined[]) => {
    if (rejected.length === 0 || busy) return;
    setBusy(true);
    const [first] = rejected;
    const reason =
      rejected.length === 1 && first?.suspicions[0]
        ? `Rejected at the quarantine desk: it ${first.suspicions[0].reason}.`
        : "Rejected at the quarantine desk.";
    const ids = rejected.map(({ memory }) => memory.id);
    const done = await decisions.decideQuarantined(ids, "reject", reason).finally(() => setBusy(false));
    goOn(done, "Rejected");
  };
  const undo = () => {
    if (!undoLatest()) {
      announce("There is nothing to undo.");
      return;
    }
    announce("Undoing the last decision.");
    void setChosen(decided.current);
  };

  // A page that was decided to the end leads back to what is left.
  const emptied = query.data !== undefined && items.length === 0 && total > 0 && !query.isFetching;
  useEffect(() => {
    if (emptied) pages.reset();
  }, [emptied, pages.reset]);

  useShortcuts(
    [
      ...(current
        ? [
            {
              keys: "j",
              label: "Next memory",
              run: () => show(items[Math.min(items.length - 1, index + 1)]),
            },
            { keys: "k", label: "Previous memory", run: () => show(items[Math.max(0, index - 1)]) },
            {
              keys: "Enter",
              label: "Open the memory as a page",
              run: () => router.push(`/memories/${current.memory.id}`),
            },
            { keys: "a", label: "Release, with the reason", run: () => setReleasing([current.memory.id]) },
            { keys: "r", label: "Reject as invalid", run: () => void reject([current]) },
            { keys: "x", label: "Select the memory", run: () => toggle(current.memory.id) },
          ]
        : []),
      { keys: "u", label: "Undo the last decision", run: undo },
    ],
    "Quarantine desk",
  );

  const problem = readProblem("The quarantine desk", query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data) return <DeskSkeleton />;
  const filtered = kind !== null || repository !== null;
  const change = (values: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    setSelection(new Set());
    void setChosen(null);
    void setParameters(values, { history: "push" });
  };
  const filters = (
    <search
      aria-label="Filters of the queue"
      className={cn("mb-3 flex flex-wrap items-center gap-2", chosen !== null && "max-lg:hidden")}
    >
      <Select
        value={kind ?? ANY}
        onValueChange={(next) => change({ kind: MEMORY_KINDS.find((value) => value === next) ?? null })}
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
          if (next === "status_since" || next === "reach") change({ sort: next });
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
      <p className="text-muted-foreground text-sm lg:ml-auto">
        <span className="font-medium text-foreground">
          {total === 1 ? "1 memory" : `${formatCount(total)} memories`}
        </span>{" "}
        not served until someone decides.
      </p>
    </search>
  );
  if (!current)
    return (
      <>
        {filtered ? filters : null}
        <div className="rounded-md border bg-card">
          {filtered ? (
            <EmptyState
              icon={FilterX}
              title="Nothing quarantined passes these filters"
              action={
                <Button onClick={() => change({ kind: null, repository: null })}>Clear the filters</Button>
              }
            >
              Others may wait.
            </EmptyState>
          ) : (
            <EmptyState icon={ShieldCheck} title="Nothing is quarantined">
              Every text that was stored passed the rules: none gives orders to the model that reads it, hides
              characters or a message, or would carry data out. One that does waits here and is served to
              nobody until a lead decides.
            </EmptyState>
          )}
        </div>
      </>
    );

  const shownIds = items.map(({ memory }) => memory.id);
  const selectedHere = shownIds.filter((id) => selection.has(id)).length;
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
        <Key name="a" />
      </Button>
      <Button variant="danger" aria-keyshortcuts="r" busy={busy} onClick={() => void reject([current])}>
        {busy ? null : <Ban aria-hidden />}
        Reject
        <Key name="r" />
      </Button>
    </div>
  );

  return (
    <>
      {filters}
      {problem ? <ErrorState {...problem} className="mb-3" /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <div
          className={cn(
            "min-w-0 lg:sticky lg:top-[calc(var(--frame-top,0px)+1rem)] lg:max-h-[calc(100dvh-var(--frame-top,0px)-2rem)] lg:overflow-y-auto lg:p-px",
            chosen !== null && "max-lg:hidden",
          )}
        >
          <div className="mb-2 flex min-h-8 flex-wrap items-center gap-1.5 pl-3 text-sm">
            <Checkbox
              aria-label={`Select the ${formatCount(items.length)} shown`}
              checked={selectedHere === 0 ? false : selectedHere === items.length ? true : "indeterminate"}
              onCheckedChange={() => selectOnly(selectedHere === items.length ? [] : shownIds)}
            />
            {selection.size === 0 ? (
              <span className="ml-1 text-muted-foreground">Select to decide on several</span>
            ) : (
              <>
                <span className="mr-auto ml-1 font-medium">{formatCount(selection.size)} selected</span>
                <Button size="sm" disabled={busy} onClick={() => setReleasing([...selection])}>
                  Release
                </Button>
                <Button
                  size="sm"
                  variant="danger"
                  busy={busy}
                  onClick={() => void reject(items.filter(({ memory }) => selection.has(memory.id)))}
                >
                  Reject
                </Button>
                <Button
                  size="icon_sm"
                  variant="ghost"
                  aria-label="Clear the selection"
                  onClick={() => selectOnly([])}
                >
                  <X aria-hidden />
                </Button>
              </>
            )}
          </div>
          <ol
            ref={list}
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
                onToggle={() => toggle(item.memory.id)}
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
        </div>
        <div className={cn("min-w-0", chosen === null && "max-lg:hidden")}>
          <div className="mb-3 flex items-center gap-1 text-muted-foreground text-sm lg:hidden">
            <Button size="sm" variant="ghost" onClick={() => void setChosen(null)}>
              <List aria-hidden />
              Queue
            </Button>
            <span className="mr-auto">
              {formatCount(pages.first + index)} of {formatCount(total)}
            </span>
            <Button
              size="icon_sm"
              variant="ghost"
              aria-label="Previous memory"
              disabled={index === 0}
              onClick={() => show(items[index - 1])}
            >
              <ChevronLeft aria-hidden />
            </Button>
            <Button
              size="icon_sm"
              variant="ghost"
              aria-label="Next memory"
              disabled={index === items.length - 1}
              onClick={() => show(items[index + 1])}
            >
              <ChevronRight aria-hidden />
            </Button>
          </div>
          <QuarantineItem
            item={current}
            heading={heading}
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
          {chosen === null ? null : (
            <div
              data-bottom-bar=""
              className="-mx-4 sm:-mx-6 sticky bottom-0 z-20 mt-4 border-t bg-background px-4 py-2.5 sm:px-6 lg:hidden"
            >
              {decide}
            </div>
          )}
        </div>
      </div>
      <ReleaseDialog
        ids={releasing ?? []}
        open={releasing !== null}
        onOpenChange={(open) => {
          if (!open) setReleasing(null);
        }}
        onCloseAutoFocus={onDialogClosed}
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
  const id = `quarantined-${memory.id}`;
  return (
    <li
      className={cn(
        "relative flex min-w-0 gap-2.5 border-b px-3 py-2.5 last:border-b-0",
        selected ? "bg-primary-soft/60" : "hover:bg-accent/60",
        open && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      <Checkbox
        aria-label="Select"
        aria-describedby={id}
        checked={selected}
        onCheckedChange={onToggle}
        className="z-1 mt-0.5"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <button
          type="button"
          id={id}
          data-quarantined={memory.id}
          aria-current={open || undefined}
          onClick={onShow}
          dir="auto"
          className={cn(
            "line-clamp-2 text-left text-sm [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring",
            open && "font-medium",
          )}
        >
          {memory.statement}
        </button>
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
          <span className="text-danger">
            {rules.length === 0 ? "nothing found now" : rules.map(ruleWord).join(", ")}
          </span>
          <RelativeTime at={memory.status_since} />
          <span>{reachWords(reach)}</span>
          <span className="truncate">{memory.created_by.name}</span>
        </p>
      </div>
    </li>
  );
}

function Key({ name }: { name: string }) {
  return (
    <span aria-hidden className="max-lg:hidden">
      <Keys keys={name} />
    </span>
  );
}

function DeskSkeleton() {
  return (
    <div aria-busy className="grid gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <span className="sr-only">Loading the quarantine desk</span>
      <div className="rounded-md border bg-card">
        {[92, 78, 86, 70].map((width) => (
          <div key={width} className="flex flex-col gap-2 border-b px-3 py-3 last:border-b-0">
            <Skeleton style={{ width: `${width}%` }} />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-3 max-lg:hidden">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="mt-3 h-40 w-full" />
      </div>
    </div>
  );
}
