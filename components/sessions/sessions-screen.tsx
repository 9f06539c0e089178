"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterChips } from "@/components/pieces/filter-chips";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { formatCount, orDash } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { usePages } from "@/components/pieces/use-pages";
import { WordsFilter } from "@/components/pieces/words-filter";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/link";
import { operationQuery } from "@/lib/doors/client";
import { SESSION_OUTCOMES, type Session, sessionList } from "@/lib/sessions/contract";
import { type SessionParameters, sessionParameters, sessionsInput } from "./filters";
import { durationOf, OUTCOME_WORDS, SessionState } from "./words";

/** A true number; a dash while no report was made. */
const count = (value: number | undefined) => (
  <span className={cn(!value && "text-muted-foreground")}>{orDash(value, formatCount)}</span>
);

const COLUMNS: readonly DataTableColumn<Session>[] = [
  {
    id: "session",
    header: "Session",
    card: "title",
    cell: ({ session_id, client }) => (
      <span className="block truncate" title={session_id}>
        <span className="font-mono text-xs">{session_id}</span>
        <span className="text-muted-foreground"> {client}</span>
      </span>
    ),
  },
  { id: "state", header: "State", width: "6.5rem", cell: (session) => <SessionState session={session} /> },
  { id: "agent", header: "Agent", width: "10rem", cell: ({ actor }) => <Actor actor={actor} /> },
  {
    id: "repository",
    header: "Repository",
    width: "10rem",
    hidden_below: "lg",
    cell: ({ repository }) => <span className="block truncate">{repository?.name ?? "none"}</span>,
  },
  {
    id: "used",
    header: "Used",
    width: "4.5rem",
    align: "right",
    cell: ({ report }) => count(report?.memories_used),
  },
  {
    id: "stored",
    header: "Stored",
    width: "4.5rem",
    align: "right",
    cell: ({ report }) => count(report?.memories_stored),
  },
  {
    id: "conflicts",
    header: "Conflicts",
    width: "5rem",
    align: "right",
    hidden_below: "md",
    cell: ({ report }) => count(report?.conflicts),
  },
  {
    id: "failures",
    header: "Failures",
    width: "5rem",
    align: "right",
    hidden_below: "md",
    cell: ({ failures }) => {
      if (failures === 0) return count(0);
      return <span className="font-medium text-danger">{formatCount(failures)}</span>;
    },
  },
  {
    id: "took",
    header: "Took",
    width: "7rem",
    align: "right",
    hidden_below: "lg",
    cell: ({ started_at, last_seen_at }) => durationOf(started_at, last_seen_at),
  },
  {
    id: "seen",
    header: "Last seen",
    width: "6.5rem",
    cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
  },
];

const CHIPS = ["agent", "client"] as const;
const NOTHING = { q: null, agent: null, client: null, outcome: null, from: null, to: null } as const;

/** Runs of agents: who ran where, what each took from memory and gave to it, how it ended. */
export function SessionsScreen() {
  const [parameters, setParameters] = useQueryStates(sessionParameters, { history: "push" });
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(sessionList, sessionsInput({ ...parameters, cursor: pages.cursor ?? null })),
    placeholderData: keepPreviousData,
  });
  const set = (values: Partial<SessionParameters>) => {
    pages.reset();
    void setParameters(values);
  };
  const { outcome, from, to } = parameters;
  const filtered = Object.keys(NOTHING).some((key) => parameters[key as keyof typeof NOTHING] !== null);
  const agents = [...new Set(query.data?.items.map(({ actor }) => actor.name) ?? [])].sort();
  return (
    <>
      <PageHeader
        title="Sessions"
        question="What happened in each session: what was served, what was learned?"
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <WordsFilter
          label="Only sessions with these words"
          placeholder="Words of a task, or an id"
          q={parameters.q}
          onChange={(q) => set({ q })}
        />
        <FilterToggle
          label="Outcome"
          value={outcome}
          onChange={(value) => set({ outcome: value })}
          options={SESSION_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
        />
        <span className="flex items-center gap-1.5 text-muted-foreground text-sm">
          from
          <Input
            type="date"
            aria-label="Seen from (day, UTC)"
            className="w-36"
            value={from ?? ""}
            onChange={(event) => set({ from: event.target.value || null })}
          />
          to
          <Input
            type="date"
            aria-label="Seen up to (day, UTC)"
            className="w-36"
            value={to ?? ""}
            onChange={(event) => set({ to: event.target.value || null })}
          />
        </span>
        {parameters.agent === null && agents.length > 1 && (
          <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-muted-foreground text-sm">
            of
            {agents.map((agent) => (
              <Button
                key={agent}
                size="sm"
                variant="ghost"
                className="max-w-64"
                title={agent}
                onClick={() => set({ agent })}
              >
                <span className="truncate">{agent}</span>
              </Button>
            ))}
          </span>
        )}
        <FilterChips
          chips={CHIPS.flatMap((key) => {
            const value = parameters[key];
            if (value === null) return [];
            return [{ key, word: key, value }];
          })}
          onRemove={(key) => set({ [key]: null })}
        />
      </div>
      <ListTable
        list={{
          name: "sessions",
          contract: sessionList,
          input: sessionsInput(parameters),
          total: query.data?.total,
          parameters: sessionParameters,
        }}
        label="Sessions"
        columns={COLUMNS}
        rows={query.data?.items}
        rowId={({ id }) => id}
        rowHref={({ session_id }) => `/sessions/${encodeURIComponent(session_id)}`}
        refreshing={query.isFetching && query.data !== undefined}
        error={readProblem("The sessions", query)}
        empty={
          filtered ? (
            <EmptyState
              icon={Play}
              title="No session matches"
              action={<Button onClick={() => set(NOTHING)}>Clear filters</Button>}
            >
              Remove a filter to see more.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Play}
              title="No sessions yet"
              action={
                <Button asChild>
                  <Link href="/settings/keys">Connect an agent</Link>
                </Button>
              }
            >
              A session appears here with its first hook call: its packs, how they were used, and what was
              learned.
            </EmptyState>
          )
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
    </>
  );
}
