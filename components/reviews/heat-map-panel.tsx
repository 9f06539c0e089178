"use client";

import { useQuery } from "@tanstack/react-query";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { joinSaid } from "@/components/pieces/format";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { listQuery } from "@/lib/doors/client";
import { type BreakdownBy, type RuleList, ruleBreakdown } from "@/lib/reviews/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import { Panel } from "./chart-panel";
import { BREAKDOWNS_OFFERED } from "./chart-scope";
import type { ChartSelection } from "./compare";
import { breakdownInput, measureFilterOf } from "./filters";
import { HeatMap } from "./heat-map";
import { thresholdFigures, useLimit } from "./words";

/** Rejection rates by rule and by what the person chooses beside it. */
export function HeatMapPanel({
  selection,
  compared,
  today,
  thresholds,
  onBy,
}: {
  selection: ChartSelection;
  /** Follows its name where two selections are side by side. */
  compared: string | null;
  today: string;
  /** Undefined until the rules are read. */
  thresholds: RuleList["thresholds"] | undefined;
  onBy: (by: BreakdownBy) => void;
}) {
  const t = useMessages(reviewsCharts);
  const formats = useFormat();
  const limit = useLimit(thresholds);
  const breakdown = useQuery(listQuery(ruleBreakdown, breakdownInput(selection, today)));
  const filter = measureFilterOf(selection, today);
  const { by } = selection;
  return (
    <Panel label={joinSaid([t("heat_map"), compared])} height={240} query={breakdown}>
      <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted-foreground">{t("rules_by")}</span>
        <ToggleGroup
          label={joinSaid([t("rules_by"), compared])}
          value={by}
          onValueChange={onBy}
          options={BREAKDOWNS_OFFERED.map((value) => ({ value, label: t(value) }))}
          className="max-w-full scrolls-sideways"
        />
      </div>
      {breakdown.data !== undefined && thresholds !== undefined && limit !== null && (
        <HeatMap
          label={joinSaid([t("heat_map_of", { by: breakdown.data.by }), compared])}
          breakdown={breakdown.data}
          part_word={t(breakdown.data.by)}
          partLabel={(part) => part ?? t("not_named")}
          minimum={thresholds.high_rejection_flagged}
          limit={limit}
          filter={filter}
          filterOf={(rule_category, part) => {
            if (part === null) return null;
            return { ...filter, [by]: part, rule: rule_category };
          }}
          definition={
            <DefinitionHint term={t("heat_map")}>
              <p>{t("heat_map_definition", thresholdFigures({ thresholds, formats }))}</p>
              <p className="mt-1.5">{t("heat_map_dashed", { flagged: thresholds.high_rejection_flagged })}</p>
            </DefinitionHint>
          }
        />
      )}
    </Panel>
  );
}
