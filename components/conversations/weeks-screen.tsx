"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { ListTools } from "@/components/pieces/list-tools";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatementLink } from "@/components/pieces/statement-link";
import { useFormat } from "@/components/pieces/use-format";
import { usePagedFilters } from "@/components/pieces/use-paged-filters";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { conversationList, type Synthesis, synthesisList } from "@/lib/conversations/contract";
import { listQuery, operationQuery } from "@/lib/doors/client";
import { DAY_MS } from "@/lib/kernel/durations";
import { conversationWeeks } from "@/messages/compiled/conversation-weeks";
import { conversationWords } from "@/messages/compiled/conversation-words";
import { AgentChoice } from "./agent-choice";
import { ConversationsNav } from "./conversations-nav";
import { AGENTS_WITH_LOGS, weeksInput, weeksParameters } from "./parameters";
import { extractorInWords } from "./words";

const FACTS_SHOWN = 5;

/** What the facts of each agent's week have in common, the latest week first, each pattern with its facts. */
export function WeeksScreen() {
  const t = useMessages(conversationWeeks);
  const words = useMessages(conversationWords);
  const { parameters, pages, narrow } = usePagedFilters(weeksParameters);
  const agents = useQuery(operationQuery(conversationList, AGENTS_WITH_LOGS));
  const query = useQuery(listQuery(synthesisList, weeksInput(parameters)));
  return (
    <>
      <PageHeader title={words("weeks")} question={t("question")} className="mb-2" />
      <ConversationsNav />
      <div className="mb-3">
        <AgentChoice
          agent={parameters.agent}
          agents={agents.data?.agents ?? []}
          onAgent={(agent) => narrow({ agent })}
        />
      </div>
      <ListTools
        list={{
          name: "weeks",
          contract: synthesisList,
          input: weeksInput(parameters),
          total: query.data?.total,
          parameters: weeksParameters,
        }}
      />
      <ReadProblem happened={t("unreadable")} reading={query} />
      {query.isPending && <Skeleton className="h-64" />}
      {query.data?.items.length === 0 && query.error === null && (
        <div className="rounded-md border bg-card">
          <EmptyState icon={CalendarRange} title={t("none")}>
            {t("none_meaning")}
          </EmptyState>
        </div>
      )}
      {query.error === null && (
        <div className="flex flex-col gap-6">
          {query.data?.items.map((week) => (
            <Week key={week.id} week={week} />
          ))}
        </div>
      )}
      <PagerOf pages={pages} page={query.data} busy={query.isPlaceholderData} />
    </>
  );
}

const lastDayOf = (monday: string) => new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * DAY_MS).toISOString();

function Week({ week: { id, agent, week, extractor, finished_at, patterns } }: { week: Synthesis }) {
  const t = useMessages(conversationWeeks);
  const words = useMessages(conversationWords);
  const { formatDay } = useFormat();
  const said = { count: patterns.length, extractor: extractorInWords({ t: words, extractor }) };
  return (
    <section aria-labelledby={`week-${id}`} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id={`week-${id}`} dir="auto" className="min-w-0 wrap-anywhere font-medium text-base">
          {t("week", { agent, from: formatDay(`${week}T00:00:00Z`), to: formatDay(lastDayOf(week)) })}
        </h2>
        <p className="text-muted-foreground text-sm">
          {finished_at === null && t("patterns_by", said)}
          {finished_at !== null &&
            t.rich("patterns_by_when", { ...said, when: () => <RelativeTime at={finished_at} /> })}
        </p>
      </div>
      {patterns.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t("no_patterns")}</p>
      ) : (
        <ul className="divide-y rounded-md border bg-card">
          {patterns.map((pattern, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the patterns of a week that is done keep their places
            <Pattern key={position} pattern={pattern} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Pattern({ pattern: { statement, facts } }: { pattern: Synthesis["patterns"][number] }) {
  const t = useMessages(conversationWeeks);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? facts : facts.slice(0, FACTS_SHOWN);
  return (
    <li className="grid min-w-0 gap-x-6 gap-y-2 px-3 py-2.5 lg:grid-cols-2">
      <p dir="auto" className="wrap-anywhere font-medium text-sm">
        {visible(statement)}
      </p>
      <div className="min-w-0">
        <ul aria-label={t("facts")} className="flex flex-col gap-1.5">
          {shown.map((fact) => (
            <li key={fact.id} className="min-w-0 border-primary/50 border-l-2 pl-2.5">
              <StatementLink memory={fact} />
              {fact.status !== "active" && <MemoryStatusBadge status={fact.status} />}
            </li>
          ))}
        </ul>
        {facts.length > FACTS_SHOWN && (
          <Button variant="link" size="inline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t("show_fewer") : t("show_all", { count: facts.length })}
          </Button>
        )}
      </div>
    </li>
  );
}
