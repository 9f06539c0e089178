"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type BreakdownBy, type RuleList, ruleBreakdown } from "@/lib/reviews/contract";
import { Panel } from "./chart-panel";
import { BY_WORDS, isBreakdown } from "./chart-scope";
import type { ChartSelection } from "./compare";
import { breakdownInput, measureFilterOf } from "./filters";
import { HeatMap } from "./heat-map";
import { limitOf, thresholdWords } from "./words";

const NONE = "not named";

const BY_OPTIONS = Object.keys(BY_WORDS)
  .filter(isBreakdown)
  .map((value) => ({ value, label: BY_WORDS[value] }));

/** Rejection rates by rule and by what the person chooses beside it. */
export function HeatMapPanel({
  selection,
  suffix,
  today,
  thresholds,
  onBy,
}: {
  selection: ChartSelection;
  /** Follows its name where two selections are side by side. */
  suffix: string;
  today: string;
  /** Undefined until the rules are read. */
  thresholds: RuleList["thresholds"] | undefined;
  onBy: (by: BreakdownBy) => void;
}) {
  const breakdown = useQuery({
    ...operationQuery(ruleBreakdown, breakdownInput(selection, today)),
    placeholderData: keepPreviousData,
  });
  const filter = measureFilterOf(selection, today);
  const { by } = selection;
  return (
    <Panel label={`Heat map${suffix}`} height={240} query={breakdown}>
      <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted-foreground">Rules by</span>
        <ToggleGroup
          label={`Rules by${suffix}`}
          value={by}
          onValueChange={onBy}
          options={BY_OPTIONS}
          className="max-w-full overflow-x-auto"
        />
      </div>
      {breakdown.data !== undefined && thresholds !== undefined && (
        <HeatMap
          label={`Rejection rate by rule and ${BY_WORDS[breakdown.data.by].toLowerCase()}${suffix}`}
          breakdown={breakdown.data}
          part_word={BY_WORDS[breakdown.data.by]}
          partLabel={(part) => part ?? NONE}
          minimum={thresholds.high_rejection_flagged}
          limit={limitOf(thresholds)}
          filter={filter}
          filterOf={(rule_category, part) => {
            if (part === null) return null;
            return { ...filter, [by]: part, rule: rule_category };
          }}
          definition={
            <DefinitionHint term="Heat map">
              <p>
                Rejected ÷ flagged findings for each rule and column; the small number is the number flagged.
                Redder is worse; green is clearly under the limit, an outline clearly over it:{" "}
                {thresholdWords(thresholds)}.
              </p>
              <p className="mt-1.5">
                A dashed cell has fewer than {thresholds.high_rejection_flagged} flagged findings: too few to
                colour.
              </p>
            </DefinitionHint>
          }
        />
      )}
    </Panel>
  );
}
