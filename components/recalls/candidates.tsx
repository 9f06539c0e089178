"use client";

import { Check, CirclePause, CircleSlash, Eye, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { Inferred, RecallCandidate } from "@/lib/recall/contract";
import { PART_WORDS, PLACE_WORDS } from "./words";

const ICONS: Record<RecallCandidate["place"], LucideIcon> = {
  served: Check,
  check_before_use: Eye,
  out: CircleSlash,
  held_out: CirclePause,
};

const SEGMENTS = [
  { key: "by_vector", word: "meaning", className: "bg-primary" },
  { key: "by_bm25", word: "words", className: "bg-primary/60" },
  { key: "by_trigram", word: "likeness", className: "bg-primary/30" },
] as const;

const factor = (value: number) => `× ${value.toFixed(2)}`;

/** What a score is made of: three shares as a bar, then what moved it. */
function Score({ candidate }: { candidate: RecallCandidate }) {
  const { scores, score } = candidate;
  const parts = SEGMENTS.map(({ key, word }) => `${word} ${scores[key].toFixed(2)}`).join(", ");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
      <span
        role="img"
        aria-label={`Score ${score.toFixed(2)}: ${parts}`}
        title={parts}
        className="flex h-2 w-40 overflow-hidden rounded-sm bg-sunken outline outline-border"
      >
        {SEGMENTS.map(({ key, className }) => (
          <span key={key} className={className} style={{ width: `${Math.min(1, scores[key]) * 100}%` }} />
        ))}
      </span>
      <span className="font-medium text-foreground tabular-nums">{score.toFixed(2)}</span>
      <span className="tabular-nums">
        quality {factor(scores.quality)}, recency {factor(scores.recency)}, checks{" "}
        {factor(scores.verification)}
        {scores.category === 1 ? "" : `, category ${factor(scores.category)}`}
      </span>
    </div>
  );
}

/** What answers suggest became of it, which is no report. */
function InferredOutcome({ inferred }: { inferred: Inferred }) {
  const { outcome, evidence } = inferred;
  return (
    <p className="wrap-anywhere text-muted-foreground text-xs">
      <span className="font-medium">Inferred: {INFERRED_WORDS[outcome]}.</span> {evidence.join(" ")}
    </p>
  );
}

/** Every memory that was looked at, with its score and why it is in or out. */
export function Candidates({
  candidates,
  onExpect,
}: {
  candidates: readonly RecallCandidate[];
  /** Keeps an expectation about this memory. */
  onExpect?: (candidate: RecallCandidate) => React.ReactNode;
}) {
  const [shown, setShown] = useState<"all" | "in" | "out">("all");
  const rows = candidates.filter(({ place }) => shown === "all" || (place === "out") === (shown === "out"));
  return (
    <section aria-labelledby="candidates" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="candidates" className="font-medium">
          Looked at <span className="text-muted-foreground tabular-nums">{candidates.length}</span>
        </h2>
        <ToggleGroup
          label="Which candidates"
          value={shown}
          onValueChange={setShown}
          options={[
            { value: "all", label: "All" },
            { value: "in", label: "In" },
            { value: "out", label: "Out" },
          ]}
        />
      </div>
      <p className="mb-2 flex flex-wrap gap-x-3 text-muted-foreground text-xs">
        {SEGMENTS.map(({ key, word, className }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cn("size-2.5 rounded-xs", className)} />
            by {word}
          </span>
        ))}
      </p>
      {rows.length === 0 ? (
        <p className="rounded-md border p-4 text-muted-foreground">None.</p>
      ) : (
        <ol className="divide-y rounded-md border bg-card">
          {rows.map((candidate) => {
            const Icon = ICONS[candidate.place];
            return (
              <li key={candidate.memory.id} className="flex flex-col gap-1.5 p-3">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
                  <span
                    className={cn(
                      "inline-flex items-center gap-1 font-medium",
                      candidate.place === "out" && "text-muted-foreground",
                    )}
                  >
                    <Icon aria-hidden className="size-3.5" />
                    {PLACE_WORDS[candidate.place]}
                  </span>
                  <span className="text-muted-foreground">{PART_WORDS[candidate.part]}</span>
                  <span className="text-muted-foreground">{candidate.reason}</span>
                </div>
                <Link
                  href={`/memories/${candidate.memory.id}`}
                  className="line-clamp-3 wrap-anywhere underline-offset-4 hover:underline"
                >
                  {candidate.memory.statement}
                </Link>
                <Score candidate={candidate} />
                {candidate.uses.length > 0 ? (
                  <ul className="text-xs">
                    {candidate.uses.map(({ use, actor, reason, at }) => (
                      <li key={`${at} ${use} ${actor.id}`}>
                        <span className="font-medium">{use}</span> by {actor.name}
                        {reason ? `: ${reason}` : ""}
                      </li>
                    ))}
                  </ul>
                ) : null}
                {candidate.inferred ? <InferredOutcome inferred={candidate.inferred} /> : null}
                {onExpect ? <div>{onExpect(candidate)}</div> : null}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
