"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { FormProblem, toastProblem } from "@/components/pieces/problem";
import { toastDone } from "@/components/pieces/undo";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { visible } from "@/components/ui/visible";
import { organizationUpdate } from "@/lib/access/contract";
import { call } from "@/lib/doors/client";
import { hygieneUndo, memoryConsolidate } from "@/lib/hygiene/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import type { MemoryBrief } from "@/lib/memories/contract";
import { hygiene } from "@/messages/compiled/hygiene";

type Report = OutputOf<typeof memoryConsolidate>;

const SHOWN = 20;

/** What consolidation would do, read before it is done or switched on for every night. */
export function Consolidation() {
  const t = useMessages(hygiene);
  const rolesThat = useRolesThat();
  const { organization, may } = useMe();
  const { settle } = useMemoryDecisions();
  const look = useMutation({ mutationFn: () => call(memoryConsolidate, { dry_run: true }) });
  const carryOut = useMutation({
    mutationFn: () => call(memoryConsolidate, { dry_run: false }),
    onSuccess: async ({ steps, conflicts }) => {
      const takeBack = async () => {
        await call(hygieneUndo, { steps: steps.slice(-500) }).then(
          ({ undone }) => toast.success(t("steps_undone", { count: undone })),
          (error: unknown) => toastProblem(t("not_undone"), error),
        );
        await settle();
      };
      toastDone(t("consolidated", { changed: steps.length, conflicts }), {
        undo: steps.length > 0 ? takeBack : undefined,
      });
      look.reset();
      await settle();
    },
  });
  const nightly = organization?.settings.nightly_consolidation ?? false;
  const change = useOperation(organizationUpdate);
  return (
    <section aria-labelledby="consolidation" className="rounded-md border bg-card p-4">
      <h2 id="consolidation" className="font-medium text-base">
        {t("consolidation")}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted-foreground text-sm">
        {t("consolidation_meaning", { nightly: nightlyOf(organization?.settings.nightly_consolidation) })}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {may("jobs:manage") && (
          <Button busy={look.isPending} onClick={() => look.mutate()}>
            {t("preview")}
          </Button>
        )}
        {!may("jobs:manage") && organization !== null && (
          <p className="text-muted-foreground text-sm">
            {t("who_may_consolidate", { roles: rolesThat("jobs:manage") })}
          </p>
        )}
        {may("organization:manage") && organization !== null && (
          <Button
            busy={change.isPending}
            onClick={() => change.mutate({ settings: { nightly_consolidation: !nightly } })}
          >
            {t(nightly ? "switch_off" : "switch_on")}
          </Button>
        )}
      </div>
      <div aria-live="polite" className="flex flex-col gap-3 not-empty:mt-3">
        <FormProblem error={look.error ?? carryOut.error ?? change.error} />
        {look.data !== undefined && (
          <Planned report={look.data}>
            <Button variant="primary" busy={carryOut.isPending} onClick={() => carryOut.mutate()}>
              {t("run_now")}
            </Button>
          </Planned>
        )}
      </div>
    </section>
  );
}

/** What consolidation does every night, as the text about it chooses by. */
function nightlyOf(may_change: boolean | undefined): string {
  if (may_change === undefined) return "unknown";
  if (may_change) return "changes";
  return "searches";
}

function Planned({ report, children }: { report: Report; children: ReactNode }) {
  const t = useMessages(hygiene);
  const { merges, promotions, endings, conflicts } = report;
  const nothing = merges.length + promotions.length + endings.length + conflicts === 0;
  if (nothing) return <p className="text-sm">{t("nothing_would_change")}</p>;
  return (
    <>
      <p className="text-sm">
        {t("would", {
          groups: merges.length,
          kept: promotions.length,
          ended: endings.length,
          conflicts,
        })}
      </p>
      <Listed heading="merged_heading" total={merges.length}>
        {merges.slice(0, SHOWN).map(({ kept, merged, why }) => (
          <li key={kept.id} className="border-b py-1.5 last:border-b-0">
            <Statement memory={kept} />
            <ul className="pl-4 text-muted-foreground">
              {merged.map((memory) => (
                <li key={memory.id}>
                  {t.rich(why === "exact" ? "same_words" : "other_words", {
                    memory: () => <Statement memory={memory} />,
                  })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </Listed>
      <Listed heading="kept_heading" total={promotions.length}>
        {promotions.slice(0, SHOWN).map(({ memory, why }) => (
          <li key={memory.id} className="border-b py-1.5 last:border-b-0">
            {t.rich(why === "applied" ? "kept_applied" : "kept_high_quality", {
              memory: () => <Statement memory={memory} />,
              why: (content) => <span className="text-muted-foreground">{content}</span>,
            })}
          </li>
        ))}
      </Listed>
      <Listed heading="ended_heading" total={endings.length}>
        {endings.slice(0, SHOWN).map((memory) => (
          <li key={memory.id} className="border-b py-1.5 last:border-b-0">
            <Statement memory={memory} />
          </li>
        ))}
      </Listed>
      <div>{children}</div>
    </>
  );
}

/** The first of what one step would change, under its heading; nothing where it would change nothing. */
function Listed({
  heading,
  total,
  children,
}: {
  heading: "merged_heading" | "kept_heading" | "ended_heading";
  total: number;
  children: ReactNode;
}) {
  const t = useMessages(hygiene);
  const { formatCount } = useFormat();
  if (total === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">
        {t.rich(heading, {
          total: () => (
            <span className="font-normal text-muted-foreground tabular-nums">{formatCount(total)}</span>
          ),
        })}
      </h3>
      <ul>{children}</ul>
      {total > SHOWN && <p className="text-muted-foreground">{t("more", { count: total - SHOWN })}</p>}
    </div>
  );
}

const Statement = ({ memory }: { memory: MemoryBrief }) => (
  <Link
    href={`/memories/${memory.id}`}
    dir="auto"
    className="underline-offset-4 wrap-anywhere hover:underline"
  >
    {visible(memory.statement)}
  </Link>
);
