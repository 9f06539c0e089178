"use client";

import { ChevronDown, ScanSearch } from "lucide-react";
import { useState } from "react";
import { CitationChip } from "@/components/pieces/citation-chip";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Citation } from "@/lib/citations/contract";

const FAILS: ReadonlySet<string> = new Set(["edited", "missing"]);

/** The places in the code that support a memory; each opens to what it said then and says now. */
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
  const { verify } = useMemoryDecisions();
  const [checking, setChecking] = useState(false);
  // What no longer holds is what the reader came for, so the first of it is open at once.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        citations
          .filter(({ status }) => FAILS.has(status))
          .map(({ id }) => id)
          .slice(0, 1),
      ),
  );
  const toggle = (id: string) =>
    setOpen(new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id]));
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
          return (
            <li key={citation.id} className="flex min-w-0 flex-col gap-2">
              <div className="flex min-w-0 items-center gap-1">
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
                  citation={{
                    path: citation.path,
                    start_line: citation.line_start,
                    end_line: citation.line_end,
                    status: citation.status,
                    since: citation.status_since,
                  }}
                  onOpen={() => toggle(citation.id)}
                />
              </div>
              {shown ? (
                <div id={panel} className="min-w-0">
                  <CitationComparison citation_id={citation.id} narrow={narrow} />
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        {canCheck ? (
          <Button
            size="sm"
            busy={checking}
            onClick={() => {
              setChecking(true);
              void verify(memory_id).finally(() => setChecking(false));
            }}
          >
            {checking ? null : <ScanSearch aria-hidden />}
            Check now
          </Button>
        ) : null}
        {checked ? (
          <span>
            last checked <RelativeTime at={checked} />
          </span>
        ) : (
          <span>never checked</span>
        )}
      </div>
    </div>
  );
}
