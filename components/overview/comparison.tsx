"use client";

import { useQuery } from "@tanstack/react-query";
import { countOf, formatShare, wordFor } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { HOLDOUT_SESSIONS, type HoldoutMeasure, holdoutGet } from "@/lib/sessions/contract";
import { comparisonOf } from "./readings";

const WORDS: Record<HoldoutMeasure["name"], string> = {
  findings_rejected: "findings rejected",
  retries: "retries per session",
  errors_met_again: "errors met again",
  corrections: "corrections by people",
  session_minutes: "length of a session",
};

/** What the comparison with held-out sessions shows, and never more than its intervals say. */
export function Comparison({ repository }: { repository: string | undefined }) {
  const reading = useQuery(operationQuery(holdoutGet, comparisonOf(repository)));
  const problem = readProblem("The comparison", reading);
  if (problem) return <p className="text-sm">Unavailable: {problem.happened}</p>;
  if (!reading.data) return <Skeleton className="w-2/3" />;
  const { share, with_memory, held_out, measures } = reading.data;
  if (share === 0 && held_out === 0)
    return (
      <p className="text-pretty text-muted-foreground text-sm">
        Usage is what agents report. No session is held out, so there is no comparison with sessions without
        memory.
      </p>
    );
  const sure = measures.filter(({ verdict }) => verdict === "lower" || verdict === "higher");
  const isEnough = with_memory >= HOLDOUT_SESSIONS && held_out >= HOLDOUT_SESSIONS;
  return (
    <p className="text-pretty text-sm">
      <span className="font-medium">Compared with held-out sessions:</span>{" "}
      {sure.map((measure) => saidOf(measure)).join("; ") || noneShown(isEnough)}{" "}
      <span className="text-muted-foreground tabular-nums">
        n = {countOf(with_memory, "session", "sessions")} with memory,{" "}
        {countOf(held_out, "session", "sessions")} without
        {share > 0 && `; ${formatShare(share)} ${wordFor(held_out, "is", "are")} held out`}.
      </span>
    </p>
  );
}

function noneShown(isEnough: boolean): string {
  if (isEnough) return "no clear difference yet.";
  return `too few sessions to say; each group needs ${HOLDOUT_SESSIONS}.`;
}

const sized = (value: number, isShare: boolean) => {
  if (isShare) return `${Math.round(value * 100)} points`;
  return value.toFixed(2);
};

/** "findings rejected lower by 0.12 [0.05 to 0.19]". */
function saidOf({ name, difference, verdict }: HoldoutMeasure): string {
  if (difference === null) return WORDS[name];
  const isShare = name === "findings_rejected" || name === "corrections";
  const ends = [Math.abs(difference.low), Math.abs(difference.high)].toSorted((a, b) => a - b);
  const [near = 0, far = 0] = ends;
  return `${WORDS[name]} ${verdict} by ${sized(Math.abs(difference.value), isShare)} [${sized(near, isShare)} to ${sized(far, isShare)}]`;
}
