"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useQueryStates } from "nuqs";
import { FilterChips } from "@/components/pieces/filter-chips";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { formatDay } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { operationQuery } from "@/lib/doors/client";
import { recallList } from "@/lib/recall/contract";
import { FIRST_PAGE, type RecallParameters, recallParameters, recallsInput } from "./filters";
import { RecallFilters, ToldMemory } from "./recall-filters";
import { RecallTable } from "./recall-table";
import { RecallsNav } from "./recalls-nav";

const CHIPS = ["agent_type", "session_id", "having", "after"] as const;
const CHIP_WORDS: Record<(typeof CHIPS)[number], string> = {
  agent_type: "agent type",
  session_id: "session",
  having: "with a memory that was",
  after: "since",
};

const NOTHING = {
  q: null,
  memory_id: null,
  agent: null,
  agent_type: null,
  session_id: null,
  outcome: null,
  used: null,
  degraded: null,
  having: null,
  after: null,
  day: null,
} as const;

/** A filter of yes or no, as the words of its toggle. */
function wordOf(filter: boolean | null): "yes" | "no" | null {
  if (filter === null) return null;
  if (filter) return "yes";
  return "no";
}

/** The ledger: every pack that an agent was given, newest first. */
export function RecallsScreen() {
  const [parameters, setParameters] = useQueryStates(recallParameters, { history: "push" });
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(recallList, recallsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const set = (values: Partial<RecallParameters>) => void setParameters({ ...values, ...FIRST_PAGE });
  const { used, degraded } = parameters;
  const filtered = Object.keys(NOTHING).some((key) => parameters[key as keyof typeof NOTHING] !== null);
  return (
    <>
      <PageHeader title="Recalls" question="What were the agents served, and why?" className="mb-2" />
      <RecallsNav />
      <RecallFilters parameters={parameters} onChange={set} />
      {parameters.memory_id !== null && (
        <ToldMemory memory_id={parameters.memory_id} onRemove={() => set({ memory_id: null })} />
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FilterToggle
          label="Use"
          value={wordOf(used)}
          onChange={(value) => set({ used: value && value === "yes" })}
          options={[
            { value: "yes", label: "Used" },
            { value: "no", label: "Not used" },
          ]}
        />
        <FilterToggle
          label="Completeness"
          value={wordOf(degraded)}
          all="Complete and partial"
          onChange={(value) => set({ degraded: value && value === "yes" })}
          options={[
            { value: "yes", label: "Partial only" },
            { value: "no", label: "Complete only" },
          ]}
        />
        <FilterChips
          chips={CHIPS.flatMap((key) => {
            const value = parameters[key];
            if (value === null) return [];
            const shown = key === "after" ? formatDay(value.slice(0, 10)) : value;
            return [{ key, word: CHIP_WORDS[key], value: shown }];
          })}
          onRemove={(key) => set({ [key]: null })}
        />
      </div>
      <RecallTable
        list={{
          name: "recalls",
          contract: recallList,
          input: recallsInput(parameters),
          total: query.data?.total,
          parameters: recallParameters,
        }}
        rows={query.data?.items}
        memory_id={parameters.memory_id}
        refreshing={query.isFetching && query.data !== undefined}
        error={readProblem("The recalls", query)}
        empty={
          filtered ? (
            <EmptyState
              icon={ScrollText}
              title="No recall matches"
              action={<Button onClick={() => set(NOTHING)}>Clear filters</Button>}
            >
              Remove a filter to see more.
            </EmptyState>
          ) : (
            <EmptyState
              icon={ScrollText}
              title="No agent has asked yet"
              action={
                <>
                  <Button asChild>
                    <Link href="/settings/keys">Connect an agent</Link>
                  </Button>
                  <Button asChild variant="ghost">
                    <Link href="/recalls/playground">Ask as an agent would</Link>
                  </Button>
                </>
              }
            >
              When an agent asks for context before it works, the recall appears here with what was served.
            </EmptyState>
          )
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
    </>
  );
}
