"use client";

import { useQuery } from "@tanstack/react-query";
import { BarList } from "@/components/pieces/bar-list";
import { Figure, MeasureHint } from "@/components/pieces/figure";
import { formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { ruleList } from "@/lib/reviews/contract";
import { worstRules } from "./readings";

/** The rules that people reject most, the surest first. */
export function WorstRules({ today, repository }: { today: number; repository: string | undefined }) {
  const asked = worstRules(today, repository);
  const reading = useQuery(operationQuery(ruleList, asked));
  const problem = readProblem("The rules", reading);
  return (
    <section aria-labelledby="worst-rules" className="flex min-w-0 flex-col gap-2">
      <h2 id="worst-rules" className="flex items-center gap-1.5 font-medium text-base">
        Most rejected rules
        <MeasureHint measure="rejection_rate" filter={{ repository, from: asked.from }}>
          <p className="mt-1.5">
            Each rule's rate in the last 90 days, ranked by the lower end of its 95 % interval, so that 80 of
            200 comes before 2 of 2.
          </p>
        </MeasureHint>
      </h2>
      {problem !== null && <ErrorState {...problem} />}
      {problem === null && reading.data === undefined && <RulesSkeleton />}
      {problem === null && reading.data !== undefined && (
        <>
          <BarList
            label="Most rejected rules"
            empty="No evaluated reviews yet."
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
              All {formatCount(reading.data.total)} rules
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
