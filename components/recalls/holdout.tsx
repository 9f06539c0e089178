"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "sonner";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { countOf, formatCount, formatShare, joinSaid, wordFor } from "@/components/pieces/format";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { organizationUpdate } from "@/lib/access/contract";
import { call, operationQuery } from "@/lib/doors/client";
import { repositorySettingsUpdate } from "@/lib/recall/contract";
import { type Holdout, type HoldoutMeasure, holdoutGet } from "@/lib/sessions/contract";
import { holdoutInput, type ValueParameters } from "./filters";
import { HoldoutTable } from "./holdout-table";

const OFFERED = 0.1;

/** Whether memory helps: sessions that get it beside a random share that does not. */
export function HoldoutSection({ parameters }: { parameters: ValueParameters }) {
  const query = useQuery({
    ...operationQuery(holdoutGet, holdoutInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const problem = readProblem("The comparison", query);
  return (
    <section aria-labelledby="holdout" className="mt-8 scroll-mt-4">
      <h2 id="holdout" className="flex items-center gap-1 font-medium text-base">
        Does memory help?
        <DefinitionHint term="Holdout">
          A random share of sessions gets no packs, neither at the start nor with prompts; what would have
          been served is recorded. A session's group is decided once, by a hash of its id and a secret of the
          organization. Agents' own searches are answered in both groups.
        </DefinitionHint>
      </h2>
      {problem !== null && <ErrorState {...problem} />}
      {query.isPending && <Skeleton className="h-32" />}
      {query.data !== undefined && (
        <>
          <Switch holdout={query.data} />
          <Comparison holdout={query.data} />
        </>
      )}
    </section>
  );
}

/** Says whether sessions are held out, and lets owners switch it with one click. */
function Switch({ holdout }: { holdout: Holdout }) {
  const { may, organization } = useMe();
  const refresh = useRefreshAfter(organizationUpdate, repositorySettingsUpdate);
  const { repository, share } = holdout;
  const isOff = share === 0;
  const where = repository === null ? "all repositories without their own share" : repository.name;
  const change = useMutation({
    mutationFn: async (holdout_share: number) => {
      const settings = { holdout_share };
      await (repository === null
        ? call(organizationUpdate, { settings })
        : call(repositorySettingsUpdate, { repository_id: repository.id, settings }));
      return holdout_share;
    },
    onSuccess: async (holdout_share) => {
      await refresh();
      toast.success(
        holdout_share === 0
          ? "Every session gets memory again"
          : `${formatShare(holdout_share)} of new sessions get no memory`,
      );
    },
  });
  return (
    <>
      <p className="mt-1 max-w-prose text-pretty text-muted-foreground text-sm">
        {isOff
          ? "Agents that do well with memory might do as well without it. A comparison with random sessions that get no memory shows the difference. Hold out 10 % of sessions for a few weeks to find out whether memory helps."
          : `${formatShare(share)} of sessions get no memory, in ${where}. Once you know the result, switch it off: every session gets memory again at once, and the comparison is kept.`}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {may("organization:manage") && (
          <Button busy={change.isPending} onClick={() => change.mutate(isOff ? OFFERED : 0)}>
            {isOff ? `Hold out ${formatShare(OFFERED)} of sessions` : "Switch off the holdout"}
          </Button>
        )}
        {organization !== null && !may("organization:manage") && (
          <p className="text-muted-foreground text-sm">{whoMay("organization:manage", "change it")}</p>
        )}
      </div>
      <FormProblem error={change.error} />
    </>
  );
}

function Comparison({ holdout }: { holdout: Holdout }) {
  const { share, with_memory, held_out, open, mixed, measures } = holdout;
  if (share === 0 && with_memory + held_out + open + mixed === 0) return null;
  const asides = joinSaid([
    open > 0 && `${countOf(open, "session is", "sessions are")} still open`,
    mixed > 0 && `${formatCount(mixed)} got memory after the holdout was switched off`,
  ]);
  return (
    <div className="mt-4">
      <p className="text-sm">
        <span className="font-medium">{summaryOf(measures)}</span>{" "}
        <span className="text-muted-foreground tabular-nums">
          n = {countOf(with_memory, "session", "sessions")} with memory and {formatCount(held_out)} without.
          {asides !== "" && ` Not compared: ${asides}.`}
        </span>
      </p>
      <HoldoutTable measures={measures} />
      <p className="mt-2 max-w-prose text-pretty text-muted-foreground text-xs">
        In brackets: the 95 % interval of each group, and the 99 % interval of each difference, because five
        figures are compared together. If all sessions have the same value there is no interval.
      </p>
    </div>
  );
}

/** In one sentence, and never more than the intervals say. */
function summaryOf(measures: readonly HoldoutMeasure[]): string {
  const lower = measures.filter(({ verdict }) => verdict === "lower").length;
  const higher = measures.filter(({ verdict }) => verdict === "higher").length;
  if (lower + higher === 0) return "No clear difference yet.";
  const parts = [
    { count: lower, words: "lower with memory, which is better" },
    { count: higher, words: "higher with memory, which is worse" },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${count} ${wordFor(count, "is", "are")} ${words}`);
  return `${measures.length} figures compared: ${parts.join("; ")}.`;
}
