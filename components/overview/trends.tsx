"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { BarList } from "@/components/pieces/bar-list";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { RateChart } from "@/components/pieces/rate-chart";
import { type Rate, RateWithInterval } from "@/components/pieces/rate-with-interval";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { COVERED_STATUSES, memoryList, memoryStats } from "@/lib/memories/contract";
import { ruleList, ruleSeries } from "@/lib/reviews/contract";
import { proposalList, skillMarkers } from "@/lib/skills/contract";
import { address, figureLinks, ruleHref } from "./links";
import { decided, markers, rejectionSeries, storedIn, worstRules } from "./readings";

type Props = { today: number; repository: string | undefined };

const findings = (parameters: Record<string, string | undefined>) => address("/reviews/findings", parameters);

/** How it develops: what reviews reject, and what is remembered. */
export function Trends({ today, repository }: Props) {
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="rejection" className="min-w-0">
        <h2 id="rejection" className="mb-3 font-medium text-base">
          Reviews
        </h2>
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <RejectionRate today={today} repository={repository} />
          <WorstRules today={today} repository={repository} />
        </div>
      </section>
      <section aria-labelledby="remembered" className="min-w-0">
        <h2 id="remembered" className="mb-2 font-medium text-base">
          What is remembered
        </h2>
        <Figures today={today} repository={repository} />
      </section>
    </div>
  );
}

function RejectionRate({ today, repository }: Props) {
  const reading = useQuery(operationQuery(ruleSeries, rejectionSeries(today, repository)));
  const versions = useQuery(operationQuery(skillMarkers, markers(today, repository)));
  const problem = readProblem("The rejection rate", reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data) return <Skeleton className="h-64" />;
  const [series] = reading.data.series;
  return (
    <RateChart
      label="Rejection rate, all rules, by week"
      definition={
        <DefinitionHint
          term="Rejection rate"
          rows_href={findings({ repository, from: reading.data.from, to: reading.data.to })}
        >
          Rejected ÷ flagged findings of a week (flagged: to implement, rejected or deferred; those that need
          clarification are not counted). The band is the 95 % Wilson interval: the fewer findings, the wider.
          {versions.data && versions.data.items.length > 0
            ? " A dashed line is the approval of a skill version."
            : ""}
        </DefinitionHint>
      }
      points={(series?.buckets ?? []).map((bucket) => ({
        at: bucket.at,
        rate: bucket.rate,
        low: bucket.low,
        high: bucket.high,
        n: bucket.flagged,
        href: findings({ repository, from: bucket.at, to: bucket.until }),
      }))}
      markers={(versions.data?.items ?? [])
        .filter((marker) => marker.origin === "approved" || marker.origin === "merged")
        .map((marker) => ({
          at: marker.at,
          label: `${marker.skill.name} v${marker.number}`,
          ...(marker.proposal_id !== null && { href: `/proposals/${marker.proposal_id}` }),
        }))}
    />
  );
}

function WorstRules({ today, repository }: Props) {
  const asked = worstRules(today, repository);
  const reading = useQuery(operationQuery(ruleList, asked));
  const problem = readProblem("The rules", reading);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="flex h-7 items-center gap-1.5 text-sm">
        <span className="font-medium">Rules rejected most</span>
        <DefinitionHint
          term="Rules rejected most"
          rows_href={findings({ repository, disposition: "reject", from: asked.from })}
        >
          Rejected ÷ flagged findings of each rule in the last 90 days, since a skill version last took it up,
          ranked by the lower end of the 95 % interval, so that 80 of 200 comes before 2 of 2.
        </DefinitionHint>
      </h3>
      {problem !== null && <ErrorState {...problem} />}
      {problem === null && reading.data === undefined && <RulesSkeleton />}
      {problem === null && reading.data !== undefined && (
        <>
          <BarList
            label="Rules rejected most"
            empty="No review was evaluated yet."
            items={reading.data.items.map((rule) => ({
              key: rule.rule_category,
              label: <code className="text-xs">{rule.rule_category}</code>,
              rate: { rate: rule.rate, low: rule.low, high: rule.high, n: rule.flagged },
              trend: rule.trend,
              href: ruleHref(rule, { repository, from: asked.from }),
            }))}
          />
          {reading.data.total > reading.data.items.length && (
            <Link
              href={figureLinks(repository, { since: undefined }).rules}
              className="text-primary text-sm underline-offset-4 hover:underline"
            >
              All {formatCount(reading.data.total)} rules
            </Link>
          )}
        </>
      )}
    </div>
  );
}

type Figure = {
  term: string;
  definition: string;
  value: ReactNode;
  target: string;
  rows: { href: string; label: string };
};

const share = (part: number, n: number): Rate => ({
  rate: n === 0 ? null : part / n,
  low: null,
  high: null,
  n,
});

const UNAVAILABLE = <span className="text-muted-foreground">unavailable</span>;

