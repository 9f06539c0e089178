"use client";

import { ChevronDown, ScanSearch, X } from "lucide-react";
import { useState } from "react";
import { CitationChip } from "@/components/pieces/citation-chip";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import { filesHref } from "@/components/pieces/files-href";
import { formatCount, wordFor } from "@/components/pieces/format";
import { InferredBadge } from "@/components/pieces/inferred-badge";
import { FormProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { toggled } from "@/components/pieces/selection";
import { useOperation } from "@/components/pieces/use-operation";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import type { Citation } from "@/lib/citations/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { citationRemove, memoryVerifyCitations } from "@/lib/memories/contract";

const fails = ({ status, facts }: Pick<Citation, "status" | "facts">): boolean =>
  status === "missing" || (status === "edited" && !facts.includes("formatting_only"));

type Answer = OutputOf<typeof memoryVerifyCitations>;

/** What a check that was just made found, in a sentence. */
function resultOf({ valid, valid_count, invalid_count, unknown_count }: Answer): string {
  const all = valid_count + invalid_count + unknown_count;
  const of = all === 1 ? "The citation" : `All ${formatCount(all)} citations`;
  if (valid === true) return `${of} ${wordFor(all, "is", "are")} valid at the newest commit.`;
  if (valid === false)
    return `${formatCount(invalid_count)} of ${formatCount(all)} ${wordFor(invalid_count, "is", "are")} edited or missing: the memory is not served until someone decides.`;
  return `${formatCount(unknown_count)} of ${formatCount(all)} could not be read. This does not count against the memory.`;
}

/** The colour of what a check found; none when something could not be read. */
function inkOf({ valid }: Answer): string | undefined {
  if (valid === true) return "text-ok";
  if (valid === false) return "text-danger";
  return undefined;
}

function LastChecked({ at }: { at: string | undefined }) {
  if (at === undefined) return <span>never checked</span>;
  return (
    <span>
      last checked <RelativeTime at={at} />
    </span>
  );
}

/** The ways from a citation to all its checks and to its lines in their file, where a check has just found them. */
function CitationLinks({
  citation,
  found,
}: {
  citation: Citation;
  found: Answer["citations"][number] | undefined;
}) {
  const path = found?.path ?? citation.path;
  const start = found?.line_start ?? citation.line_start;
  const end = found?.line_end ?? citation.line_end;
  const mark = `memory-${citation.id}`;
  const link = "text-primary underline underline-offset-4";
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      <Link href={`/citations/${citation.id}`} className={link}>
        All checks of this citation
      </Link>
      <Link href={filesHref(citation.repository.id, { path, lines: { start, end }, mark })} className={link}>
        Open in file
      </Link>
    </p>
  );
}

/**
 * The places in the code that support a memory, live: each says what the last check found and since when, opens to what it
 * said then and says now, and leads to all its checks. A check that is asked for answers here, citation by citation.
 */
export function MemoryCitations({
  memory_id,
  citations,
  narrow,
  canCheck,
}: {
  memory_id: string;
  citations: readonly Citation[];
  narrow: boolean;
  canCheck: boolean;
}) {
  const check = useOperation(memoryVerifyCitations, {
    onSuccess: (answer) => announce(resultOf(answer)),
  });
  const remove = useOperation(citationRemove, {
    success: "Citation removed; it will not be inferred again",
    failure: "The citation could not be removed",
  });
  const found = new Map(check.data?.citations.map((citation) => [citation.id, citation]));
  // What no longer holds is what the reader came for, so the first of it is open at once.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        citations
          .filter(fails)
          .map(({ id }) => id)
          .slice(0, 1),
      ),
  );
  const toggle = (id: string) => setOpen(new Set(toggled([...open], id)));
  const checked = citations
    .flatMap(({ checked_at }) => checked_at ?? [])
    .sort()
    .at(-1);

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ul className="flex min-w-0 flex-col gap-2">
        {citations.map((citation) => {
          const shown = open.has(citation.id);
          const panel = `citation-${citation.id}`;
          const fresh = found.get(citation.id);
          const turned = fresh && fresh.status !== citation.status && !check.isPending;
          return (
            <li key={citation.id} className="flex min-w-0 flex-col gap-2">
              <div className="flex min-w-0 flex-wrap items-center gap-1">
                <Button
                  variant="ghost"
                  size="icon_sm"
                  className="size-6"
                  aria-expanded={shown}
                  aria-controls={panel}
                  aria-label={`${shown ? "Hide" : "Show"} then and now of ${citation.path}`}
                  onClick={() => toggle(citation.id)}
                >
                  <ChevronDown aria-hidden className={cn("transition-transform", !shown && "-rotate-90")} />
                </Button>
                <CitationChip
                  className={cn("max-w-[calc(100%-1.75rem)]", check.isPending && "opacity-60")}
                  citation={{
                    path: fresh?.path ?? citation.path,
                    start_line: fresh?.line_start ?? citation.line_start,
                    end_line: fresh?.line_end ?? citation.line_end,
                    status: fresh?.status ?? citation.status,
                    facts: fresh?.facts ?? citation.facts,
                    symbol: citation.symbol_path,
                    since: turned ? null : citation.status_since,
                  }}
                  onOpen={() => toggle(citation.id)}
                />
                {citation.inferred && <InferredBadge />}
                {citation.inferred && canCheck && (
                  <Button
                    variant="ghost"
                    size="icon_sm"
                    className="size-6"
                    busy={remove.isPending}
                    aria-label={`Remove the inferred citation of ${citation.path}`}
                    title="Remove; it will not be inferred again"
                    onClick={() => remove.mutate({ citation_id: citation.id })}
                  >
                    <X aria-hidden />
                  </Button>
                )}
                {turned && (
                  <span className="text-muted-foreground text-xs">was {TERMS[citation.status].word}</span>
                )}
              </div>
              {shown && (
                <div id={panel} className="flex min-w-0 flex-col gap-1">
                  <CitationComparison citation_id={citation.id} view={narrow ? "unified" : "split"} />
                  <CitationLinks citation={citation} found={fresh} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        {canCheck && (
          <Button size="sm" busy={check.isPending} onClick={() => check.mutate({ memory_id })}>
            {!check.isPending && <ScanSearch aria-hidden />}
            {check.isPending ? "Checking" : "Check now"}
          </Button>
        )}
        {check.data !== undefined && !check.isPending ? (
          <span className={cn("text-sm", inkOf(check.data))}>{resultOf(check.data)}</span>
        ) : (
          <LastChecked at={checked} />
        )}
      </div>
      <FormProblem error={check.error} />
    </div>
  );
}
