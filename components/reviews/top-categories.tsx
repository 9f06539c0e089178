"use client";

import { BarList } from "@/components/pieces/bar-list";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount } from "@/components/pieces/format";
import { type RateLimit, RateWithInterval } from "@/components/pieces/rate-with-interval";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Rule } from "@/lib/reviews/contract";
import { scopeOf } from "./chart-scope";
import { type ChartParameters, findingsHref } from "./filters";
import { rateOf, trendOf } from "./words";

const TOP_CATEGORIES = 8;

export function TopCategories({
  rules,
  limit,
  parameters,
}: {
  rules: readonly Rule[];
  limit: RateLimit | null;
  parameters: ChartParameters;
}) {
  const top = rules
    .filter(
      ({ rejected, rule_category }) =>
        rejected > 0 && (parameters.rule === null || rule_category === parameters.rule),
    )
    .toSorted((a, b) => b.rejected - a.rejected)
    .slice(0, TOP_CATEGORIES);
  const rejected = rules.reduce((sum, rule) => sum + rule.rejected, 0);
  const hrefOf = ({ rule_category }: Rule) =>
    findingsHref({
      ...scopeOf(parameters),
      period: parameters.period,
      rule: [rule_category],
      disposition: ["reject"],
      addressed: false,
    });
  return (
    <ChartFrame
      label="Top false-positive categories"
      definition={
        <DefinitionHint term="False positives by category">
          <p>
            The rules with the most rejected findings of the period, the most first. The bar is the rule's own
            rejection rate with its 95 % interval, red when it is surely over the limit and green when surely
            under it; n is what was flagged.
          </p>
          <p className="mt-1.5">Findings that a skill version took up are left out.</p>
        </DefinitionHint>
      }
      counted={`n = ${formatCount(rejected)} rejected findings`}
      height={200}
      data={{
        head: ["rule", "rejected", "flagged", "rate", "low_95", "high_95"],
        rows: top.map(({ rule_category, ...rule }) => [
          rule_category,
          rule.rejected,
          rule.flagged,
          rule.rate,
          rule.low,
          rule.high,
        ]),
      }}
      empty="Nothing was rejected in this period."
      table={
        <Table aria-label="Top false-positive categories">
          <TableHeader>
            <tr>
              <TableHead>Rule</TableHead>
              <TableHead className="text-right">Rejected</TableHead>
              <TableHead>Rejection rate</TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {top.map((rule) => (
              <TableRow key={rule.rule_category}>
                <TableCell>
                  <a href={hrefOf(rule)} className="font-mono text-primary text-xs hover:underline">
                    {rule.rule_category}
                  </a>
                </TableCell>
                <TableCell className="text-right tabular-nums">{formatCount(rule.rejected)}</TableCell>
                <TableCell>
                  <RateWithInterval rate={rateOf(rule)} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      }
    >
      <BarList
        label="Top false-positive categories"
        limit={limit}
        items={top.map((rule) => ({
          key: rule.rule_category,
          label: (
            <span>
              <span className="font-mono text-xs">{rule.rule_category}</span>{" "}
              <span className="text-muted-foreground text-xs tabular-nums">
                {formatCount(rule.rejected)} rejected
              </span>
            </span>
          ),
          rate: rateOf(rule),
          trend: trendOf(rule.trend),
          href: hrefOf(rule),
        }))}
      />
    </ChartFrame>
  );
}
