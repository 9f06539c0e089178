"use client";

import { type CounterExample, EvidenceRail } from "@/components/pieces/evidence-rail";
import { formatCount, wordFor } from "@/components/pieces/format";
import type { Hunk } from "@/lib/skills/contract";
import { evidenceOf } from "./words";

/** What the hunk alone would have done to the findings of the last days. */
function hunkEffect({ spared, touched }: Hunk): string {
  const findings = wordFor(spared, "finding", "findings");
  const effect = `By itself it would have prevented ${formatCount(spared)} rejected ${findings}`;
  if (touched <= 0) return `${effect}.`;
  return `${effect} and hidden ${formatCount(touched)} implemented.`;
}

/** The evidence for the chosen hunk, beside the change on wide screens. */
export function HunkEvidence({
  hunk,
  title,
  predicted,
  against,
}: {
  hunk: Hunk;
  title: string;
  /** Whether the effect of the proposal was counted. */
  predicted: boolean;
  /** Implemented findings that it would hide. */
  against: readonly CounterExample[];
}) {
  return (
    <div className="sticky top-[calc(var(--frame-top,0px)+1.25rem)] max-h-[calc(100dvh-9rem)] overflow-y-auto max-lg:hidden">
      <EvidenceRail
        title={title}
        summary={
          <>
            <span dir="auto" className="whitespace-pre-wrap">
              {hunk.rationale}
            </span>
            {predicted && <span className="mt-1 block">{hunkEffect(hunk)}</span>}
          </>
        }
        items={evidenceOf(hunk)}
        against={against}
      />
    </div>
  );
}
