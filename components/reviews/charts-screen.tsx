"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { BarList } from "@/components/pieces/bar-list";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatShare } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { errorStateOf } from "@/components/pieces/problem";
import { RateChart } from "@/components/pieces/rate-chart";
import { type RateLimit, RateWithInterval } from "@/components/pieces/rate-with-interval";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { wilson } from "@/lib/kernel/statistics";
import {
  type BreakdownBy,
  BUCKETS,
  type Rule,
  ruleBreakdown,
  ruleList,
  ruleSeries,
} from "@/lib/reviews/contract";
import { type ProposalStatus, proposalList, skillMarkers } from "@/lib/skills/contract";
import { DispositionChart } from "./disposition-chart";
import {
  breakdownInput,
  bucketOf,
  type ChartParameters,
  chartParameters,
  type FindingParameters,
  findingsHref,
  markersInput,
  PERIOD_WORDS,
  PERIODS,
  partsInput,
  rulesInput,
  seriesInput,
  startOf,
} from "./filters";
import { HeatMap } from "./heat-map";
import { ReviewsNav } from "./reviews-nav";
import { limitOf, markersOf, RATE_DEFINITION, rateOf, thresholdWords, trendOf } from "./words";

const ANY = "*";
const NONE = "not named";
const TOP_CATEGORIES = 8;
/** product.md: more than half of the decided proposals are to be accepted. */
const ADOPTION_TARGET = 0.5;

const BY_WORDS: Record<BreakdownBy, string> = {
  file_pattern: "File pattern",
  agent: "Agent",
  skill: "Skill",
  repository: "Repository",
  developer: "Developer",
};

/** The findings behind a mark, as far as all charts agree on them. */
function scopeOf(parameters: ChartParameters): Partial<FindingParameters> {
  const { repository, skill, agent, developer, file_pattern, rule } = parameters;
  return { repository, skill, agent, developer, file_pattern, rule: rule === null ? [] : [rule] };
}

function Panel({
  label,
  query,
  height,
  children,
}: {
  label: string;
  query: { isError: boolean; error: unknown; refetch: () => unknown; isFetching: boolean; data: unknown };
  height: number;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} className="min-w-0 rounded-md border bg-card p-3 sm:p-4">
      {query.isError ? (
        <ErrorState
          {...errorStateOf(`${label} could not be loaded.`, query.error, {
            onRetry: () => void query.refetch(),
            retrying: query.isFetching,
          })}
        />
      ) : query.data === undefined ? (
        <div aria-busy style={{ height: height + 36 }} className="flex flex-col gap-3">
          <Skeleton className="w-56" />
          <Skeleton className="flex-1" />
        </div>
      ) : (
        children
      )}
    </section>
  );
}

