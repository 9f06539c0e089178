"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Check, ChevronDown, CornerDownRight, RefreshCw } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useRef, useState } from "react";
import { CitationChip } from "@/components/pieces/citation-chip";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog, SupersedeDialog } from "@/components/pieces/memory-dialogs";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Keys } from "@/components/ui/kbd";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import type { CitationStatus } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type Memory, memoryList } from "@/lib/memories/contract";
import { driftInput, FAILING } from "./parameters";
import type { CitationRights } from "./rights";

const COMPARED_AT_FIRST = 2;

const isFailing = ({ status }: { status: CitationStatus }) => FAILING.includes(status);

/** What happened to the citations that no longer hold: 1 edited, 2 missing. */
function Failures({ memory }: { memory: Memory }) {
  return FAILING.map((status) => {
    const count = memory.citations.filter((citation) => citation.status === status).length;
    const { icon: Icon, word } = TERMS[status];
    return count === 0 ? null : (
      <span
        key={status}
        className={cn("inline-flex items-center gap-1.5", status === "missing" ? "text-danger" : "text-warn")}
      >
        <Icon aria-hidden className="size-3.5" />
        {count} {word}
      </span>
    );
  });
}

/** Memories whose code changed, one open at a time, each with what it said then and says now, and what can be done. */
export function DriftQueue({ repository, can }: { repository: string | null; can: CitationRights }) {
  const router = useRouter();
  const decisions = useMemoryDecisions();
  const [chosen, setChosen] = useQueryState("memory", parseAsString);
  const [dialog, setDialog] = useState<"invalidate" | "supersede" | null>(null);
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLOListElement>(null);

  const query = useQuery(operationQuery(memoryList, driftInput(repository)));
  const items = (query.data?.items ?? []).toSorted((a, b) => b.status_since.localeCompare(a.status_since));
  const total = query.data?.total ?? 0;
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === chosen),
  );
  const current = items[index];

  const show = (memory: Memory | undefined) => {
    if (!memory) return;
    void setChosen(memory.id);
    const head = list.current?.querySelector<HTMLElement>(`[data-drift="${memory.id}"]`);
    head?.focus({ preventScroll: true });
    // Once the one before has closed: its height is above this one.
    requestAnimationFrame(() => head?.scrollIntoView({ block: "nearest" }));
  };
  /** The next one is open before the list comes back without this one, so that deciding goes on. */
  const goOn = (decided: boolean) => {
    if (!decided) return;
    const next = items[index + 1] ?? items[index - 1];
    void setChosen(next?.id ?? null);
    announce(next ? `Decided. Next: ${next.statement}` : "Decided. The queue is empty.");
  };
  const refresh = async () => {
    if (!current || busy) return;
    setBusy(true);
    goOn(await decisions.refresh(current.id).finally(() => setBusy(false)));
  };

  useShortcuts(
    current
      ? [
          { keys: "j", label: "Next memory", run: () => show(items[Math.min(items.length - 1, index + 1)]) },
          { keys: "k", label: "Previous memory", run: () => show(items[Math.max(0, index - 1)]) },
          {
            keys: "Enter",
            label: "Open the memory as a page",
            run: () => router.push(`/memories/${current.id}`),
          },
          ...(can.write
            ? [
                {
                  keys: "r",
                  label: "Refresh: check again, and confirm it when it holds",
                  run: () => void refresh(),
                },
                { keys: "s", label: "Supersede with a correction", run: () => setDialog("supersede") },
                { keys: "i", label: "Invalidate", run: () => setDialog("invalidate") },
              ]
            : []),
        ]
      : [],
    "Drift queue",
  );

  const problem = readProblem("The drift queue", query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data) return <QueueSkeleton />;
  if (!current)
    return (
      <div className="rounded-md border bg-card">
        <EmptyState
          icon={Check}
          title="Nothing has drifted"
          action={
            <Button asChild>
              <Link href="/citations?view=repositories">See when each repository was checked</Link>
            </Button>
          }
        >
          Every memory that cites code still matches it, as far as the last checks could see. One whose lines
          are edited or gone appears here, and is not served until someone decides.
        </EmptyState>
      </div>
    );

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted-foreground text-sm">
        <p>
          <span className="font-medium text-foreground">
            {total === 1 ? "1 memory" : `${formatCount(total)} memories`}
          </span>{" "}
          not served until someone decides, newest first.
        </p>
        <p className="flex items-center gap-3 text-xs max-md:hidden">
          <span className="inline-flex items-center gap-1.5">
            <Keys keys="j" />
            <Keys keys="k" /> move
          </span>
          {can.write ? (
            <span className="inline-flex items-center gap-1.5">
              <Keys keys="r" />
              <Keys keys="s" />
              <Keys keys="i" /> decide
            </span>
          ) : null}
        </p>
      </div>
      <ol ref={list} aria-label="Drift queue" className="rounded-md border bg-card">
        {items.map((memory) => {
          const open = memory.id === current.id;
          const panel = `drift-${memory.id}`;
          return (
            <li
              key={memory.id}
              className={cn(
                "min-w-0 border-b last:border-b-0",
                open && "shadow-[inset_2px_0_0_var(--primary)]",
              )}
            >
              <h2>
                <button
                  type="button"
                  data-drift={memory.id}
                  aria-expanded={open}
                  aria-controls={panel}
                  onClick={() => show(memory)}
                  className={cn(
                    "focus-visible:-outline-offset-2 flex w-full items-start gap-2.5 px-3 py-2.5 text-left",
                    !open && "hover:bg-accent/60",
                  )}
                >
                  <ChevronDown
                    aria-hidden
                    className={cn(
                      "mt-1 size-3.5 shrink-0 text-muted-foreground transition-transform",
                      !open && "-rotate-90",
                    )}
                  />
                  <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                    <span
                      dir="auto"
                      className={cn(
                        "text-pretty break-words text-base",
                        open ? "line-clamp-6 font-medium" : "line-clamp-1",
                      )}
                    >
                      {memory.statement}
                    </span>
                    <span className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-muted-foreground text-sm">
                      <Failures memory={memory} />
                      <span>
                        since <RelativeTime at={memory.status_since} />
                      </span>
                      <KindBadge kind={memory.kind} />
                      <MemoryReach repository={memory.repository?.name ?? null} />
                    </span>
                  </span>
                </button>
              </h2>
              {open ? (
                <div id={panel} className="flex min-w-0 flex-col gap-3 px-3 pb-4 sm:pl-9">
                  <Comparisons key={memory.id} memory={memory} />
                  <div className="flex flex-wrap items-center gap-1.5">
                    {can.write ? (
                      <>
                        <Button
                          size="sm"
                          variant="primary"
                          aria-keyshortcuts="s"
                          onClick={() => setDialog("supersede")}
                        >
                          <CornerDownRight aria-hidden />
                          Supersede
                        </Button>
                        <Button
                          size="sm"
                          variant="danger"
                          aria-keyshortcuts="i"
                          onClick={() => setDialog("invalidate")}
                        >
                          <Ban aria-hidden />
                          Invalidate
                        </Button>
                        <Button
                          size="sm"
                          busy={busy}
                          aria-keyshortcuts="r"
                          title="Checks again; when every citation holds, the memory is served again."
                          onClick={() => void refresh()}
                        >
                          {busy ? null : <RefreshCw aria-hidden />}
                          Refresh
                        </Button>
                      </>
                    ) : null}
                    <Button asChild size="sm" variant="ghost">
                      <Link href={`/memories/${memory.id}`}>Open the memory</Link>
                    </Button>
                  </div>
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      {total > items.length ? (
        <p className="py-2 text-muted-foreground text-sm">
          {formatCount(items.length)} of {formatCount(total)} are listed; the others follow as these are
          decided.
        </p>
      ) : null}
      <InvalidateDialog
        ids={[current.id]}
        statement={current.statement}
        open={dialog === "invalidate"}
        onOpenChange={(open) => setDialog(open ? "invalidate" : null)}
        onDone={() => goOn(true)}
      />
      <SupersedeDialog
        memory={current}
        open={dialog === "supersede"}
        onOpenChange={(open) => setDialog(open ? "supersede" : null)}
        onDone={() => goOn(true)}
      />
    </>
  );
}

/** Then and now of the citations that no longer hold; those that hold as chips, so that the whole is seen. */
function Comparisons({ memory }: { memory: Memory }) {
  const [all, setAll] = useState(false);
  const failing = memory.citations.filter(isFailing);
  const holding = memory.citations.filter((citation) => !isFailing(citation));
  const compared = all ? failing : failing.slice(0, COMPARED_AT_FIRST);
  return (
    <>
      {compared.map((citation) => (
        <CitationComparison key={citation.id} citation_id={citation.id} />
      ))}
      {failing.length > compared.length ? (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          Show the other {formatCount(failing.length - compared.length)}
        </Button>
      ) : null}
      {holding.length > 0 ? (
        <ul aria-label="Other citations" className="flex min-w-0 flex-wrap gap-1.5">
          {holding.map((citation) => (
            <li key={citation.id} className="min-w-0 max-w-full">
              <CitationChip
                citation={{
                  path: citation.path,
                  start_line: citation.line_start,
                  end_line: citation.line_end,
                  status: citation.status,
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

export function QueueSkeleton() {
  return (
    <div aria-busy>
      <span className="sr-only">Loading the drift queue</span>
      <Skeleton className="mb-4 w-72 max-w-full" />
      <div className="rounded-md border bg-card">
        {[72, 58, 64, 50].map((width, index) => (
          <div key={width} className="flex flex-col gap-2 border-b px-9 py-3 last:border-b-0">
            <Skeleton style={{ width: `${width}%` }} />
            <Skeleton className="h-3 w-56 max-w-full" />
            {index === 0 ? <Skeleton className="my-2 h-40 w-full" /> : null}
          </div>
        ))}
      </div>
    </div>
  );
}
