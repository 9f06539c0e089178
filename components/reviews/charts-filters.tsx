"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { FilterSelect } from "@/components/pieces/filter-select";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type Rule, ruleBreakdown } from "@/lib/reviews/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import { type ChartParameters, partsInput } from "./filters";

/** The options with the chosen one, which an address may name without the data having it. */
function withChosen(options: readonly string[], chosen: string | null): readonly string[] {
  if (chosen === null || options.includes(chosen)) return options;
  return [chosen, ...options];
}

function Filter({
  label,
  any,
  value,
  options,
  onChange,
}: {
  label: string;
  /** What is said when it does not filter. */
  any: string;
  value: string | null;
  options: readonly string[];
  onChange: (value: string | null) => void;
}) {
  return (
    <FilterSelect
      label={label}
      value={value}
      anyLabel={any}
      options={withChosen(options, value).map((name) => ({ value: name, label: name }))}
      onChange={onChange}
      className="h-7 max-w-48"
    />
  );
}

function PartFilter({
  by,
  parameters,
  today,
  onChange,
}: {
  by: "skill" | "agent" | "developer";
  parameters: ChartParameters;
  today: string;
  onChange: (value: string | null) => void;
}) {
  const t = useMessages(reviewsCharts);
  const query = useQuery(operationQuery(ruleBreakdown, partsInput(parameters, by, today)));
  const options = (query.data?.parts ?? []).map(({ part }) => part).filter((part) => part !== null);
  return (
    <Filter label={t(by)} any={t(`any_${by}`)} value={parameters[by]} options={options} onChange={onChange} />
  );
}

export function ChartFilters({
  parameters,
  today,
  rules,
  set,
  children,
}: {
  parameters: ChartParameters;
  today: string;
  rules: readonly Rule[];
  set: (values: Partial<ChartParameters>) => void;
  /** Beside the filters. */
  children: ReactNode;
}) {
  const t = useMessages(reviewsCharts);
  const { rule, skill, agent, developer, file_pattern } = parameters;
  const filtered = [rule, skill, agent, developer, file_pattern].some((value) => value !== null);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Filter
        label={t("rule")}
        any={t("any_rule")}
        value={rule}
        options={rules.map(({ rule_category }) => rule_category)}
        onChange={(value) => set({ rule: value })}
      />
      {(["skill", "agent", "developer"] as const).map((by) => (
        <PartFilter
          key={by}
          by={by}
          parameters={parameters}
          today={today}
          onChange={(value) => set({ [by]: value })}
        />
      ))}
      {file_pattern !== null && (
        <Button size="sm" onClick={() => set({ file_pattern: null })}>
          <span className="font-mono text-xs">{file_pattern}</span>
          <X aria-hidden />
          <span className="sr-only">{t("remove_filter")}</span>
        </Button>
      )}
      {filtered && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => set({ rule: null, skill: null, agent: null, developer: null, file_pattern: null })}
        >
          {t("clear")}
        </Button>
      )}
      {children}
    </div>
  );
}
