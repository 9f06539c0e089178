"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countOf, formatCount } from "@/components/pieces/format";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { FormProblem, toastProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { organizationUpdate } from "@/lib/access/contract";
import { call } from "@/lib/doors/client";
import { hygieneUndo, memoryConsolidate } from "@/lib/hygiene/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import type { MemoryBrief } from "@/lib/memories/contract";

type Report = OutputOf<typeof memoryConsolidate>;

const SHOWN = 20;

/** What consolidation would do, read before it is done or switched on for every night. */
export function Consolidation() {
  const { organization, may } = useMe();
  const { settle, undoing } = useMemoryDecisions();
  const look = useMutation({ mutationFn: () => call(memoryConsolidate, { dry_run: true }) });
  const carryOut = useMutation({
    mutationFn: () => call(memoryConsolidate, { dry_run: false }),
    onSuccess: async ({ steps, conflicts }) => {
      const takeBack = async () => {
        await call(hygieneUndo, { steps: steps.slice(-500) }).then(
          ({ undone }) => toast.success(`${countOf(undone, "step", "steps")} undone`),
          (error: unknown) => toastProblem("It could not be undone", error),
        );
        await settle();
      };
      toast.success(
        `Consolidated: ${formatCount(steps.length)} changed, ${countOf(conflicts, "contradiction", "contradictions")} found`,
        {
          duration: 10_000,
          ...(steps.length > 0 && { action: undoing(takeBack) }),
        },
      );
      look.reset();
      await settle();
    },
  });
  const nightly = organization?.settings.nightly_consolidation ?? false;
  const change = useOperation(organizationUpdate);
  return (
    <section aria-labelledby="consolidation" className="rounded-md border bg-card p-4">
      <h2 id="consolidation" className="font-medium text-base">
        Consolidation
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted-foreground text-sm">
        Merges memories that say the same, keeps session memories that were applied or are of high quality,
        takes the others out of use when their session has ended, and searches for contradictions. Every step
        can be undone. Sessions are consolidated when they stop; every night consolidation reads all memories,
        and {nightlyWords(organization?.settings.nightly_consolidation)}.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {may("jobs:manage") && (
          <Button busy={look.isPending} onClick={() => look.mutate()}>
            Preview
          </Button>
        )}
        {!may("jobs:manage") && organization !== null && (
          <p className="text-muted-foreground text-sm">{whoMay("jobs:manage", "preview and run it")}</p>
        )}
        {may("organization:manage") && organization !== null && (
          <Button
            busy={change.isPending}
            onClick={() => change.mutate({ settings: { nightly_consolidation: !nightly } })}
          >
            {nightly ? "Switch off nightly consolidation" : "Switch on nightly consolidation"}
          </Button>
        )}
      </div>
      <div aria-live="polite" className="flex flex-col gap-3 not-empty:mt-3">
        <FormProblem error={look.error ?? carryOut.error ?? change.error} />
        {look.data !== undefined && (
          <Planned report={look.data}>
            <Button variant="primary" busy={carryOut.isPending} onClick={() => carryOut.mutate()}>
              Run now
            </Button>
          </Planned>
        )}
      </div>
    </section>
  );
}

function nightlyWords(may_change: boolean | undefined): string {
  if (may_change === undefined) return "the settings say whether it may change them";
  if (may_change) return "may change them";
  return "only searches for contradictions";
}

function Planned({ report, children }: { report: Report; children: ReactNode }) {
  const { merges, promotions, endings, conflicts } = report;
  const nothing = merges.length + promotions.length + endings.length + conflicts === 0;
  if (nothing) return <p className="text-sm">Nothing would change.</p>;
  return (
    <>
      <p className="text-sm">
        It would merge {countOf(merges.length, "group", "groups")}, keep{" "}
        {countOf(promotions.length, "session memory", "session memories")}, take {formatCount(endings.length)}{" "}
        out of use, and add {countOf(conflicts, "contradiction", "contradictions")} to the queue.
      </p>
      {merges.length > 0 && (
        <Listed title="Merged" total={merges.length}>
          {merges.slice(0, SHOWN).map(({ kept, merged, why }) => (
            <li key={kept.id} className="border-b py-1.5 last:border-b-0">
              <Statement memory={kept} />
              <ul className="pl-4 text-muted-foreground">
                {merged.map((memory) => (
                  <li key={memory.id}>
                    {why === "exact" ? "same words: " : "other words: "}
                    <Statement memory={memory} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </Listed>
      )}
      {promotions.length > 0 && (
        <Listed title="Kept after their session" total={promotions.length}>
          {promotions.slice(0, SHOWN).map(({ memory, why }) => (
            <li key={memory.id} className="border-b py-1.5 last:border-b-0">
              <Statement memory={memory} />{" "}
              <span className="text-muted-foreground">
                {why === "applied" ? "was applied" : "is of high quality"}
              </span>
            </li>
          ))}
        </Listed>
      )}
      {endings.length > 0 && (
        <Listed title="Taken out of use with their session" total={endings.length}>
          {endings.slice(0, SHOWN).map((memory) => (
            <li key={memory.id} className="border-b py-1.5 last:border-b-0">
              <Statement memory={memory} />
            </li>
          ))}
        </Listed>
      )}
      <div>{children}</div>
    </>
  );
}

function Listed({ title, total, children }: { title: string; total: number; children: ReactNode }) {
  return (
    <div className="text-sm">
      <h3 className="font-medium">
        {title} <span className="font-normal text-muted-foreground tabular-nums">{formatCount(total)}</span>
      </h3>
      <ul>{children}</ul>
      {total > SHOWN && <p className="text-muted-foreground">and {formatCount(total - SHOWN)} more</p>}
    </div>
  );
}

const Statement = ({ memory }: { memory: MemoryBrief }) => (
  <Link
    href={`/memories/${memory.id}`}
    dir="auto"
    className="underline-offset-4 wrap-anywhere hover:underline"
  >
    {memory.statement}
  </Link>
);
