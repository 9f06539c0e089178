"use client";

import { Check, CirclePause, CircleSlash, Eye, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { RecordedSignal } from "@/lib/memories/contract";
import type { Inferred, RecallCandidate } from "@/lib/recall/contract";
import { PART_WORDS, PLACE_WORDS } from "./words";

const ICONS: Record<RecallCandidate["place"], LucideIcon> = {
  served: Check,
  check_before_use: Eye,
  out: CircleSlash,
  held_out: CirclePause,
};

const SIGNAL_WORDS: Record<RecordedSignal, string> = {
  meaning: "meaning",
  words: "words in common",
  coverage: "share of the task's words",
  rare_words: "rare words in common",
  cited_file: "cites a changed file",
  cited_folder: "cites a file beside a changed one",
  changed_glob: "applies to a changed file",
  kind_of_change: "applies to this kind of change",
  subject_of_change: "is about what is changed",
  agent_type: "same agent role",
  category: "same category",
};

const factor = (value: number) => `× ${value.toFixed(2)}`;
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** How probable it is that a memory is relevant, what speaks for it, and what moved its place. */
function Score({ candidate }: { candidate: RecallCandidate }) {
  const { relevance, contributions, quality, recency, verification } = candidate.scores;
  if (relevance === null)
    return <p className="text-muted-foreground text-xs">Its relevance to a task was not judged.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
      <span aria-hidden className="flex h-2 w-40 overflow-hidden rounded-sm bg-sunken outline outline-border">
        <span className="bg-primary" style={{ width: percent(relevance) }} />
      </span>
      <span className="font-medium text-foreground tabular-nums">{percent(relevance)} relevant</span>
      <span className="tabular-nums" title="Log-odds that each signal adds">
        {contributions.map(({ signal, adds }) => `${SIGNAL_WORDS[signal]} ${signed(adds)}`).join(", ")}
      </span>
      <span className="tabular-nums">
        order: quality {factor(quality)}, recency {factor(recency)}, checks {factor(verification)}
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

/** Every memory that was considered, with its relevance and why it is in or out. */
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
          Candidates considered{" "}
          <span className="text-muted-foreground tabular-nums">{candidates.length}</span>
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
