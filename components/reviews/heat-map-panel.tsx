"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type BreakdownBy, type RuleList, ruleBreakdown } from "@/lib/reviews/contract";
import { Panel } from "./chart-panel";
import { BY_WORDS, isBreakdown, scopeOf } from "./chart-scope";
import { breakdownInput, type ChartParameters, findingsHref, startOf } from "./filters";
import { HeatMap } from "./heat-map";
import { limitOf, thresholdWords } from "./words";

const NONE = "not named";

const BY_OPTIONS = Object.keys(BY_WORDS)
  .filter(isBreakdown)
  .map((value) => ({ value, label: BY_WORDS[value] }));

/** Rejection rates by rule and by what the person chooses beside it. */
export function HeatMapPanel({
  parameters,
  today,
  thresholds,
  onBy,
}: {
  parameters: ChartParameters;
  today: string;
  /** Undefined until the rules are read. */
  thresholds: RuleList["thresholds"] | undefined;
  onBy: (by: BreakdownBy) => void;
}) {
  const breakdown = useQuery({
    ...operationQuery(ruleBreakdown, breakdownInput(parameters, today)),
    placeholderData: keepPreviousData,
  });
  const from = startOf(parameters.period, today);
  const { by } = parameters;
  return (
    <Panel label="Heat map" height={240} query={breakdown}>
      <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted-foreground">Rules by</span>
        <ToggleGroup
          label="Rules by"
          value={by}
          onValueChange={onBy}
          options={BY_OPTIONS}
          className="max-w-full overflow-x-auto"
        />
      </div>
      {breakdown.data !== undefined && thresholds !== undefined && (
        <HeatMap
          label={`Rejection rate by rule and ${BY_WORDS[breakdown.data.by].toLowerCase()}`}
          breakdown={breakdown.data}
          part_word={BY_WORDS[breakdown.data.by]}
          partLabel={(part) => part ?? NONE}
          minimum={thresholds.high_rejection_flagged}
          limit={limitOf(thresholds)}
          hrefOf={(rule_category, part) => {
            if (part === null) return null;
            return findingsHref({
              ...scopeOf(parameters),
              from: new Date(from),
              [by]: part,
              rule: [rule_category],
              addressed: false,
            });
          }}
          definition={
            <DefinitionHint term="Heat map">
              <p>
                Rejected ÷ flagged findings where a rule and a column meet; the small figure is the number
                flagged. Redder is worse, green is surely under the limit, an outline surely over it:{" "}
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
