"use client";

import { BarList } from "@/components/pieces/bar-list";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { countOf, formatCount } from "@/components/pieces/format";
import type { RateLimit } from "@/components/pieces/rate-with-interval";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Rule } from "@/lib/reviews/contract";
import type { ChartSelection } from "./compare";
import { measureFilterOf } from "./filters";
import { figureOf, rateOf, trendOf } from "./words";

const TOP_CATEGORIES = 8;

export function TopCategories({
  label,
  rules,
  limit,
  selection,
  today,
}: {
  label: string;
  rules: readonly Rule[];
  limit: RateLimit | null;
  selection: ChartSelection;
  today: string;
}) {
  const top = rules
    .filter(
      ({ rejected, rule_category }) =>
        rejected > 0 && (selection.rule === null || rule_category === selection.rule),
    )
    .toSorted((a, b) => b.rejected - a.rejected)
    .slice(0, TOP_CATEGORIES);
  const rejected = rules.reduce((sum, rule) => sum + rule.rejected, 0);
  const filterOf = ({ rule_category }: Rule) => ({
    ...measureFilterOf(selection, today),
    rule: rule_category,
  });
  return (
    <ChartFrame
      label={label}
      definition={
        <DefinitionHint term="False positives by category">
          <p>
            The rules with the most rejected findings of the period, the most first. The bar is the rule's own
            rejection rate with its 95 % interval, red if it is clearly over the limit and green if clearly
            under it; n is the number flagged.
          </p>
          <p className="mt-1.5">Findings that a skill version addressed are left out.</p>
        </DefinitionHint>
      }
      counted={
        <Figure
          measure="findings_decided"
          filter={{ ...measureFilterOf(selection, today), rule: null, disposition: "reject" }}
          value={rejected}
        >
          n = {countOf(rejected, "rejected finding", "rejected findings")}
        </Figure>
      }
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
        <Table aria-label={label}>
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
                  <span className="font-mono text-xs">{rule.rule_category}</span>
                </TableCell>
                <TableCell className="text-right tabular-nums">
                  <Figure
                    measure="findings_decided"
                    filter={{ ...filterOf(rule), disposition: "reject" }}
                    value={rule.rejected}
                  />
                </TableCell>
                <TableCell>
                  <Figure measure="rejection_rate" filter={filterOf(rule)} {...figureOf(rule)} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      }
    >
      <BarList
        label={label}
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
          measure: "rejection_rate",
          filter: filterOf(rule),
        }))}
      />
    </ChartFrame>
  );
}
