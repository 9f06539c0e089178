"use client";

import { BarList } from "@/components/pieces/bar-list";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import type { RateLimit } from "@/components/pieces/rate-with-interval";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Rule } from "@/lib/reviews/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
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
  const t = useMessages(reviewsCharts);
  const formats = useFormat();
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
        <DefinitionHint term={t("top_term")}>
          <p>{t("top_definition")}</p>
          <p className="mt-1.5">{t("top_addressed")}</p>
        </DefinitionHint>
      }
      counted={
        <Figure
          measure="findings_decided"
          filter={{ ...measureFilterOf(selection, today), rule: null, disposition: "reject" }}
          value={rejected}
        >
          {t("n_rejected", { count: rejected })}
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
      empty={t("top_empty")}
      table={
        <Table aria-label={label}>
          <TableHeader>
            <tr>
              <TableHead>{t("rule")}</TableHead>
              <TableHead className="text-right">{t("column_rejected")}</TableHead>
              <TableHead>{t("rejection_rate")}</TableHead>
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
                {t("rejected", { count: rule.rejected })}
              </span>
            </span>
          ),
          rate: rateOf(rule),
          trend: trendOf({ trend: rule.trend, formats }),
          measure: "rejection_rate",
          filter: filterOf(rule),
        }))}
      />
    </ChartFrame>
  );
}
