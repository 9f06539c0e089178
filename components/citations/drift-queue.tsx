"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Columns2, Rows3 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState, useQueryStates } from "nuqs";
import { useState } from "react";
import { DeskFoot, DeskPosition, DeskQueue, DeskSelection } from "@/components/pieces/desk";
import { formatCount } from "@/components/pieces/format";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog, SupersedeDialog } from "@/components/pieces/memory-dialogs";
import { Pager } from "@/components/pieces/pager";
import { readProblem, toastProblem } from "@/components/pieces/problem";
import { useBackWhenEmptied, useDesk } from "@/components/pieces/use-desk";
import { usePages } from "@/components/pieces/use-pages";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { Keys } from "@/components/ui/kbd";
import { useShortcuts } from "@/components/ui/shortcuts";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { call, operationQuery } from "@/lib/doors/client";
import { MAX_PAGE_SIZE } from "@/lib/kernel/pagination";
import { type Memory, memoryList } from "@/lib/memories/contract";
import { DecisionBar, DriftDetail } from "./drift-detail";
import { DriftEmpty, DriftFiltered } from "./drift-empty";
import { DriftFilterBar } from "./drift-filters";
import { DriftList, QueueSkeleton } from "./drift-list";
import { citationParameters, driftInput } from "./parameters";
import type { CitationRights } from "./rights";

/** What is read out of a statement of up to 8,000 characters. */
const SPOKEN = 160;
const spoken = ({ statement }: Memory) => {
  if (statement.length > SPOKEN) return `${statement.slice(0, SPOKEN)} …`;
  return statement;
};

type Diff = "split" | "unified";
type DialogName = "invalidate" | "invalidate_many" | "supersede";

const OTHER_VIEW = { split: "unified", unified: "split" } as const;

/**
 * Memories whose code changed: the queue at the left, the one under decision at the right, with what its lines said then
 * and say now. Each decision is one key, and leads on to the next. On a small screen one is seen at a time.
 */
