"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { orDash } from "@/components/pieces/format";
import { useFormat } from "@/components/pieces/use-format";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { listQuery } from "@/lib/doors/client";
import { type AgentFigures, agentStats } from "@/lib/sessions/contract";
import { recallsAgents } from "@/messages/compiled/recalls-agents";
import type { PlainKey, Translate } from "@/messages/message";
import { FigureList } from "./figure-list";
import { FiguresFrame } from "./figures-frame";
import { agentsInput, agentsParameters, recallsHref } from "./filters";

type T = Translate<typeof recallsAgents>;

const milliseconds = (t: T, { p50, p95 }: { p50: number | null; p95: number | null }) => {
  if (p50 === null || p95 === null) return "–";
  return t("milliseconds", { p50: Math.round(p50), p95: Math.round(p95) });
};

type Column = {
  head: PlainKey<typeof recallsAgents>;
  /** A number, or what is written otherwise. */
  cell: (agent: AgentFigures, t: T) => number | string;
  /** Too long for half the width of a phone. */
  isWide?: boolean;
};

const COLUMNS: readonly Column[] = [
  { head: "column_agents", cell: ({ agents }) => agents },
  { head: "column_recalls", cell: ({ recalls }) => recalls },
  { head: "column_empty", cell: ({ recalls_empty }) => recalls_empty },
  { head: "column_failed", cell: ({ recalls_failed }) => recalls_failed },
  { head: "column_partial", cell: ({ recalls_degraded }) => recalls_degraded },
  { head: "column_served", cell: ({ memories_loaded }) => memories_loaded },
  {
    head: "column_recall_time",
    cell: ({ query_p50, query_p95 }, t) => milliseconds(t, { p50: query_p50, p95: query_p95 }),
    isWide: true,
  },
  { head: "column_answers", cell: ({ answers }) => answers },
  { head: "column_learned", cell: ({ memories_stored }) => memories_stored },
  {
    head: "column_learning_time",
    cell: ({ storage_p50, storage_p95 }, t) => milliseconds(t, { p50: storage_p50, p95: storage_p95 }),
    isWide: true,
  },
  { head: "column_memories", cell: ({ memories }) => memories },
  {
    head: "column_quality",
    cell: ({ average_quality }, t) => orDash(average_quality, (value) => t("score", { value })),
  },
  { head: "column_high_quality", cell: ({ high_quality }) => high_quality },
  { head: "column_low_quality", cell: ({ low_quality }) => low_quality },
];

/** What each column shows for an agent type. */
function useCells() {
  const t = useMessages(recallsAgents);
  const { formatCount } = useFormat();
  return ({ cell }: Column, agent: AgentFigures): string => {
    const value = cell(agent, t);
    if (typeof value === "number") return formatCount(value);
    return value;
  };
}

type AgentsProps = { agents: readonly AgentFigures[]; repository: string | null };

/** What each agent type comes to; as cards on small screens. */
function Agents(props: AgentsProps) {
  return (
    <>
      <AgentTable {...props} />
      <AgentCards {...props} />
    </>
  );
}

function AgentTable({ agents, repository }: AgentsProps) {
  const t = useMessages(recallsAgents);
  const cellOf = useCells();
  return (
    <div className="hidden md:block">
      <Table>
        <TableHeader>
          <TableRow>
            <TableHead>{t("column_type")}</TableHead>
            {COLUMNS.map(({ head }) => (
              <TableHead key={head} className="text-right">
                {t(head)}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {agents.map((agent) => (
            <TableRow key={agent.agent_type}>
              <TableCell>
                <Link
                  className="text-primary underline-offset-4 hover:underline"
                  href={recallsHref({ agent_type: agent.agent_type }, repository)}
                >
                  {agent.agent_type}
                </Link>
              </TableCell>
              {COLUMNS.map((column) => (
                <TableCell key={column.head} className="whitespace-nowrap text-right tabular-nums">
                  {cellOf(column, agent)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function AgentCards({ agents, repository }: AgentsProps) {
  const t = useMessages(recallsAgents);
  const cellOf = useCells();
  return (
    <ul className="flex flex-col gap-4 md:hidden">
      {agents.map((agent) => (
        <li key={agent.agent_type} className="rounded-md border border-border p-3">
          <Link
            className="font-medium text-primary underline-offset-4 hover:underline"
            href={recallsHref({ agent_type: agent.agent_type }, repository)}
          >
            {agent.agent_type}
          </Link>
          <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
            {COLUMNS.map((column) => (
              <div
                key={column.head}
                className={cn("flex justify-between gap-2", column.isWide && "col-span-2")}
              >
                <dt className="text-muted-foreground">{t(column.head)}</dt>
                <dd className="whitespace-nowrap tabular-nums">{cellOf(column, agent)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** What each agent type takes from memory and gives to it, and the organization's figures against their targets. */
export function AgentsScreen() {
  const t = useMessages(recallsAgents);
  const [parameters, setParameters] = useQueryStates(agentsParameters, { history: "push" });
  const query = useQuery(listQuery(agentStats, agentsInput(parameters)));
  const stats = query.data;
  return (
    <FiguresFrame
      title={t("title")}
      question={t("question")}
      days={parameters.days}
      onDays={(days) => void setParameters({ days })}
      query={query}
    >
      {stats !== undefined && (
        <div className="flex flex-col gap-8">
          <section aria-labelledby="agent-types">
            <h2 id="agent-types" className="mb-2 flex items-center gap-1 font-medium">
              {t("by_type")}
              <DefinitionHint term={t("by_type")}>{t("by_type_definition")}</DefinitionHint>
            </h2>
            {stats.agents.length === 0 ? (
              <EmptyState title={t("empty")}>{t("empty_text")}</EmptyState>
            ) : (
              <Agents agents={stats.agents} repository={parameters.repository} />
            )}
          </section>
          <section aria-labelledby="figures">
            <h2 id="figures" className="mb-1 font-medium">
              {t("figures")}
            </h2>
            <FigureList
              figures={stats.figures}
              since={stats.since}
              days={parameters.days}
              repository={parameters.repository}
            />
          </section>
        </div>
      )}
    </FiguresFrame>
  );
}
