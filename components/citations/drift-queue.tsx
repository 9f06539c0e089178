"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Columns2, List, Rows3, X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState, useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { undoLatest, useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog, SupersedeDialog } from "@/components/pieces/memory-dialogs";
import { Pager } from "@/components/pieces/pager";
import { readProblem, toastProblem } from "@/components/pieces/problem";
import { usePages } from "@/components/pieces/use-pages";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
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
const spoken = ({ statement }: Memory) =>
  statement.length > SPOKEN ? `${statement.slice(0, SPOKEN)} …` : statement;

type DialogName = "invalidate" | "invalidate_many" | "supersede";

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
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** What is under decision, also before the URL says so. */
  const shown = useRef<string | null>(null);
  /** What was decided last, to come back to when it is undone. */
  const decided = useRef<string | null>(null);

  const query = useQuery({
    ...operationQuery(memoryList, driftInput({ repository, verdict, kind, sort, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
  });
  const items = query.data?.items ?? [];
  const total = query.data?.total ?? 0;
  const found = items.findIndex(({ id }) => id === chosen);
  const index = Math.max(0, found);
  const current = items[index];

  const selectOnly = (ids: readonly string[]) => {
    setSelection(new Set(ids));
    announce(ids.length === 0 ? "Nothing selected" : `${formatCount(ids.length)} selected`);
  };
  const toggle = ({ id }: Memory) =>
    selectOnly(selection.has(id) ? [...selection].filter((other) => other !== id) : [...selection, id]);

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
      selectOnly(ids);
    } catch (error) {
      toastProblem("The queue could not be read to its end", error);
    } finally {
      setBusy(false);
    }
  };

  const focusOn = (id: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-drift="${id}"]`);
    // On a small screen the queue is out of sight, and the memory itself is what comes next.
    const target = row?.offsetParent ? row : heading.current;
    target?.focus({ preventScroll: true });
    if (row?.offsetParent) row.closest("li")?.scrollIntoView({ block: "nearest" });
    else window.scrollTo({ top: 0 });
  };
  const show = (memory: Memory | undefined) => {
    if (!memory) return;
    shown.current = memory.id;
    void setChosen(memory.id);
    requestAnimationFrame(() => focusOn(memory.id));
  };
  /** A dialog that closes would give the focus back to the memory that was just decided on. */
  const onDialogClosed = (event: Event) => {
    event.preventDefault();
    const id = shown.current ?? current?.id;
    if (id !== undefined) focusOn(id);
  };

  /** On to the next that is not decided, before the list comes back without the decided ones. */
  const goOn = (ids: readonly string[], past: string) => {
    if (ids.length === 0) return;
    decided.current = ids[0] ?? null;
    const gone = new Set(ids);
    setSelection(new Set([...selection].filter((id) => !gone.has(id))));
    const words = ids.length === 1 ? past : `${formatCount(ids.length)} ${past.toLowerCase()}`;
    const stays = current !== undefined && !gone.has(current.id);
    const next = stays
      ? current
      : (items.slice(index + 1).find(({ id }) => !gone.has(id)) ??
        items.slice(0, index).findLast(({ id }) => !gone.has(id)));
    if (next) show(next);
    else void setChosen(null);
    announce(next ? `${words}. Next: ${spoken(next)}` : `${words}. Nothing else is on this page.`);
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
              run: () => router.push(`/memories/${current.id}`),
            },
            {
              keys: "d",
              label: "Side by side, or in one column",
              run: () => void setParameters({ diff: diff === "split" ? "unified" : "split" }),
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
            { keys: "x", label: "Select the memory", run: () => toggle(current) },
          ]
        : []),
      ...(can.write ? [{ keys: "u", label: "Undo the last decision", run: undo }] : []),
    ],
    "Drift queue",
  );

  const problem = readProblem("The drift queue", query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data) return <QueueSkeleton />;
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
      total={query.data.total}
      onChange={change}
      className={chosen === null ? undefined : "max-lg:hidden"}
    />
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

  const place = pages.first + index;
  const shownIds = items.map(({ id }) => id);
  const selectedHere = shownIds.filter((id) => selection.has(id)).length;
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
      {problem ? <ErrorState {...problem} className="mb-3" /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <div
          className={cn(
            "min-w-0 lg:sticky lg:top-[calc(var(--frame-top,0px)+1rem)] lg:max-h-[calc(100dvh-var(--frame-top,0px)-2rem)] lg:overflow-y-auto lg:p-px",
            chosen !== null && "max-lg:hidden",
          )}
        >
          {can.write ? (
            <div className="mb-2 flex min-h-8 flex-wrap items-center gap-1.5 pl-3 text-sm">
              <Checkbox
                aria-label={`Select the ${formatCount(items.length)} shown`}
                checked={selectedHere === 0 ? false : selectedHere === items.length ? true : "indeterminate"}
                onCheckedChange={() =>
                  selectOnly(
                    selectedHere === items.length
                      ? [...selection].filter((id) => !shownIds.includes(id))
                      : [...new Set([...selection, ...shownIds])],
                  )
                }
              />
              {selection.size === 0 ? (
                <span className="ml-1 text-muted-foreground">Select to decide on several</span>
              ) : (
                <>
                  <span className="mr-auto ml-1 font-medium">{formatCount(selection.size)} selected</span>
                  <Button size="sm" busy={busy} onClick={() => void refreshMany()}>
                    Refresh
                  </Button>
                  <Button size="sm" variant="danger" onClick={() => setDialog("invalidate_many")}>
                    Invalidate
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
          ) : null}
          {can.write && selectedHere === items.length && selection.size < total ? (
            <Button
              size="sm"
              variant="link"
              busy={busy}
              className="mb-2 ml-1"
              onClick={() => void selectAll()}
            >
              Select all {formatCount(total)}
            </Button>
          ) : null}
          <DriftList
            ref={list}
            items={items}
            current_id={current.id}
            selection={selection}
            selectable={can.write}
            refreshing={query.isPlaceholderData}
            onShow={show}
            onToggle={toggle}
          />
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
              {formatCount(place)} of {formatCount(total)}
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
          <DriftDetail
            memory={current}
            heading={heading}
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
                <ToggleGroup
                  label="How the code is compared"
                  className="max-xl:ml-auto"
                  value={diff}
                  onValueChange={(next) => void setParameters({ diff: next })}
                  options={[
                    { value: "split", label: <Columns2 aria-hidden />, title: "Side by side" },
                    { value: "unified", label: <Rows3 aria-hidden />, title: "In one column" },
                  ]}
                />
              </div>
            }
          />
          {decide && chosen !== null ? (
            <div
              data-bottom-bar=""
              className="-mx-4 sm:-mx-6 sticky bottom-0 z-20 mt-4 border-t bg-background px-4 py-2.5 sm:px-6 lg:hidden"
            >
              {decide}
            </div>
          ) : null}
        </div>
      </div>
      <InvalidateDialog
        ids={[current.id]}
        statement={current.statement}
        open={dialog === "invalidate"}
        onOpenChange={(open) => setDialog(open ? "invalidate" : null)}
        onCloseAutoFocus={onDialogClosed}
        onDone={(done) => goOn(done, "Invalidated")}
      />
      <InvalidateDialog
        ids={[...selection]}
        open={dialog === "invalidate_many"}
        onOpenChange={(open) => setDialog(open ? "invalidate_many" : null)}
        onCloseAutoFocus={onDialogClosed}
        onDone={(done) => goOn(done, "Invalidated")}
      />
      <SupersedeDialog
        memory={current}
        open={dialog === "supersede"}
        onOpenChange={(open) => setDialog(open ? "supersede" : null)}
        onCloseAutoFocus={onDialogClosed}
        onDone={() => goOn([current.id], "Superseded")}
      />
    </>
  );
}
