"use client";

import { type CounterExample, EvidenceRail } from "@/components/pieces/evidence-rail";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { Hunk } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import type { Translate } from "@/messages/message";
import { evidenceOf } from "./words";

/** What the hunk alone would have done to the findings of the last days. */
function hunkEffect(t: Translate<typeof proposalReview>, { spared, touched }: Hunk): string {
  if (touched <= 0) return t("effect_prevented", { spared });
  return t("effect_prevented_and_hidden", { spared, touched });
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
  /** Implemented findings that it would hide; undefined where that is not known. */
  against: readonly CounterExample[] | undefined;
}) {
  const t = useMessages(proposalReview);
  return (
    <div className="sticky top-[calc(var(--frame-top,0px)+1.25rem)] max-h-[calc(100dvh-9rem)] overflow-y-auto max-lg:hidden">
      <EvidenceRail
        title={title}
        summary={
          <>
            <span dir="auto" className="whitespace-pre-wrap">
              {visible(hunk.rationale)}
            </span>
            {predicted && <span className="mt-1 block">{hunkEffect(t, hunk)}</span>}
          </>
        }
        items={evidenceOf(hunk)}
        {...(against && { against })}
      />
    </div>
  );
}