function Figures({ today, repository }: Props) {
  const [recently, before] = storedIn(today, repository);
  const stats = useQuery(operationQuery(memoryStats, { repository }));
  const now = useQuery(operationQuery(memoryList, recently));
  const earlier = useQuery(operationQuery(memoryList, before));
  const approved = useQuery(operationQuery(proposalList, decided("approved", repository)));
  const rejected = useQuery(operationQuery(proposalList, decided("rejected", repository)));

  const place = <Skeleton className="my-1 w-28" />;
  const of = <Data,>(
    reading: { data: Data | undefined; isError: boolean },
    show: (data: Data) => ReactNode,
  ) => {
    if (reading.isError) return UNAVAILABLE;
    if (reading.data === undefined) return place;
    return show(reading.data);
  };
  const links = figureLinks(repository, { since: recently.created_after });
  const activeOf = (data: { by_status: { value: string; count: number }[] }) =>
    data.by_status.find((entry) => entry.value === "active")?.count ?? 0;

  const coveredOf = (data: { by_status: { value: string; count: number }[] }) =>
    data.by_status
      .filter(({ value }) => COVERED_STATUSES.some((status) => status === value))
      .reduce((sum, { count }) => sum + count, 0);

  const figures: Figure[] = [
    {
      term: "Verified",
      definition:
        "Memories in use, active or drifted, whose every citation held at its last check ÷ those in use that cite code. All of them are counted, so there is no interval.",
      value: of(stats, (data) => (
        <span>
          <RateWithInterval rate={share(data.verified, data.cited)} />{" "}
          <span className="text-muted-foreground">
            {formatCount(data.cited)} of {formatCount(coveredOf(data))} cite code
          </span>
        </span>
      )),
      target: "–",
      rows: { href: links.cited, label: "Those that cite" },
    },
    {
      term: "Verified before use",
      definition:
        "How often an agent got a memory that cites code, in a pack or by its id, with a check at the repository's head on record ÷ how often it got one that cites code, in the last 30 days. What searches found is not counted here. All are counted, so there is no interval.",
      value: of(stats, ({ verified_before_use: { verified, cited } }) => (
        <RateWithInterval rate={share(verified, cited)} />
      )),
      target: "–",
      rows: { href: links.used, label: "Most used" },
    },
    {
      term: "Average quality",
      definition: "The mean quality, 0–1, of all active memories.",
      value: of(stats, (data) => {
        if (data.average_quality === null)
          return <span className="text-muted-foreground">no data yet, n = 0</span>;
        return (
          <span>
            <span className="font-medium">{data.average_quality.toFixed(2)}</span>{" "}
            <span className="text-muted-foreground">n = {formatCount(activeOf(data))}</span>
          </span>
        );
      }),
      target: "above 0.70",
      rows: { href: links.active, label: "By quality" },
    },
    {
      term: "Low quality",
      definition: "Active memories with a quality below 0.5 ÷ all active memories.",
      value: of(stats, (data) => <RateWithInterval rate={share(data.low_quality, activeOf(data))} />),
      target: "below 5 %",
      rows: { href: links.active, label: "By quality" },
    },
    {
      term: "Stored in 30 days",
      definition:
        "Memories stored in the last 30 days, today included, whatever became of them; beside it those of the 30 days before. Deleted ones are not counted.",
      value: of(now, (data) => (
        <span>
          <span className="font-medium">{formatCount(data.total)}</span>
          {earlier.data !== undefined && (
            <span className="text-muted-foreground">
              , {formatCount(earlier.data.total)} in the 30 days before
            </span>
          )}
        </span>
      )),
      target: "–",
      rows: { href: links.stored, label: "Newest memories" },
    },
    {
      term: "Adoption",
      definition: "Approved proposals ÷ proposals that were approved or rejected.",
      value:
        approved.isError || rejected.isError
          ? UNAVAILABLE
          : of(approved, (yes) =>
              of(rejected, (no) => <RateWithInterval rate={share(yes.total, yes.total + no.total)} />),
            ),
      target: "above 50 %",
      rows: { href: links.approved, label: "Approved proposals" },
    },
  ];

  return (
    <div className="rounded-md border bg-card">
      <dl>
        {figures.map((figure) => (
          <div
            key={figure.term}
            className="grid items-center gap-x-4 border-b px-4 py-2 text-sm last:border-b-0 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:min-h-10 sm:grid-cols-[14rem_minmax(0,1fr)_11rem_9rem]"
          >
            <dt className="flex items-center gap-1">
              {figure.term}
              <DefinitionHint term={figure.term} rows_href={figure.rows.href}>
                {figure.definition}
              </DefinitionHint>
            </dt>
            <dd className="max-sm:text-right">{figure.value}</dd>
            <dd className={figure.target === "–" ? "max-sm:hidden" : "text-muted-foreground max-sm:text-xs"}>
              {figure.target !== "–" && `target ${figure.target}`}
            </dd>
            <dd className={figure.target === "–" ? "text-right max-sm:col-span-2" : "text-right"}>
              <Link
                href={figure.rows.href}
                className="text-primary underline-offset-4 hover:underline max-sm:text-xs"
              >
                {figure.rows.label}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </div>
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
