"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { SuggestInput } from "@/components/pieces/suggest-input";
import { useTypedFilter } from "@/components/pieces/use-typed-filter";
import { WordsFilter } from "@/components/pieces/words-filter";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/link";
import { operationQuery } from "@/lib/doors/client";
import { memoryGet } from "@/lib/memories/contract";
import { RECALL_OUTCOMES } from "@/lib/recall/contract";
import type { RecallParameters } from "./filters";
import { OUTCOME_WORDS } from "./words";

const ANY = "any";
const OUTCOMES = [
  { value: ANY, label: "any outcome" },
  ...RECALL_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] })),
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** By what recalls are searched: words of the question, who asked, what came of it, and the day. */
export function RecallFilters({
  parameters,
  onChange,
}: {
  parameters: RecallParameters;
  onChange: (values: Partial<RecallParameters>) => void;
}) {
  const { q, agent, outcome, day } = parameters;
  return (
    <search aria-label="Recalls" className="mb-2 flex flex-wrap items-center gap-2">
      <WordsFilter
        label="Only questions with these words"
        placeholder="Words of the question"
        q={q}
        onChange={(words) => onChange({ q: words })}
      />
      <AgentFilter agent={agent} onChange={(name) => onChange({ agent: name })} />
      <Choose
        aria-label="Outcome"
        className="h-7 w-40"
        value={outcome ?? ANY}
        options={OUTCOMES}
        onChoose={(value) => onChange({ outcome: RECALL_OUTCOMES.find((known) => known === value) ?? null })}
      />
      <DayFilter day={day} onChange={(next) => onChange({ day: next })} />
    </search>
  );
}

/** Applied on Enter or on leaving, as the words are. */
function AgentFilter({
  agent,
  onChange,
}: {
  agent: string | null;
  onChange: (agent: string | null) => void;
}) {
  const { text, setText, apply, onSubmit } = useTypedFilter(agent, onChange);
  return (
    <form className="w-44 max-sm:w-full" onSubmit={onSubmit}>
      <SuggestInput
        kind="agent"
        type="search"
        aria-label="Only of this agent"
        placeholder="Agent"
        maxLength={100}
        className="h-7 text-sm"
        value={text}
        onValue={setText}
        onBlur={apply}
      />
    </form>
  );
}

/** A day once it is whole: what is typed of a year is none yet. */
function DayFilter({ day, onChange }: { day: string | null; onChange: (day: string | null) => void }) {
  const [text, setText] = useState(day ?? "");
  useEffect(() => setText(day ?? ""), [day]);
  return (
    <label className="flex items-center gap-1.5 text-muted-foreground text-sm" htmlFor="recall-day">
      day (UTC)
      <Input
        id="recall-day"
        type="date"
        className="h-7 w-36"
        value={text}
        min="2000-01-01"
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          if (next === "") onChange(null);
          else if (DAY.test(next) && next >= "2000") onChange(next);
        }}
      />
    </label>
  );
}

/** Whose recalls are listed, when they are those of one memory. */
export function ToldMemory({ memory_id, onRemove }: { memory_id: string; onRemove: () => void }) {
  const { data, isError } = useQuery(operationQuery(memoryGet, { memory_id }));
  let statement: ReactNode = "…";
  if (isError) statement = "a memory that no longer exists";
  if (data !== undefined)
    statement = (
      <Link href={`/memories/${memory_id}`} dir="auto" className="text-primary underline underline-offset-4">
        {data.statement}
      </Link>
    );
  return (
    <p className="mb-3 flex items-start gap-2 rounded-md border bg-sunken px-3 py-2 text-sm">
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        <span className="text-muted-foreground">Only recalls that served </span>
        {statement}
      </span>
      <Button
        size="icon_sm"
        variant="ghost"
        aria-label="Remove this filter"
        title="Remove this filter"
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </p>
  );
}
