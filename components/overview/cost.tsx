"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Figure, MeasureHint } from "@/components/pieces/figure";
import { countOf, formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { measureOf } from "@/lib/kernel/measures";
import { recallStats } from "@/lib/recall/contract";
import { type ModelUse, modelUseGet } from "@/lib/sessions/contract";
import { COST_DAYS, tokensOf } from "./readings";

const NOT_RECORDED = <span className="text-muted-foreground">not recorded</span>;

/** What memory costs, as far as it is known: what agents read of it, and what this server's own model was asked. */
export function Cost({ repository }: { repository: string | undefined }) {
  const filter = { repository, days: String(COST_DAYS) };
  return (
    <section aria-labelledby="cost" className="min-w-0">
      <h2 id="cost" className="mb-2 font-medium text-base">
        Cost
      </h2>
      <dl className="rounded-md border bg-card">
        <Row
          term={
            <>
              {measureOf("tokens_given").term}
              <MeasureHint measure="tokens_given" filter={filter} />
            </>
          }
        >
          <GivenTokens repository={repository} />
        </Row>
        <Row term="Language model of this server, today">
          <ServerModel />
        </Row>
        <Row term="Models of the agents themselves">
          {NOT_RECORDED}
          <span className="text-muted-foreground">: clients do not report what they spend</span>
        </Row>
      </dl>
    </section>
  );
}

function Row({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-center gap-x-4 border-b px-4 py-2 text-sm last:border-b-0 sm:min-h-10 sm:grid-cols-[18rem_minmax(0,1fr)]">
      <dt className="flex items-center gap-1">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function GivenTokens({ repository }: { repository: string | undefined }) {
  const reading = useQuery(operationQuery(recallStats, tokensOf(repository)));
  const problem = readProblem("The tokens", reading);
  if (problem) return `Unavailable: ${problem.happened}`;
  if (!reading.data) return <Skeleton className="w-40" />;
  const { tokens, recalls_served } = reading.data.total;
  return (
    <Figure
      measure="tokens_given"
      filter={{ repository, days: String(COST_DAYS) }}
      value={tokens}
      n={recalls_served}
    >
      <span className="font-medium tabular-nums">{formatCount(tokens)}</span> in {COST_DAYS} days{" "}
      <span className="text-muted-foreground">in {countOf(recalls_served, "pack", "packs")}</span>
    </Figure>
  );
}

function ServerModel() {
  const { may } = useMe();
  const reading = useQuery({ ...operationQuery(modelUseGet, {}), enabled: may("memories:read") });
  const problem = readProblem("What the language model was asked", reading);
  if (problem) return `Unavailable: ${problem.happened}`;
  if (!reading.data) return <Skeleton className="w-40" />;
  const { model, used_tokens, daily_tokens, purposes } = reading.data;
  if (model === null && used_tokens === 0)
    return (
      <span className="text-muted-foreground">
        none: this server has no language model; rules are used instead
      </span>
    );
  return (
    <span className="wrap-anywhere">
      <span className="font-medium tabular-nums">{formatCount(used_tokens)}</span> of{" "}
      {formatCount(daily_tokens)} tokens{model !== null && `, ${model}`}; <Price purposes={purposes} />
    </span>
  );
}

/** The sum of what has a price; a part of unknown price makes the sum a lower bound. */
function Price({ purposes }: Pick<ModelUse, "purposes">) {
  const priced = purposes.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  if (priced.length === 0) return <>price {NOT_RECORDED}</>;
  const sum = priced.reduce((total, cost) => total + cost, 0);
  return (
    <span className="tabular-nums">
      {priced.length < purposes.length && "at least "}${sum.toFixed(sum < 1 ? 4 : 2)}
    </span>
  );
}