export function DriftQueue({ repository, can }: { repository: string | null; can: CitationRights }) {
  const router = useRouter();
  const decisions = useMemoryDecisions();
  const pages = usePages();
  const [{ sort, verdict, kind, diff }, setParameters] = useQueryStates(citationParameters);
  const [chosen, setChosen] = useQueryState("memory", parseAsString);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [busy, setBusy] = useState(false);

  const query = useQuery({
    ...operationQuery(memoryList, driftInput({ repository, verdict, kind, sort, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const items = query.data?.items ?? [];
  const total = query.data?.total ?? 0;
  const desk = useDesk({
    items,
    idOf: ({ id }) => id,
    row: "data-drift",
    chosen,
    setChosen: (id) => void setChosen(id),
    nextWords: (next) => `Next: ${spoken(next)}`,
  });
  const { index, current, selection, select, show, goOn } = desk;
  useBackWhenEmptied(query, pages);

  /** Every memory that passes the filters, page by page. */
  const selectAll = async () => {
    setBusy(true);
    try {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(memoryList, {
          ...driftInput({ repository, verdict, kind, sort, cursor }),
          limit: MAX_PAGE_SIZE,
        });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      select(ids);
    } catch (error) {
      toastProblem("The queue could not be read to its end", error);
    } finally {
      setBusy(false);
    }
  };

  const refresh = async () => {
    if (!current || busy) return;
    setBusy(true);
    const done = await decisions.refresh(current.id).finally(() => setBusy(false));
    if (done) goOn([current.id], "Refreshed");
    else announce("Not refreshed: its citations do not hold, or could not be read.");
  };
  const refreshMany = async () => {
    setBusy(true);
    const done = await decisions.refreshMany([...selection]).finally(() => setBusy(false));
    goOn(done, "Refreshed");
  };
  useShortcuts(
    [
      ...(current
        ? [
            { keys: "j", label: "Next memory", run: desk.next },
            { keys: "k", label: "Previous memory", run: desk.previous },
            {
              keys: "Enter",
              label: "Open the memory as a page",
              run: () => router.push(`/memories/${current.id}`),
            },
            {
              keys: "d",
              label: "Side by side, or in one column",
              run: () => void setParameters({ diff: OTHER_VIEW[diff] }),
            },
          ]
        : []),
      ...(current && can.write
        ? [
            {
              keys: "r",
              label: "Refresh: check again, and confirm it when it holds",
              run: () => void refresh(),
            },
            {
              keys: "s",
              label: "Supersede with an edited fact",
              run: () => setDialog("supersede"),
            },
            { keys: "i", label: "Invalidate, with the reason", run: () => setDialog("invalidate") },
            { keys: "x", label: "Select the memory", run: () => desk.toggle(current.id) },
          ]
        : []),
      ...(can.write ? [{ keys: "u", label: "Undo the last decision", run: desk.undo }] : []),
    ],
    "Drift queue",
  );

  const problem = readProblem("The drift queue", query);
  const filtered = verdict !== null || kind !== null;
  const change = (values: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    void setChosen(null);
    void setParameters(values, { history: "push" });
  };
  const filters = (
    <DriftFilterBar
      repository={repository}
      verdict={verdict}
      kind={kind}
      sort={sort}
      total={query.data?.total}
      onChange={change}
      className={chosen === null ? undefined : "max-lg:hidden"}
    />
  );
  if (!query.data)
    return (
      <>
        {filters}
        <Unread problem={problem} />
      </>
    );
  if (!current)
    return filtered ? (
      <>
        {filters}
        <DriftFiltered onClear={() => change({ verdict: null, kind: null })} />
      </>
    ) : (
      <DriftEmpty repository={repository} />
    );

  const decide = can.write ? (
    <DecisionBar
      busy={busy}
      onSupersede={() => setDialog("supersede")}
      onInvalidate={() => setDialog("invalidate")}
      onRefresh={() => void refresh()}
    />
  ) : null;

  return (
    <>
      {filters}
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <DeskQueue open={chosen !== null}>
          {can.write && (
            <Selection
              shown={items.map(({ id }) => id)}
              selection={selection}
              select={select}
              total={total}
              busy={busy}
              onRefresh={() => void refreshMany()}
              onInvalidate={() => setDialog("invalidate_many")}
              onSelectAll={() => void selectAll()}
            />
          )}
          <DriftList
            ref={desk.list}
            items={items}
            current_id={current.id}
            selection={selection}
            selectable={can.write}
            refreshing={query.isPlaceholderData}
            onShow={show}
            onToggle={({ id }) => desk.toggle(id)}
          />
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
          <DriftDetail
            memory={current}
            heading={desk.heading}
            view={diff}
            actions={
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:hidden">
                {decide}
                <Button asChild variant="ghost">
                  <Link href={`/memories/${current.id}`}>Open the memory</Link>
                </Button>
                <span className="ml-auto inline-flex items-center gap-1.5 text-muted-foreground text-xs max-xl:hidden">
                  <Keys keys="j" />
                  <Keys keys="k" /> skip
                  <Keys keys="u" /> undo
                </span>
                <DiffView value={diff} onChange={(next) => void setParameters({ diff: next })} />
              </div>
            }
          />
          {decide !== null && chosen !== null && <DeskFoot>{decide}</DeskFoot>}
        </div>
      </div>
      <Dialogs dialog={dialog} setDialog={setDialog} current={current} selection={selection} desk={desk} />
    </>
  );
}

function Dialogs({
  dialog,
  setDialog,
  current,
  selection,
  desk: { goOn, onDialogClosed },
}: {
  dialog: DialogName | null;
  setDialog: (dialog: DialogName | null) => void;
  current: Memory;
  selection: ReadonlySet<string>;
  desk: {
    goOn: (done: readonly string[], what: string) => void;
    onDialogClosed: ((event: Event) => void) | undefined;
  };
}) {
  const shown = (name: DialogName) => ({
    open: dialog === name,
    onOpenChange: (open: boolean) => {
      if (open) setDialog(name);
      else setDialog(null);
    },
    onCloseAutoFocus: onDialogClosed,
  });
  return (
    <>
      <InvalidateDialog
        {...shown("invalidate")}
        ids={[current.id]}
        statement={current.statement}
        onDone={(done) => goOn(done, "Invalidated")}
      />
      <InvalidateDialog
        {...shown("invalidate_many")}
        ids={[...selection]}
        onDone={(done) => goOn(done, "Invalidated")}
      />
      <SupersedeDialog
        {...shown("supersede")}
        memory={current}
        onDone={() => goOn([current.id], "Superseded")}
      />
    </>
  );
}

function DiffView({ value, onChange }: { value: Diff; onChange: (next: Diff) => void }) {
  return (
    <ToggleGroup
      label="How the code is compared"
      className="max-xl:ml-auto"
      value={value}
      onValueChange={onChange}
      options={[
        { value: "split", label: <Columns2 aria-hidden />, title: "Side by side" },
        { value: "unified", label: <Rows3 aria-hidden />, title: "In one column" },
      ]}
    />
  );
}

/** What may be done with all that are selected, and the selection of the whole queue. */
function Selection({
  shown,
  selection,
  select,
  total,
  busy,
  onRefresh,
  onInvalidate,
  onSelectAll,
}: {
  shown: readonly string[];
  selection: ReadonlySet<string>;
  select: (ids: readonly string[]) => void;
  total: number;
  busy: boolean;
  onRefresh: () => void;
  onInvalidate: () => void;
  onSelectAll: () => void;
}) {
  const isPageSelected = shown.every((id) => selection.has(id));
  return (
    <>
      <DeskSelection shown={shown} selection={selection} onSelect={select}>
        <Button size="sm" busy={busy} onClick={onRefresh}>
          Refresh
        </Button>
        <Button size="sm" variant="danger" onClick={onInvalidate}>
          Invalidate
        </Button>
      </DeskSelection>
      {isPageSelected && selection.size < total && (
        <Button size="sm" variant="link" busy={busy} className="mb-2 ml-1" onClick={onSelectAll}>
          Select all {formatCount(total)}
        </Button>
      )}
    </>
  );
}

/** A queue that is not there: why it could not be read, or its placeholder until it is. */
function Unread({ problem }: { problem: ReturnType<typeof readProblem> }) {
  if (problem !== null) return <ErrorState {...problem} />;
  return <QueueSkeleton />;
}
