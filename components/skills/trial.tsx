"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { isBreakEven, Price, type PriceOf } from "@/components/pieces/price";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { listQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { type ProposalDetail, skillTrial, TRIAL_DAYS } from "@/lib/skills/contract";
import { proposalTrial } from "@/messages/compiled/proposal-trial";
import { textOf } from "./hunk-text";
import type { PlacedHunk } from "./proposal-hunks";

type Trial = OutputOf<typeof skillTrial>;

/** Milliseconds without typing after which a text is tried. */
const SETTLES_MS = 400;

/** Findings of a list that are shown at once. */
const SHOWN = 8;

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key)), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

function Findings({ title, list }: { title: string; list: Trial["hidden"] }) {
  const t = useMessages(proposalTrial);
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-sm">
        {t.rich("with_count", {
          findings: title,
          total: list.total,
          of: list.of,
          count: (content) => <span className="font-medium tabular-nums">{content}</span>,
        })}
      </h3>
      {list.total > 0 && (
        <ul className="mt-1 flex flex-col gap-1 text-xs">
          {list.items.slice(0, SHOWN).map((finding) => (
            <li key={finding.id} className="min-w-0">
              <Link
                href={`/reviews/findings?finding=${finding.id}`}
                dir="auto"
                className="wrap-anywhere underline-offset-4 hover:underline"
              >
                {visible(finding.title)}
              </Link>{" "}
              <span className="wrap-anywhere font-mono text-muted-foreground">{finding.file_path}</span>
            </li>
          ))}
          {list.total > SHOWN && (
            <li className="text-muted-foreground">{t("more", { count: list.total - SHOWN })}</li>
          )}
        </ul>
      )}
    </section>
  );
}

/**
 * What the hunks taken would have done, as they are worded now, and the texts that were tried; nothing is tried while the
 * proposal is decided or in conflict, nor where `enabled` says so.
 */
export function useTrial({
  proposal,
  taken,
  edits,
  enabled: isWanted = true,
}: {
  proposal: ProposalDetail;
  taken: readonly PlacedHunk[];
  edits: Readonly<Record<string, string>>;
  enabled?: boolean;
}) {
  const hunks = taken
    .filter(({ hunk }) => hunk.conflict === null)
    .map(({ hunk }) => ({ current_text: hunk.current_text, proposed_text: textOf(hunk, edits) }));
  const { enabled, input } = useSettled({
    enabled: isWanted && proposal.status === "open" && !proposal.conflict,
    // With the version that the hunks were compared with: somebody may change the skill meanwhile.
    input: {
      skill_id: proposal.skill.id,
      section: proposal.section,
      edits: hunks,
      version: proposal.current_version,
    },
  });
  const query = useQuery({
    ...listQuery(skillTrial, input),
    retry: false,
    enabled,
  });
  return { ...query, tried: input.edits.map(({ proposed_text }) => proposed_text) };
}

export type TrialQuery = ReturnType<typeof useTrial>;

/** What the tried text prevents and hides. */
const priceOfTrial = ({ prevented, hidden, days }: Trial): PriceOf => ({
  prevented: prevented.total,
  rejected: prevented.of,
  hidden: hidden.total,
  implemented: hidden.of,
  days,
});

/** Whether the text as it is worded now is not worth its price; false while that is not known. */
export const isPoorTrial = ({ data }: TrialQuery): boolean =>
  data !== undefined && data.exceptions > 0 && isBreakEven(priceOfTrial(data));

/** What the text would have done to the findings of the last 90 days, followed as it is edited: the costs first. */
export function ProposalTrial({ trial: query }: { trial: TrialQuery }) {
  const t = useMessages(proposalTrial);
  return (
    <section aria-label={t("title")} className="mt-6 rounded-md border bg-card px-3 py-3">
      <h2 className="mb-2 flex items-center gap-1.5 font-semibold text-base">
        {t("title")}
        <DefinitionHint term={t("title")}>
          <p>{t("definition", { days: TRIAL_DAYS })}</p>
        </DefinitionHint>
      </h2>
      <div aria-live="polite" aria-busy={query.isFetching}>
        {query.isError && <p className="text-pretty text-muted-foreground text-sm">{t("not_applicable")}</p>}
        {!query.isError && query.data === undefined && <Skeleton className="h-16" />}
        {!query.isError && query.data !== undefined && <Result trial={query.data} />}
      </div>
    </section>
  );
}

function Result({ trial }: { trial: Trial }) {
  const t = useMessages(proposalTrial);
  if (trial.exceptions === 0)
    return <p className="text-pretty text-muted-foreground text-sm">{t("nothing_to_try")}</p>;
  return (
    <>
      <p className="mb-3 text-sm">
        <Price price={priceOfTrial(trial)} />
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        <Findings title={t("hidden")} list={trial.hidden} />
        <Findings title={t("prevented")} list={trial.prevented} />
      </div>
    </>
  );
}
