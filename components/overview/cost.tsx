"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { useMe } from "@/components/pieces/use-me";
import { useMeasureWords } from "@/components/pieces/use-measure-words";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { recallStats } from "@/lib/recall/contract";
import { type ModelUse, modelUseGet } from "@/lib/sessions/contract";
import { overviewFigures } from "@/messages/compiled/overview-figures";
import { COST_DAYS, tokensOf } from "./readings";

const quiet = (content: ReactNode) => <span className="text-muted-foreground">{content}</span>;

const figure = (content: ReactNode) => <span className="font-medium tabular-nums">{content}</span>;

/** What memory costs, as far as it is known: what agents read of it, and what this server's own model was asked. */
export function Cost({ repository }: { repository: string | undefined }) {
  const t = useMessages(overviewFigures);
  const { term } = useMeasureWords()("tokens_given");
  const filter = { repository, days: String(COST_DAYS) };
  return (
    <section aria-labelledby="cost" className="min-w-0">
      <h2 id="cost" className="mb-2 font-medium text-base">
        {t("cost")}
      </h2>
      <dl className="rounded-md border bg-card">
        <Row
          term={
            <>
              {term}
              <MeasureHint measure="tokens_given" filter={filter} />
            </>
          }
        >
          <GivenTokens repository={repository} />
        </Row>
        <Row term={t("server_model")}>
          <ServerModel />
        </Row>
        <Row term={t("agents_models")}>{quiet(t("agents_models_unknown"))}</Row>
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
  const t = useMessages(overviewFigures);
  const reading = useQuery(operationQuery(recallStats, tokensOf(repository)));
  if (reading.isError) return t("tokens_unavailable");
  if (!reading.data) return <Skeleton className="w-40" />;
  const { tokens, recalls_served } = reading.data.total;
  return (
    <Figure
      measure="tokens_given"
      filter={{ repository, days: String(COST_DAYS) }}
      value={tokens}
      n={recalls_served}
    >
      {t.rich("tokens", { figure, tokens, days: COST_DAYS, quiet, packs: recalls_served })}
    </Figure>
  );
}

function ServerModel() {
  const t = useMessages(overviewFigures);
  const { may } = useMe();
  const reading = useQuery({ ...operationQuery(modelUseGet, {}), enabled: may("memories:read") });
  if (reading.isError) return t("model_use_unavailable");
  if (!reading.data) return <Skeleton className="w-40" />;
  const { model, used_tokens, daily_tokens, purposes } = reading.data;
  if (model === null && used_tokens === 0) return quiet(t("no_model"));
  const used = {
    figure,
    used: used_tokens,
    daily: daily_tokens,
    price: () => <Price purposes={purposes} />,
  };
  return (
    <span className="wrap-anywhere">
      {model === null ? t.rich("model_use_ended", used) : t.rich("model_use", { ...used, model })}
    </span>
  );
}

/** The sum of what has a price; a part of unknown price makes the sum a lower bound. */
function Price({ purposes }: Pick<ModelUse, "purposes">) {
  const t = useMessages(overviewFigures);
  const priced = purposes.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  if (priced.length === 0) return t.rich("price_unknown", { unknown: quiet });
  const dollars = priced.reduce((total, cost) => total + cost, 0);
  const key = priced.length < purposes.length ? "price_at_least" : "price";
  return <span className="tabular-nums">{t(dollars < 1 ? `${key}_in_cents` : key, { dollars })}</span>;
}
