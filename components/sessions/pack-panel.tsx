"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleHelp, CircleSlash, type LucideIcon, TriangleAlert } from "lucide-react";
import { formatCount, formatShare } from "@/components/pieces/format";
import { LongText } from "@/components/pieces/long-text";
import { ReadProblem } from "@/components/pieces/problem";
import { recallHref } from "@/components/pieces/recall-href";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type RecallCandidate, recallGet } from "@/lib/recall/contract";

type Made = { icon: LucideIcon; word: string; tone: string };

function madeOf({ uses }: RecallCandidate): Made {
  const said = new Set(uses.map(({ use }) => use));
  if (said.has("contradicted")) return { icon: TriangleAlert, word: "contradicted", tone: "text-danger" };
  if (said.has("applied")) return { icon: Check, word: "applied", tone: "text-ok" };
  if (said.has("helpful")) return { icon: Check, word: "helpful", tone: "text-ok" };
  if (said.has("unhelpful")) return { icon: CircleSlash, word: "unhelpful", tone: "text-warn" };
  if (said.has("ignored")) return { icon: CircleSlash, word: "ignored", tone: "text-muted-foreground" };
  return { icon: CircleHelp, word: "not reported", tone: "text-muted-foreground" };
}

/** What is in the text that the agent read. */
const READ_PLACES: ReadonlySet<RecallCandidate["place"]> = new Set(["served", "check_before_use"]);

/** "Why: 84 %", for the link to its scores. */
function whyWords({ scores: { relevance } }: RecallCandidate): string {
  if (relevance === null) return "Why";
  return `Why: ${formatShare(relevance)}`;
}

/** One pack of a run: what the agent was given, and what it made of each memory. */
export function PackPanel({ recall_id, onClose }: { recall_id: string; onClose: () => void }) {
  const query = useQuery(operationQuery(recallGet, { recall_id }));
  const recall = query.data;
  const served = recall?.candidates.filter(({ place }) => READ_PLACES.has(place)) ?? [];
  return (
    <section aria-label="The pack" className="flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-medium">The pack and its use</h2>
        <Button asChild size="sm" variant="ghost">
          <Link href={`/recalls/${recall_id}`}>Open the recall</Link>
        </Button>
        <Button size="sm" variant="ghost" className="lg:hidden" onClick={onClose}>
          Close
        </Button>
      </div>
      <ReadProblem happened="The pack could not be loaded." reading={query} />
      {query.isPending && <Skeleton className="h-64" />}
      {recall !== undefined && (
        <>
          <LongText text={recall.task} what="task" className="text-muted-foreground text-sm" />
          {served.length > 0 && (
            <ul className="divide-y rounded-md border">
              {served.map((candidate) => {
                const { icon: Icon, word, tone } = madeOf(candidate);
                return (
                  <li key={candidate.memory.id} className="flex gap-3 px-3 py-2 text-sm">
                    <Link
                      href={`/memories/${candidate.memory.id}`}
                      dir="auto"
                      className="line-clamp-2 min-w-0 flex-1 underline-offset-4 wrap-anywhere hover:underline"
                    >
                      {candidate.memory.statement}
                    </Link>
                    <span className={cn("inline-flex shrink-0 items-center gap-1.5 self-start", tone)}>
                      <Icon aria-hidden className="size-3.5" />
                      {word}
                    </span>
                    <Link
                      href={recallHref(recall_id, candidate.memory.id)}
                      aria-label={`Why it was served: ${candidate.memory.statement.slice(0, 80)}`}
                      title={candidate.reason}
                      className="shrink-0 self-start text-primary tabular-nums underline-offset-4 hover:underline"
                    >
                      {whyWords(candidate)}
                    </Link>
                  </li>
                );
              })}
            </ul>
          )}
          {recall.pack === "" ? (
            <p className="text-muted-foreground">Nothing was served.</p>
          ) : (
            <div>
              <p className="mb-1 flex items-center justify-between gap-2 text-muted-foreground text-xs tabular-nums">
                {formatCount(recall.tokens)} tokens, {formatCount(recall.characters)} characters
                <CopyButton text={recall.pack} label="Copy the pack" />
              </p>
              <pre className="whitespace-pre-wrap rounded-md border bg-sunken p-3 font-mono text-xs leading-5 wrap-anywhere">
                {recall.pack}
              </pre>
            </div>
          )}
        </>
      )}
    </section>
  );
}
