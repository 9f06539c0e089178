"use client";

import { useQuery } from "@tanstack/react-query";
import { BarList } from "@/components/pieces/bar-list";
import { Figure } from "@/components/pieces/figure";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { readProblem } from "@/components/pieces/problem";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { ruleList } from "@/lib/reviews/contract";
import { overview } from "@/messages/compiled/overview";
import { worstRules } from "./readings";

/** The rules that people reject most, the surest first. */
export function WorstRules({ today, repository }: { today: number; repository: string | undefined }) {
  const t = useMessages(overview);
  const asked = worstRules(today, repository);
  const reading = useQuery(operationQuery(ruleList, asked));
  const problem = readProblem(t("rules_unreadable"), reading);
  return (
    <section aria-labelledby="worst-rules" className="flex min-w-0 flex-col gap-2">
      <h2 id="worst-rules" className="flex items-center gap-1.5 font-medium text-base">
        {t("worst_rules")}
        <MeasureHint measure="rejection_rate" filter={{ repository, from: asked.from }}>
          <p className="mt-1.5">{t("worst_rules_definition")}</p>
        </MeasureHint>
      </h2>
      {problem !== null && <ErrorState {...problem} />}
      {problem === null && reading.data === undefined && <RulesSkeleton />}
      {problem === null && reading.data !== undefined && (
        <>
          <BarList
            label={t("worst_rules")}
            empty={t("no_reviews")}
            items={reading.data.items.map((rule) => ({
              key: rule.rule_category,
              label: <code className="text-xs">{rule.rule_category}</code>,
              rate: { rate: rule.rate, low: rule.low, high: rule.high, n: rule.flagged },
              trend: rule.trend,
              measure: "rejection_rate",
              filter: { repository, from: asked.from, rule: rule.rule_category },
            }))}
          />
          {reading.data.total > reading.data.items.length && (
            <Figure
              measure="rules"
              filter={{ repository, period: "90d" }}
              value={reading.data.total}
              className="text-primary text-sm"
            >
              {t("all_rules", { count: reading.data.total })}
            </Figure>
          )}
        </>
      )}
    </section>
  );
}

function RulesSkeleton() {
  return (
    <div className="flex flex-col gap-5 py-2">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} />
      ))}
    </div>
  );
}