function Filter({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | null;
  options: readonly string[];
  onChange: (value: string | null) => void;
}) {
  const known = value !== null && !options.includes(value) ? [value, ...options] : options;
  return (
    <Select value={value ?? ANY} onValueChange={(next) => onChange(next === ANY ? null : next)}>
      <SelectTrigger aria-label={label} className="h-7 max-w-48">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={ANY}>{`Any ${label.toLowerCase()}`}</SelectItem>
        {known.map((name) => (
          <SelectItem key={name} value={name}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
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
  const query = useQuery(operationQuery(ruleBreakdown, partsInput(parameters, by, today)));
  const options = (query.data?.parts ?? []).flatMap(({ part }) => {
    if (part === null) return [];
    return [part];
  });
  return <Filter label={BY_WORDS[by]} value={parameters[by]} options={options} onChange={onChange} />;
}

function Filters({
  parameters,
  today,
  rules,
  set,
}: {
  parameters: ChartParameters;
  today: string;
  rules: readonly Rule[];
  set: (values: Partial<ChartParameters>) => void;
}) {
  const { rule, skill, agent, developer, file_pattern } = parameters;
  const filtered = [rule, skill, agent, developer, file_pattern].some((value) => value !== null);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Filter
        label="Rule"
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
          <span className="sr-only">Remove the filter</span>
        </Button>
      )}
      {filtered && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => set({ rule: null, skill: null, agent: null, developer: null, file_pattern: null })}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

function TopCategories({
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
      ({ total, rule_category }) =>
        total.rejected > 0 && (parameters.rule === null || rule_category === parameters.rule),
    )
    .toSorted((a, b) => b.total.rejected - a.total.rejected)
    .slice(0, TOP_CATEGORIES);
  const rejected = rules.reduce((sum, { total }) => sum + total.rejected, 0);
  const hrefOf = ({ rule_category }: Rule) =>
    findingsHref({
      ...scopeOf(parameters),
      period: parameters.period,
      rule: [rule_category],
      disposition: ["reject"],
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
          <p className="mt-1.5">All findings of the period count, those already addressed included.</p>
        </DefinitionHint>
      }
      counted={`n = ${formatCount(rejected)} rejected findings`}
      height={200}
      data={{
        head: ["rule", "rejected", "flagged", "rate", "low_95", "high_95"],
        rows: top.map(({ rule_category, total }) => [
          rule_category,
          total.rejected,
          total.flagged,
          total.rate,
          total.low,
          total.high,
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
                <TableCell className="text-right tabular-nums">{formatCount(rule.total.rejected)}</TableCell>
                <TableCell>
                  <RateWithInterval rate={rateOf(rule.total)} />
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
                {formatCount(rule.total.rejected)} rejected
              </span>
            </span>
          ),
          rate: rateOf(rule.total),
          trend: trendOf(rule.trend),
          href: hrefOf(rule),
        }))}
      />
    </ChartFrame>
  );
}

const DECIDED = ["approved", "rejected"] as const satisfies readonly ProposalStatus[];

/** Accepted ÷ decided, of all time: proposals are too few for a period to say anything. */
function Adoption({ parameters }: { parameters: ChartParameters }) {
  const of = (status: ProposalStatus) => ({
    status: [status],
    limit: 1,
    repository: parameters.repository ?? undefined,
    rule_category: parameters.rule ?? undefined,
  });
  const approved = useQuery(operationQuery(proposalList, of("approved")));
  const rejected = useQuery(operationQuery(proposalList, of("rejected")));
  const open = useQuery(operationQuery(proposalList, of("open")));
  const accepted = approved.data?.total;
  const turnedDown = rejected.data?.total;
  const known = accepted !== undefined && turnedDown !== undefined;
  const decided = known ? accepted + turnedDown : 0;
  const share = known ? wilson(accepted, decided) : null;
  const rate = { rate: share?.rate ?? null, low: share?.low ?? null, high: share?.high ?? null, n: decided };
  const waiting = open.data?.total ?? 0;
  return (
    <Panel
      label="Adoption of proposals"
      height={96}
      query={{ ...(approved.isError ? approved : rejected), data: known ? rate : undefined }}
    >
      <ChartFrame
        label="Adoption of proposals"
        definition={
          <DefinitionHint term="Adoption of proposals" rows_href="/proposals?status=approved">
            <p>
              Approved proposals ÷ decided ones, of all time; one that was approved in part counts as
              approved. Higher is better: the target is more than {formatShare(ADOPTION_TARGET)}.
            </p>
            <p className="mt-1.5">Superseded and open proposals are not decided and left out.</p>
          </DefinitionHint>
        }
        counted={`n = ${formatCount(decided)} decided${waiting > 0 ? `, ${formatCount(waiting)} open` : ""}`}
        height={64}
        empty="No proposal was decided yet."
        data={{
          head: ["decision", "proposals"],
          rows:
            decided === 0
              ? []
              : DECIDED.map((status) => [
                  status,
                  status === "approved" ? (accepted ?? 0) : (turnedDown ?? 0),
                ]),
        }}
        table={
          <Table aria-label="Adoption of proposals">
            <TableHeader>
              <tr>
                <TableHead>Decision</TableHead>
                <TableHead className="text-right">Proposals</TableHead>
              </tr>
            </TableHeader>
            <TableBody>
              {DECIDED.map((status) => (
                <TableRow key={status}>
                  <TableCell>
                    <a href={`/proposals?status=${status}`} className="text-primary hover:underline">
                      {status}
                    </a>
                  </TableCell>
                  <TableCell className="text-right tabular-nums">
                    {formatCount(status === "approved" ? (accepted ?? 0) : (turnedDown ?? 0))}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        }
      >
        <BarList
          label="Adoption of proposals"
          better="higher"
          items={[{ key: "adoption", label: "Approved", rate, href: "/proposals?status=approved" }]}
        />
        <p className="text-muted-foreground text-xs">
          {share !== null &&
            (share.low > ADOPTION_TARGET
              ? "Surely over the target of more than half."
              : share.high < ADOPTION_TARGET
                ? "Surely under the target of more than half."
                : "Too few decisions to tell it from the target of more than half.")}
        </p>
      </ChartFrame>
    </Panel>
  );
}

/** Where and when reviews waste time: the same findings in five ways, each mark one click from its rows. */
export function ChartsScreen({ today }: { today: string }) {
  const [parameters, setParameters] = useQueryStates(chartParameters, { history: "push" });
  const set = (values: Partial<ChartParameters>) => void setParameters(values);
  const keep = { placeholderData: keepPreviousData };
  const rules = useQuery({ ...operationQuery(ruleList, rulesInput(parameters, today)), ...keep });
  const series = useQuery({ ...operationQuery(ruleSeries, seriesInput(parameters, today)), ...keep });
  const markers = useQuery(operationQuery(skillMarkers, markersInput(parameters, today)));
  const breakdown = useQuery({
    ...operationQuery(ruleBreakdown, breakdownInput(parameters, today)),
    ...keep,
  });
  const buckets = series.data?.series[0]?.buckets ?? [];
  const from = startOf(parameters.period, today);
  const thresholds = rules.data?.thresholds;
  const limit = thresholds ? limitOf(thresholds) : null;
  const { by } = parameters;
  const partFilter = (part: string | null): Partial<FindingParameters> | null => {
    if (part === null) return null;
    return { [by]: part };
  };
  return (
    <>
      <PageHeader
        title="Review charts"
        question="Where and when do reviews waste our time?"
        className="mb-2"
        actions={
          <>
            <ToggleGroup
              label="Period"
              value={parameters.period}
              onValueChange={(period) => set({ period })}
              options={PERIODS.map((period) => ({ value: period, label: PERIOD_WORDS[period] }))}
            />
            <ToggleGroup
              label="One point for each"
              value={bucketOf(parameters)}
              onValueChange={(bucket) => set({ bucket })}
              options={BUCKETS.map((bucket) => ({ value: bucket, label: bucket }))}
            />
          </>
        }
      />
      <ReviewsNav />
      <Filters parameters={parameters} today={today} set={set} rules={rules.data?.items ?? []} />
      <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2">
        <Panel label="Rejection rate over time" height={220} query={series}>
          <RateChart
            label={`Rejection rate, ${parameters.rule ?? "all rules"}`}
            limit={limit}
            definition={
              <DefinitionHint
                term="Rejection rate"
                rows_href={findingsHref({ ...scopeOf(parameters), period: parameters.period })}
              >
                {RATE_DEFINITION}
                <p className="mt-1.5">
                  The band is the 95 % interval; a dashed line with a name is an approved skill version. A
                  point is red or green only when its whole interval is over or under the line of high
                  rejection.
                </p>
              </DefinitionHint>
            }
            points={buckets.map((bucket) => ({
              ...rateOf(bucket),
              at: bucket.at,
              href: findingsHref({
                ...scopeOf(parameters),
                from: new Date(bucket.at),
                to: new Date(bucket.until),
              }),
            }))}
            markers={markersOf(markers.data?.items ?? [])}
          />
        </Panel>
        <Panel label="Dispositions over time" height={220} query={series}>
          <DispositionChart
            label={`Dispositions, ${parameters.rule ?? "all rules"}`}
            definition={
              <DefinitionHint
                term="Dispositions over time"
                rows_href={findingsHref({ ...scopeOf(parameters), period: parameters.period })}
              >
                Findings of each {series.data?.bucket ?? "bucket"} by what was decided about them, counted
                once each, by when the review was.
              </DefinitionHint>
            }
            buckets={buckets}
            hrefOf={(bucket, disposition) =>
              findingsHref({
                ...scopeOf(parameters),
                from: new Date(bucket.at),
                to: new Date(bucket.until),
                disposition: [disposition],
              })
            }
          />
        </Panel>
        <div className="min-w-0 xl:col-span-2">
          <Panel label="Heat map" height={240} query={breakdown}>
            <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
              <span className="text-muted-foreground">Rules by</span>
              <ToggleGroup
                label="Rules by"
                value={by}
                onValueChange={(value) => set({ by: value })}
                options={Object.entries(BY_WORDS).flatMap(([value, label]) => {
                  if (isBreakdown(value)) return [{ value, label }];
                  return [];
                })}
                className="max-w-full overflow-x-auto"
              />
            </div>
            {breakdown.data !== undefined && thresholds !== undefined && limit !== null && (
              <HeatMap
                label={`Rejection rate by rule and ${BY_WORDS[breakdown.data.by].toLowerCase()}`}
                breakdown={breakdown.data}
                part_word={BY_WORDS[breakdown.data.by]}
                partLabel={(part) => part ?? NONE}
                minimum={thresholds.high_rejection_flagged}
                limit={limit}
                hrefOf={(rule_category, part) => {
                  const filter = partFilter(part);
                  if (filter)
                    return findingsHref({
                      ...scopeOf(parameters),
                      from: new Date(from),
                      ...filter,
                      rule: [rule_category],
                    });
                  return null;
                }}
                definition={
                  <DefinitionHint term="Heat map">
                    <p>
                      Rejected ÷ flagged findings where a rule and a column meet; the small figure is the
                      number flagged. Redder is worse, green is surely under the limit, an outline surely over
                      it: {thresholdWords(thresholds)}.
                    </p>
                    <p className="mt-1.5">
                      A dashed cell has fewer than {thresholds.high_rejection_flagged} flagged findings: too
                      few to colour.
                    </p>
                  </DefinitionHint>
                }
              />
            )}
          </Panel>
        </div>
        <Panel label="Top false-positive categories" height={240} query={rules}>
          <TopCategories rules={rules.data?.items ?? []} limit={limit} parameters={parameters} />
        </Panel>
        <Adoption parameters={parameters} />
      </div>
    </>
  );
}

const isBreakdown = (value: string): value is BreakdownBy => value in BY_WORDS;
