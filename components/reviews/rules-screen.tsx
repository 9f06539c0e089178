"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { DraftProposals, type Wanted } from "@/components/pieces/draft-proposals";
import { Figure } from "@/components/pieces/figure";
import { PageHeader } from "@/components/pieces/page-header";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { listQuery } from "@/lib/doors/client";
import type { MeasureFilter } from "@/lib/kernel/measures";
import { type RuleList, ruleList } from "@/lib/reviews/contract";
import { reviewsRules } from "@/messages/compiled/reviews-rules";
import { measureFilterOf, ruleParameters, rulesInput, whoOf } from "./filters";
import { PeriodToggles } from "./period-toggles";
import { ReviewsNav } from "./reviews-nav";
import { RuleBoard } from "./rule-board";
import { RuleChart } from "./rule-chart";
import { figureOf, thresholdFigures, useLimit } from "./words";

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
  const t = useMessages(reviewsRules);
  const formats = useFormat();
  if (rules === undefined && isError) return null;
  if (rules === undefined) return <Skeleton className="h-5 w-96 max-w-full" />;
  const high = rules.items.filter((rule) => rule.high_rejection);
  const [worst] = high;
  if (rules.total === 0) return null;
  if (!worst)
    return (
      <p className="text-pretty text-base">
        {t("none_stands_out", thresholdFigures({ thresholds: rules.thresholds, formats }))}
      </p>
    );
  return (
    <p className="text-pretty text-base">
      {t.rich("strongest_case", {
        waste: (content) => (
          <Figure
            measure="rules_of_high_rejection"
            filter={board}
            value={high.length}
            n={rules.total}
            className="font-medium"
          >
            {content}
          </Figure>
        ),
        high: high.length,
        rules: rules.total,
        rule: () => <span className="wrap-anywhere font-mono text-sm">{worst.rule_category}</span>,
        case: (content) => (
          <Figure
            measure="rejection_rate"
            filter={{ ...filter, rule: worst.rule_category }}
            {...figureOf(worst)}
          >
            {content}
          </Figure>
        ),
        rejected: worst.rejected,
        flagged: worst.flagged,
      })}
    </p>
  );
}

/** Which rules waste our time: the rate over time, then every rule ranked by its evidence. */
export function RulesScreen({ today }: { today: string }) {
  const t = useMessages(reviewsRules);
  const [parameters, set] = useQueryStates(ruleParameters, { history: "push" });
  const { may } = useMe();
  const [drafting, setDrafting] = useState<{ wanted: Wanted | null } | null>(null);
  const rules = useQuery(listQuery(ruleList, rulesInput(parameters, today)));
  const limit = useLimit(rules.data?.thresholds);
  return (
    <>
      <PageHeader
        title={t("title")}
        question={t("question")}
        className="mb-2"
        actions={
          <>
            <PeriodToggles parameters={parameters} onChange={(values) => void set(values)} />
            {may("skills:manage") && (
              <Button onClick={() => setDrafting({ wanted: null })}>
                <FilePlus2 aria-hidden />
                {t("draft")}
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
