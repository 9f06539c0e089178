"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, Minus, X } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatShare } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { operationQuery } from "@/lib/doors/client";
import { type AgentFigures, agentStats, type Figure } from "@/lib/sessions/contract";
import { FiguresFrame } from "./figures-frame";
import { agentsInput, agentsParameters } from "./filters";

type Explained = { term: string; of: (figure: Figure) => string; definition: string; rows?: string };

const counted = (what: string) => (figure: Figure) =>
  figure.count === null
    ? `of ${formatCount(figure.of)} ${what}`
    : `${formatCount(figure.count)} of ${formatCount(figure.of)} ${what}`;

const FIGURES: Record<Figure["name"], Explained> = {
  recalls_served: {
    term: "Recalls that served something",
    of: counted("recalls"),
    definition: "Recalls of the period that gave an agent at least one memory, of all that were recorded.",
    rows: "/recalls",
  },
  reuse: {
    term: "Reuse",
    of: counted("memories"),
    definition: "Active memories that were served or applied more than once, of all active memories.",
    rows: "/memories?sort=usage_count",
  },
  verified_before_use: {
    term: "Verified before use",
    of: counted("servings"),
    definition:
      "Times in the period that a memory with citations was handed to an agent and a check at the head of its repository was on record, of all times that one was handed out.",
    rows: "/citations",
  },
  average_quality: {
    term: "Average quality",
    of: counted("memories"),
    definition:
      "Mean of the quality of all active memories, 0–1. A memory's own page explains its quality part by part.",
    rows: "/memories?sort=quality",
  },
  low_quality: {
    term: "Low quality",
    of: counted("memories"),
    definition: "Active memories with a quality below 0.5, of all active memories.",
    rows: "/memories?sort=quality",
  },
  with_metadata: {
    term: "With metadata",
    of: counted("memories"),
    definition: "Active memories that carry the data of their kind or free metadata, of all active memories.",
    rows: "/memories",
  },
  agent_types_contributing: {
    term: "Agent types that contribute",
    of: counted("agent types"),
    definition:
      "Agent types of which an active memory is kept, of those that asked, answered or have a memory.",
  },
  invalid_detection: {
    term: "Changed code that checks found",
    of: counted("corrections"),
    definition:
      "Memories with citations that people superseded or invalidated after a check had found them drifted, of all that people superseded or invalidated. What nobody corrected is not counted.",
    rows: "/citations",
  },
  false_alarms: {
    term: "False alarms",
    of: counted("decisions"),
    definition:
      "Drifted memories that people brought back as they were, of all drifted memories that people decided on in the period.",
    rows: "/citations",
  },
  bytes_per_10000: {
    term: "Storage for 10,000 memories",
    of: counted("memories"),
    definition:
      "What the tables of memories, vectors, events and citations take with their indexes, for 10,000 memories. Of the whole server, because its organizations share them.",
  },
};

const COMPARED: Record<Figure["target"]["is"], string> = {
  at_least: "≥",
  above: ">",
  at_most: "≤",
  below: "<",
};

function written(value: number, unit: Figure["unit"]): string {
  if (unit === "share") return formatShare(value);
  if (unit === "score") return value.toFixed(2);
  return value >= 1024 ** 3
    ? `${(value / 1024 ** 3).toFixed(1)} GB`
    : `${formatCount(Math.round(value / 1024 ** 2))} MB`;
}

function targetOf({ target: { is, value }, unit }: Figure): string {
  const all = unit === "share" && is === "at_least" && value === 1;
  return all ? formatShare(1) : `${COMPARED[is]} ${written(value, unit)}`;
}

const VERDICTS = {
  met: { icon: Check, word: "met", className: "text-ok" },
  missed: { icon: X, word: "missed", className: "text-danger" },
  unknown: { icon: Minus, word: "nothing to count yet", className: "text-muted-foreground" },
} as const;

