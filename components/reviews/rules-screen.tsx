"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, FilePlus2, Flag, ListChecks } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { RateBar } from "@/components/pieces/bar-list";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { DraftProposals, INTENT_WORDS, type Wanted } from "@/components/pieces/draft-proposals";
import { formatCount } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { errorStateOf } from "@/components/pieces/problem";
import { RateChart } from "@/components/pieces/rate-chart";
import { type RateLimit, RateWithInterval } from "@/components/pieces/rate-with-interval";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Keys } from "@/components/ui/kbd";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import {
  BUCKETS,
  type Disposition,
  type Rule,
  type RuleList,
  ruleList,
  ruleSeries,
} from "@/lib/reviews/contract";
import { PROPOSAL_INTENTS, type ProposalIntent, skillMarkers } from "@/lib/skills/contract";
import {
  bucketOf,
  type FindingParameters,
  findingsHref,
  markersInput,
  PERIOD_WORDS,
  PERIODS,
  type RuleParameters,
  ruleParameters,
  rulesInput,
  seriesInput,
  startOf,
} from "./filters";
import { ReviewsNav } from "./reviews-nav";
import { limitOf, markersOf, RATE_DEFINITION, rateOf, thresholdWords, trendOf } from "./words";

const CHART_HEIGHT = 230;
const ALL_RULES = "*";

/** What the filters of people and repository have in common with the findings behind a figure. */
const whoOf = ({ repository, skill, agent, developer, file_pattern }: RuleParameters) => ({
  repository,
  skill,
  agent,
  developer,
  file_pattern,
});

/** The span behind a rule's own figures: of the period, what was found after a skill version took the rule up. */
function openSpan(rule: Rule, from: string): Partial<FindingParameters> {
  if (rule.addressed_at === null) return { from: new Date(from) };
  return { from: new Date(Math.max(Date.parse(rule.addressed_at), Date.parse(from))), addressed: false };
}

/** The answer to the screen's question in one sentence, from the rules shown. */
function Answer({ rules }: { rules: RuleList }) {
  const high = rules.items.filter((rule) => rule.high_rejection);
  const [worst] = high;
  if (rules.total === 0) return null;
  if (!worst)
    return (
      <p className="text-pretty text-base">
        No rule stands out: none has {thresholdWords(rules.thresholds)} in this period.
      </p>
    );
  return (
    <p className="text-pretty text-base">
      <span className="font-medium">
        {high.length === 1 ? "One rule wastes" : `${formatCount(high.length)} rules waste`} time.
      </span>{" "}
      The strongest case is <span className="wrap-anywhere font-mono text-sm">{worst.rule_category}</span>:{" "}
      {formatCount(worst.rejected)} of {formatCount(worst.flagged)} flagged findings were rejected.
    </p>
  );
}

