"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { DraftProposals, type Wanted } from "@/components/pieces/draft-proposals";
import { Figure } from "@/components/pieces/figure";
import { countOf, formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import type { MeasureFilter } from "@/lib/kernel/measures";
import { BUCKETS, type RuleList, ruleList } from "@/lib/reviews/contract";
import {
  bucketOf,
  measureFilterOf,
  PERIOD_WORDS,
  PERIODS,
  ruleParameters,
  rulesInput,
  whoOf,
} from "./filters";
import { ReviewsNav } from "./reviews-nav";
import { RuleBoard } from "./rule-board";
import { RuleChart } from "./rule-chart";
import { figureOf, limitOf, thresholdWords } from "./words";

/** The answer to the screen's question in one sentence, from the rules shown. */
function Answer({
  rules,
  isError,
  board,
  filter,
}: {
  rules: RuleList | undefined;
  isError: boolean;
  /** What narrows the rules, and what narrows their findings. */
  board: MeasureFilter;
  filter: MeasureFilter;
}) {
  if (rules === undefined && isError) return null;
  if (rules === undefined) return <Skeleton className="h-5 w-96 max-w-full" />;
  const high = rules.items.filter((rule) => rule.high_rejection);
  const [worst] = high;
  if (rules.total === 0) return null;
  if (!worst)
    return (
      <p className="text-pretty text-base">
        No rule stands out: none has {thresholdWords(rules.thresholds)} in this period.
      </p>
    );
  return (
    <p className="text-pretty text-base">
      <Figure
        measure="rules_of_high_rejection"
        filter={board}
        value={high.length}
        n={rules.total}
        className="font-medium"
      >
        {formatCount(high.length)} of {countOf(rules.total, "rule wastes", "rules waste")} time.
      </Figure>{" "}
      The strongest case is <span className="wrap-anywhere font-mono text-sm">{worst.rule_category}</span>:{" "}
      <Figure measure="rejection_rate" filter={{ ...filter, rule: worst.rule_category }} {...figureOf(worst)}>
        {formatCount(worst.rejected)} of {formatCount(worst.flagged)} flagged findings
      </Figure>{" "}
      were rejected.
    </p>
  );
}

/** Which rules waste our time: the rate over time, then every rule ranked by its evidence. */
export function RulesScreen({ today }: { today: string }) {
  const [parameters, set] = useQueryStates(ruleParameters, { history: "push" });
  const { may } = useMe();
  const [drafting, setDrafting] = useState<{ wanted: Wanted | null } | null>(null);
  const rules = useQuery({
    ...operationQuery(ruleList, rulesInput(parameters, today)),
    placeholderData: keepPreviousData,
  });
  const thresholds = rules.data?.thresholds;
  const limit = thresholds === undefined ? null : limitOf(thresholds);
  return (
    <>
      <PageHeader
        title="Reviews"
        question="Which rules waste our time?"
        className="mb-2"
        actions={
          <>
            <ToggleGroup
              label="Period"
              value={parameters.period}
              onValueChange={(period) => void set({ period })}
              options={PERIODS.map((period) => ({ value: period, label: PERIOD_WORDS[period] }))}
            />
            <ToggleGroup
              label="One point for each"
              value={bucketOf(parameters)}
              onValueChange={(bucket) => void set({ bucket })}
              options={BUCKETS.map((bucket) => ({ value: bucket, label: bucket }))}
            />
            {may("skills:manage") && (
              <Button onClick={() => setDrafting({ wanted: null })}>
                <FilePlus2 aria-hidden />
                Draft proposals
              </Button>
            )}
          </>
        }
      />
      <ReviewsNav />
      <div className="flex flex-col gap-6">
        <Answer
          rules={rules.data}
          isError={rules.isError}
          board={{ ...whoOf(parameters), period: parameters.period }}
          filter={{ ...measureFilterOf(parameters, today), rule: null }}
        />
        <RuleChart
          parameters={parameters}
          today={today}
          rules={rules.data?.items ?? []}
          limit={limit}
          onRule={(rule) => void set({ rule })}
        />
        <RuleBoard
          parameters={parameters}
          today={today}
          query={rules}
          onDraft={(wanted) => setDrafting({ wanted })}
        />
      </div>
      <DraftProposals
        open={drafting !== null}
        onOpenChange={(open) => {
          if (!open) setDrafting(null);
        }}
        repository={parameters.repository}
        wanted={drafting?.wanted ?? null}
      />
    </>
  );
}
