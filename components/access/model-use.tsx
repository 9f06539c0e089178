"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount, joinSaid, wordFor } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { operationQuery } from "@/lib/doors/client";
import { modelUseGet, type ModelUse as Use } from "@/lib/sessions/contract";

const PURPOSES: Record<string, string> = {
  extraction: "Reading agents' answers",
  contradictions: "Judging contradictions",
  changed_context: "Judging changed definitions",
  proposal_draft: "Drafting proposals",
};

/** What the server's language model was asked today, by purpose, and what is left of the day's budget. */
export function ModelUse() {
  const reading = useQuery(operationQuery(modelUseGet, {}));
  const problem = readProblem("The language model usage", reading);
  if (problem) return <ErrorState {...problem} />;
  const use = reading.data;
  if (!use) return <Skeleton className="h-16 w-full" />;
  if (use.model === null && use.used_tokens === 0)
    return (
      <p className="text-pretty text-sm">
        This server has no language model, so nothing is sent to one; rules are used instead. Its operator
        sets <code className="text-xs">LANGUAGE_MODEL_BASE_URL</code> to change that.
      </p>
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <p className="text-sm wrap-anywhere">
          Today (UTC){" "}
          <span className="font-medium tabular-nums">
            {formatCount(use.used_tokens)} of {formatCount(use.daily_tokens)}
          </span>{" "}
          tokens are used{use.model !== null && ` by ${use.model}`}.
        </p>
        <Progress label="Tokens used today" value={use.used_tokens} max={use.daily_tokens} />
      </div>
      {use.purposes.length > 0 && <Purposes use={use} />}
      <Answers use={use} />
    </div>
  );
}

function Purposes({ use }: { use: Use }) {
  return (
    <Table>
      <TableHeader>
        <TableRow>
          <TableHead>For</TableHead>
          <TableHead className="text-right">Requests</TableHead>
          <TableHead className="text-right">Failed</TableHead>
          <TableHead className="text-right">Tokens</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {use.purposes.map(({ purpose, calls, failed, tokens }) => (
          <TableRow key={purpose}>
            <TableCell>{PURPOSES[purpose] ?? purpose}</TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(calls)}</TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(failed)}</TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(tokens)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Answers({ use: { answers } }: { use: Use }) {
  const { may } = useMe();
  const { waiting, read, skipped, failed, learned } = answers;
  if (waiting + read + skipped + failed === 0) return null;
  const parts = joinSaid([
    `${formatCount(read)} read, with ${formatCount(learned)} new ${wordFor(learned, "memory", "memories")}`,
    waiting > 0 && `${formatCount(waiting)} waiting`,
    skipped > 0 && `${formatCount(skipped)} skipped because of the budget or the settings`,
  ]);
  return (
    <p className="text-pretty text-muted-foreground text-sm">
      Agents' answers today: {parts}
      {failed > 0 && (
        <>
          ,{" "}
          {may("jobs:manage") ? (
            <Link href="/settings/jobs" className="underline underline-offset-2">
              {formatCount(failed)} failed
            </Link>
          ) : (
            `${formatCount(failed)} failed`
          )}
        </>
      )}
      .
    </p>
  );
}