function Chart({
  parameters,
  today,
  rules,
  limit,
  onRule,
}: {
  parameters: RuleParameters;
  today: string;
  rules: readonly Rule[];
  limit: RateLimit | null;
  onRule: (rule: string | null) => void;
}) {
  const series = useQuery({
    ...operationQuery(ruleSeries, seriesInput(parameters, today)),
    placeholderData: keepPreviousData,
  });
  const markers = useQuery(operationQuery(skillMarkers, markersInput(parameters, today)));
  const names = [
    ...new Set([...rules.map((rule) => rule.rule_category), ...(parameters.rule ? [parameters.rule] : [])]),
  ];
  const [all] = series.data?.series ?? [];
  const subject = parameters.rule ?? "all rules";
  return (
    <section aria-label="Rejection rate over time" className="rounded-md border bg-card p-3 sm:p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          value={parameters.rule ?? ALL_RULES}
          onValueChange={(value) => onRule(value === ALL_RULES ? null : value)}
        >
          <SelectTrigger aria-label="Rule of the chart" className="h-7 max-w-56">
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            <SelectItem value={ALL_RULES}>All rules</SelectItem>
            {names.map((name) => (
              <SelectItem key={name} value={name}>
                {name}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
        {all !== undefined && (
          <p className="text-sm">
            <RateWithInterval rate={rateOf(all)} />
            <span className="ml-1.5 text-muted-foreground">over {PERIOD_WORDS[parameters.period]}</span>
          </p>
        )}
        {markers.isError && (
          <p className="text-muted-foreground text-xs">Skill versions could not be read; none are marked.</p>
        )}
      </div>
      {series.isError ? (
        <ErrorState
          {...errorStateOf("The rejection rate over time could not be loaded.", series.error, {
            onRetry: () => void series.refetch(),
            retrying: series.isFetching,
          })}
        />
      ) : series.data ? (
        <RateChart
          label={`Rejection rate, ${subject}`}
          height={CHART_HEIGHT}
          definition={
            <DefinitionHint
              term="Rejection rate"
              rows_href={findingsHref({
                ...whoOf(parameters),
                period: parameters.period,
                rule: parameters.rule === null ? [] : [parameters.rule],
              })}
            >
              {RATE_DEFINITION}
              <p className="mt-1.5">
                Each point is one {series.data.bucket}; a dashed line is an approved skill version. Over time
                every finding counts, those already addressed included.
              </p>
            </DefinitionHint>
          }
          points={(all?.buckets ?? []).map((bucket) => ({
            ...rateOf(bucket),
            at: bucket.at,
            href: findingsHref({
              ...whoOf(parameters),
              from: new Date(bucket.at),
              to: new Date(bucket.until),
              rule: parameters.rule === null ? [] : [parameters.rule],
            }),
          }))}
          markers={markersOf(markers.data?.items ?? [])}
          limit={limit}
        />
      ) : (
        <div aria-busy style={{ height: CHART_HEIGHT + 36 }} className="flex flex-col gap-3">
          <Skeleton className="w-56" />
          <Skeleton className="flex-1" />
        </div>
      )}
    </section>
  );
}

function Count({ value, href, label }: { value: number; href: string; label: string }) {
  if (value === 0) return <span className="text-muted-foreground">0</span>;
  return (
    <Link href={href} aria-label={label} className="rounded-sm underline-offset-4 hover:underline">
      {formatCount(value)}
    </Link>
  );
}

const INTENT_KEYS: Record<ProposalIntent, string> = { except: "e", demote: "m", disable: "d", rewrite: "w" };

/** What a lead can want of a rule; each starts a proposal. */
function Act({ rule_category, onDraft }: { rule_category: string; onDraft: (wanted: Wanted) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" aria-label={`Change ${rule_category}`}>
          Change
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {PROPOSAL_INTENTS.map((intent) => (
          <DropdownMenuItem key={intent} onSelect={() => onDraft({ rule_category, intent })}>
            <span className="flex-1">{INTENT_WORDS[intent].verb}</span>
            <Keys keys={INTENT_KEYS[intent]} />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Board({
  parameters,
  today,
  query,
  onDraft,
}: {
  parameters: RuleParameters;
  today: string;
  query: {
    data: RuleList | undefined;
    error: unknown;
    refetch: () => unknown;
    isFetching: boolean;
    isError: boolean;
  };
  onDraft: (wanted: Wanted) => void;
}) {
  const { may } = useMe();
  const from = startOf(parameters.period, today);
  const isChangeable = (rule: Rule) => rule.rejected > 0 && may("skills:manage");
  const href = (rule: Rule, disposition: Disposition[] = []) =>
    findingsHref({ ...whoOf(parameters), ...openSpan(rule, from), rule: [rule.rule_category], disposition });
  const count = (
    id: Disposition,
    header: string,
    of: (rule: Rule) => number,
    hidden_below?: "md" | "lg",
  ): DataTableColumn<Rule> => ({
    id,
    header,
    width: "6rem",
    align: "right",
    ...(hidden_below ? { hidden_below } : {}),
    cell: (rule) => (
      <Count
        value={of(rule)}
        href={href(rule, [id])}
        label={`${of(rule)} ${header}: ${rule.rule_category}`}
      />
    ),
  });
  const columns: DataTableColumn<Rule>[] = [
    {
      id: "rule",
      header: "Rule",
      card: "title",
      cell: (rule) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-mono text-xs">{rule.rule_category}</span>
          {rule.high_rejection && (
            <Badge tone="danger">
              <Flag aria-hidden />
              high rejection
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: "bar",
      header: "0–100 %",
      width: "8rem",
      hidden_below: "lg",
      card: "hidden",
      cell: (rule) => (
        <RateBar rate={rateOf(rule)} limit={query.data ? limitOf(query.data.thresholds) : null} />
      ),
    },
    {
      id: "rate",
      header: "Rejection rate",
      width: "20rem",
      card: "plain",
      cell: (rule) => <RateWithInterval rate={rateOf(rule)} trend={trendOf(rule.trend)} />,
    },
    count("reject", "Rejected", (rule) => rule.rejected),
    count("implement", "Implemented", (rule) => rule.implemented, "md"),
    count("defer", "Deferred", (rule) => rule.deferred, "md"),
    {
      id: "addressed",
      header: "Addressed",
      width: "6rem",
      hidden_below: "xl",
      cell: (rule) => {
        if (rule.addressed_at) return <RelativeTime at={rule.addressed_at} />;
        return <span className="text-muted-foreground">never</span>;
      },
    },
    {
      id: "change",
      header: "Act",
      width: "7rem",
      align: "right",
      card: "plain",
      cell: (rule) => {
        if (isChangeable(rule)) return <Act rule_category={rule.rule_category} onDraft={onDraft} />;
        return null;
      },
    },
  ];
  return (
    <section aria-labelledby="rules-board">
      <div className="mb-2 flex flex-wrap items-center gap-x-1.5">
        <h2 id="rules-board" className="font-semibold text-base">
          Rules
        </h2>
        {query.data !== undefined && (
          <span className="text-muted-foreground text-sm">
            {query.data.items.length < query.data.total
              ? `the first ${formatCount(query.data.items.length)} of ${formatCount(query.data.total)}`
              : formatCount(query.data.total)}
            , strongest evidence first
          </span>
        )}
        <DefinitionHint term="Strongest evidence first">
          <p>
            High-rejection rules first, then by the rejected findings that the sample supports at least: the
            lower end of the 95 % interval × flagged. So 80 of 200 (67) stands before 5 of 5 (3).
          </p>
          <p className="mt-1.5">
            Once a skill version took a rule up, only later findings count: the rule has to earn its place
            again.
          </p>
          {query.data !== undefined && (
            <p className="mt-1.5">High rejection: {thresholdWords(query.data.thresholds)}.</p>
          )}
          <p className="mt-1.5">
            An arrow compares the last 30 days with the 30 before, and shows only when the 95 % interval of
            the difference (Newcombe's, from two Wilson intervals) leaves out 0.
          </p>
        </DefinitionHint>
      </div>
      <DataTable
        label="Rules"
        columns={columns}
        rows={query.data?.items}
        rowId={(rule) => rule.rule_category}
        rowHref={(rule) => href(rule)}
        rowKeys={
          may("skills:manage")
            ? PROPOSAL_INTENTS.map((intent) => ({
                keys: INTENT_KEYS[intent],
                label: `${INTENT_WORDS[intent].verb}: the rule of the row`,
                run: (rule: Rule) => {
                  if (isChangeable(rule)) onDraft({ rule_category: rule.rule_category, intent });
                },
              }))
            : []
        }
        refreshing={query.isFetching && query.data !== undefined}
        skeleton_rows={6}
        error={
          query.isError
            ? errorStateOf("The rules could not be loaded.", query.error, {
                onRetry: () => void query.refetch(),
                retrying: query.isFetching,
              })
            : null
        }
        empty={
          <EmptyState icon={ListChecks} title="No findings in this period">
            Rates appear as soon as an agent hands in an evaluated review, through the API or the
            review.evaluate tool. Take a longer period to look further back.
          </EmptyState>
        }
      />
    </section>
  );
}

/** Which rules waste our time: the rate over time, then every rule ranked by its evidence. */
export function RulesScreen({ today }: { today: string }) {
  const [parameters, set] = useQueryStates(ruleParameters, { history: "push" });
  const { may } = useMe();
  const [drafting, setDrafting] = useState<{ wanted: Wanted | null } | null>(null);
  const rules = useQuery({
    ...operationQuery(ruleList, rulesInput(parameters, today)),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Reviews"
        question="Which rules waste our time?"
        className="mb-2"
        actions={
          <>
            <ToggleGroup
              label="Period"
              value={parameters.period}
              onValueChange={(period) => void set({ period })}
              options={PERIODS.map((period) => ({ value: period, label: PERIOD_WORDS[period] }))}
            />
            <ToggleGroup
              label="One point for each"
              value={bucketOf(parameters)}
              onValueChange={(bucket) => void set({ bucket })}
              options={BUCKETS.map((bucket) => ({ value: bucket, label: bucket }))}
            />
            {may("skills:manage") && (
              <Button onClick={() => setDrafting({ wanted: null })}>
                <FilePlus2 aria-hidden />
                Draft proposals
              </Button>
            )}
          </>
        }
      />
      <ReviewsNav />
      <div className="flex flex-col gap-6">
        {rules.data ? (
          <Answer rules={rules.data} />
        ) : rules.isError ? null : (
          <Skeleton className="h-5 w-96 max-w-full" />
        )}
        <Chart
          parameters={parameters}
          today={today}
          rules={rules.data?.items ?? []}
          limit={rules.data ? limitOf(rules.data.thresholds) : null}
          onRule={(rule) => void set({ rule })}
        />
        <Board
          parameters={parameters}
          today={today}
          query={rules}
          onDraft={(wanted) => setDrafting({ wanted })}
        />
      </div>
      <DraftProposals
        open={drafting !== null}
        onOpenChange={(open) => {
          if (!open) setDrafting(null);
        }}
        repository={parameters.repository}
        wanted={drafting?.wanted ?? null}
      />
    </>
  );
}
