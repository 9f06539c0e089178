"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { operationQuery } from "@/lib/doors/client";
import { type AgentFigures, agentStats } from "@/lib/sessions/contract";
import { FigureList } from "./figure-list";
import { FiguresFrame } from "./figures-frame";
import { agentsInput, agentsParameters } from "./filters";

const milliseconds = (p50: number | null, p95: number | null) => {
  if (p50 === null || p95 === null) return "–";
  return `${formatCount(Math.round(p50))} / ${formatCount(Math.round(p95))} ms`;
};

type Column = {
  head: string;
  cell: (agent: AgentFigures) => string;
  /** Too long for half the width of a phone. */
  isWide?: boolean;
};

const COLUMNS: readonly Column[] = [
  { head: "Agents", cell: ({ agents }) => formatCount(agents) },
  { head: "Recalls", cell: ({ recalls }) => formatCount(recalls) },
  { head: "Empty", cell: ({ recalls_empty }) => formatCount(recalls_empty) },
  { head: "Failed", cell: ({ recalls_failed }) => formatCount(recalls_failed) },
  { head: "Partial", cell: ({ recalls_degraded }) => formatCount(recalls_degraded) },
  { head: "Served", cell: ({ memories_loaded }) => formatCount(memories_loaded) },
  {
    head: "Recall p50 / p95",
    cell: ({ query_p50, query_p95 }) => milliseconds(query_p50, query_p95),
    isWide: true,
  },
  { head: "Answers", cell: ({ answers }) => formatCount(answers) },
  { head: "Learned", cell: ({ memories_stored }) => formatCount(memories_stored) },
  {
    head: "Learning p50 / p95",
    cell: ({ storage_p50, storage_p95 }) => milliseconds(storage_p50, storage_p95),
    isWide: true,
  },
  { head: "Memories", cell: ({ memories }) => formatCount(memories) },
  {
    head: "Quality",
    cell: ({ average_quality }) => {
      if (average_quality === null) return "–";
      return average_quality.toFixed(2);
    },
  },
  { head: "≥ 0.7", cell: ({ high_quality }) => formatCount(high_quality) },
  { head: "< 0.5", cell: ({ low_quality }) => formatCount(low_quality) },
];

const hrefOf = (agent_type: string, repository: string | null) =>
  `/recalls?${new URLSearchParams({ agent_type, ...(repository !== null && { repository }) })}`;

function AgentTable({ agents, repository }: { agents: readonly AgentFigures[]; repository: string | null }) {
  return (
    <>
      <div className="relative hidden overflow-x-auto md:block">
        <Table>
          <TableHeader>
            <TableRow>
              <TableHead>Agent type</TableHead>
              {COLUMNS.map(({ head }) => (
                <TableHead key={head} className="text-right">
                  {head}
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
                    href={hrefOf(agent.agent_type, repository)}
                  >
                    {agent.agent_type}
                  </Link>
                </TableCell>
                {COLUMNS.map(({ head, cell }) => (
                  <TableCell key={head} className="whitespace-nowrap text-right tabular-nums">
                    {cell(agent)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <ul className="flex flex-col gap-4 md:hidden">
        {agents.map((agent) => (
          <li key={agent.agent_type} className="rounded-md border border-border p-3">
            <Link
              className="font-medium text-primary underline-offset-4 hover:underline"
              href={hrefOf(agent.agent_type, repository)}
            >
              {agent.agent_type}
            </Link>
            <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
              {COLUMNS.map(({ head, cell, isWide }) => (
                <div key={head} className={cn("flex justify-between gap-2", isWide && "col-span-2")}>
                  <dt className="text-muted-foreground">{head}</dt>
                  <dd className="whitespace-nowrap tabular-nums">{cell(agent)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What each agent type takes from memory and gives to it, and the organization's figures against their targets. */
export function AgentsScreen() {
  const [parameters, setParameters] = useQueryStates(agentsParameters, { history: "push" });
  const query = useQuery({
    ...operationQuery(agentStats, agentsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const stats = query.data;
  return (
    <FiguresFrame
      title="Agents"
      question="What do our agents get from memory, and what do they add to it?"
      days={parameters.days}
      onDays={(days) => void setParameters({ days })}
      query={query}
    >
      {stats !== undefined && (
        <div className="flex flex-col gap-8">
          <section aria-labelledby="agent-types">
            <h2 id="agent-types" className="mb-2 flex items-center gap-1 font-medium">
              By agent type
              <DefinitionHint term="By agent type">
                Recalls are the requested packs: empty because nothing was relevant, failed, or partial
                because a part was missing. Served counts the memories in them. Answers counts the agents'
                answers that were learned from; learned counts the new memories from them. Memories are those
                active now, with their average quality, and how many have a quality of 0.7 or more, or below
                0.5. Recalls without an agent type and held-out recalls are not counted.
              </DefinitionHint>
            </h2>
            {stats.agents.length === 0 ? (
              <EmptyState title="No agent has asked or answered yet">
                Install the plugin or call the hooks. Agents are counted from their first call.
              </EmptyState>
            ) : (
              <AgentTable agents={stats.agents} repository={parameters.repository} />
            )}
          </section>
          <section aria-labelledby="figures">
            <h2 id="figures" className="mb-1 font-medium">
              In figures
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
