"use client";

import { Check, CirclePause, CircleSlash, Eye, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatShare, formatSigned } from "@/components/pieces/format";
import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
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

/** What rounds to nothing is summed with its like. */
const LEAST_SHOWN = 0.05;

const logOdds = (probability: number) => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(inside / (1 - inside));
};

/**
 * The log-odds of being relevant as a sum that can be checked: where it starts without any signal, what each adds, what the
 * small ones add together, and the whole.
 */
function sumWords({ relevance, contributions, learned }: RecallCandidate["scores"]): string {
  const whole = logOdds(relevance ?? 0);
  const signals = contributions.reduce((sum, { adds }) => sum + adds, 0);
  const shown = contributions.filter(({ adds }) => Math.abs(adds) >= LEAST_SHOWN);
  const small = signals - shown.reduce((sum, { adds }) => sum + adds, 0);
  const terms = [
    `start ${formatSigned(whole - signals - learned, 2)}`,
    ...shown.map(({ signal, adds }) => `${SIGNAL_WORDS[signal]} ${formatSigned(adds, 2)}`),
    ...(Math.abs(small) >= 0.005 ? [`the others ${formatSigned(small, 2)}`] : []),
    ...(learned === 0 ? [] : [`learned from outcomes ${formatSigned(learned, 2)}`]),
  ];
  return `${terms.join(", ")}; together ${formatSigned(whole, 2)}`;
}

const factor = (value: number) => `× ${value.toFixed(2)}`;

/** How probable it is that a memory is relevant, what speaks for it, and what moved its place. */
function Score({ candidate }: { candidate: RecallCandidate }) {
  const { relevance, quality, recency, verification } = candidate.scores;
  if (relevance === null)
    return <p className="text-muted-foreground text-xs">Its relevance to the task was not computed.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
      <span
        aria-hidden
        data-bar
        className="flex h-2 w-40 overflow-hidden rounded-sm bg-sunken outline outline-border"
      >
        <span className="bg-primary" style={{ width: `${relevance * 100}%` }} />
      </span>
      <span className="font-medium text-foreground tabular-nums">{formatShare(relevance)} relevant</span>
      <span
        className="tabular-nums"
        title="Log-odds: each signal's weight times its strength. Their sum gives the probability."
      >
        {sumWords(candidate.scores)}
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

/** One memory that was considered: why it is in or out, how relevant it is, and what became of it. */
export function CandidateRow({
  candidate,
  isAsked = false,
  children,
}: {
  candidate: RecallCandidate;
  /** It is the one that the reader came for. */
  isAsked?: boolean;
  children?: ReactNode;
}) {
  const { memory, part, place, reason, uses, inferred } = candidate;
  const Icon = ICONS[place];
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <li
      ref={row}
      tabIndex={isAsked ? -1 : undefined}
      aria-current={isAsked || undefined}
      className={cn(
        "flex flex-col gap-1.5 p-3",
        isAsked && "bg-accent outline-2 outline-primary -outline-offset-2",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <span
          className={cn(
            "inline-flex items-center gap-1 font-medium",
            place === "out" && "text-muted-foreground",
          )}
        >
          <Icon aria-hidden className="size-3.5" />
          {PLACE_WORDS[place]}
        </span>
        <span className="text-muted-foreground">{PART_WORDS[part]}</span>
        <span className="text-muted-foreground">{reason}</span>
      </div>
      <Link
        href={`/memories/${memory.id}`}
        className="line-clamp-3 wrap-anywhere underline-offset-4 hover:underline"
      >
        {memory.statement}
      </Link>
      <Score candidate={candidate} />
      {uses.length > 0 && (
        <ul className="text-xs">
          {uses.map(({ use, actor, reason: why, at }) => (
            <li key={`${at} ${use} ${actor.id}`}>
              <span className="font-medium">{use}</span> by {actor.name}
              {why ? `: ${why}` : ""}
            </li>
          ))}
        </ul>
      )}
      {inferred !== null && <InferredOutcome inferred={inferred} />}
      {children}
    </li>
  );
}