function FigureRow({ figure }: { figure: Figure }) {
  const { term, of, definition, rows } = FIGURES[figure.name];
  const verdict = VERDICTS[figure.met === null ? "unknown" : figure.met ? "met" : "missed"];
  const Icon = verdict.icon;
  return (
    <div className="flex items-baseline justify-between gap-3 border-border border-b py-2">
      <dt className="flex min-w-0 items-center gap-1 text-sm">
        <span className="text-pretty">{term}</span>
        <DefinitionHint term={term} {...(rows === undefined ? {} : { rows_href: rows })}>
          {definition}
        </DefinitionHint>
      </dt>
      <dd className="shrink-0 text-right">
        <span className="block font-medium tabular-nums">
          {figure.value === null ? "–" : written(figure.value, figure.unit)}
          <span className="ml-2 font-normal text-muted-foreground text-xs">target {targetOf(figure)}</span>
        </span>
        <span className="flex items-center justify-end gap-1 text-muted-foreground text-xs">
          {of(figure)}
          <span className={cn("inline-flex items-center gap-0.5", verdict.className)}>
            <Icon aria-hidden className="size-3.5" />
            {verdict.word}
          </span>
        </span>
      </dd>
    </div>
  );
}

const milliseconds = (p50: number | null, p95: number | null) =>
  p50 === null || p95 === null ? "–" : `${formatCount(Math.round(p50))} / ${formatCount(Math.round(p95))} ms`;

const COLUMNS: { head: string; cell: (agent: AgentFigures) => string }[] = [
  { head: "Agents", cell: ({ agents }) => formatCount(agents) },
  { head: "Recalls", cell: ({ recalls }) => formatCount(recalls) },
  { head: "Served", cell: ({ recalls_served }) => formatCount(recalls_served) },
  { head: "Failed", cell: ({ recalls_failed }) => formatCount(recalls_failed) },
  { head: "A part missing", cell: ({ recalls_degraded }) => formatCount(recalls_degraded) },
  { head: "Loaded", cell: ({ memories_loaded }) => formatCount(memories_loaded) },
  { head: "Query p50 / p95", cell: ({ query_p50, query_p95 }) => milliseconds(query_p50, query_p95) },
  { head: "Answers", cell: ({ answers }) => formatCount(answers) },
  { head: "Stored", cell: ({ memories_stored }) => formatCount(memories_stored) },
  {
    head: "Storing p50 / p95",
    cell: ({ storage_p50, storage_p95 }) => milliseconds(storage_p50, storage_p95),
  },
  { head: "Memories", cell: ({ memories }) => formatCount(memories) },
  {
    head: "Quality",
    cell: ({ average_quality }) => (average_quality === null ? "–" : average_quality.toFixed(2)),
  },
  { head: "High", cell: ({ high_quality }) => formatCount(high_quality) },
  { head: "Low", cell: ({ low_quality }) => formatCount(low_quality) },
];

const hrefOf = (agent_type: string, repository: string | null) =>
  `/recalls?${new URLSearchParams({ agent_type, ...(repository === null ? {} : { repository }) })}`;

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
              {COLUMNS.map(({ head, cell }) => (
                <div key={head} className="flex justify-between gap-2">
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
      question="What do our agents take from memory, and what do they give to it?"
      days={parameters.days}
      onDays={(days) => void setParameters({ days })}
      query={query}
    >
      {stats ? (
        <div className="flex flex-col gap-8">
          <section aria-labelledby="agent-types">
            <h2 id="agent-types" className="mb-2 font-medium">
              By agent type
            </h2>
            {stats.agents.length === 0 ? (
              <EmptyState title="No agent has asked or answered yet">
                Install the plugin or call the hooks; what agents take and give is counted from the first
                call.
              </EmptyState>
            ) : (
              <AgentTable agents={stats.agents} repository={parameters.repository} />
            )}
          </section>
          <section aria-labelledby="figures">
            <h2 id="figures" className="mb-1 font-medium">
              Against the targets
            </h2>
            <dl className="grid gap-x-10 lg:grid-cols-2">
              {stats.figures.map((figure) => (
                <FigureRow key={figure.name} figure={figure} />
              ))}
            </dl>
          </section>
        </div>
      ) : null}
    </FiguresFrame>
  );
}
