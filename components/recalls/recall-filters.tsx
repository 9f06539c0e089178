"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { SuggestInput } from "@/components/pieces/suggest-input";
import { useTypedFilter } from "@/components/pieces/use-typed-filter";
import { WordsFilter } from "@/components/pieces/words-filter";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { memoryGet } from "@/lib/memories/contract";
import { RECALL_OUTCOMES } from "@/lib/recall/contract";
import { recallsPage } from "@/messages/compiled/recalls-page";
import { recallsWords } from "@/messages/compiled/recalls-words";
import type { RecallParameters } from "./filters";
import { OUTCOME_WORDS } from "./words";

const ANY = "any";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** By what recalls are searched: words of the question, who asked, what came of it, and the day. */
export function RecallFilters({
  parameters,
  onChange,
}: {
  parameters: RecallParameters;
  onChange: (values: Partial<RecallParameters>) => void;
}) {
  const t = useMessages(recallsPage);
  const words = useMessages(recallsWords);
  const outcomes = useMemo(() => {
    const known = RECALL_OUTCOMES.map((value) => ({ value, label: words(OUTCOME_WORDS[value]) }));
    return [{ value: ANY, label: t("any_outcome") }, ...known];
  }, [t, words]);
  const { q, agent, outcome, day } = parameters;
  return (
    <search aria-label={t("title")} className="mb-2 flex flex-wrap items-center gap-2">
      <WordsFilter
        label={t("filter_words")}
        placeholder={t("filter_words_placeholder")}
        q={q}
        onChange={(typed) => onChange({ q: typed })}
      />
      <AgentFilter agent={agent} onChange={(name) => onChange({ agent: name })} />
      <Choose
        aria-label={t("filter_outcome")}
        className="h-7 w-40"
        value={outcome ?? ANY}
        options={outcomes}
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
  const t = useMessages(recallsPage);
  const { text, setText, apply, onSubmit } = useTypedFilter(agent, onChange);
  return (
    <form className="w-44 max-sm:w-full" onSubmit={onSubmit}>
      <SuggestInput
        kind="agent"
        type="search"
        aria-label={t("filter_agent")}
        placeholder={t("filter_agent_placeholder")}
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
  const t = useMessages(recallsPage);
  const [text, setText] = useState(day ?? "");
  useEffect(() => setText(day ?? ""), [day]);
  return (
    <label className="flex items-center gap-1.5 text-muted-foreground text-sm" htmlFor="recall-day">
      {t("filter_day")}
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
export function ServedMemoryChip({ memory_id, onRemove }: { memory_id: string; onRemove: () => void }) {
  const t = useMessages(recallsPage);
  const { data, isError } = useQuery(operationQuery(memoryGet, { memory_id }));
  const quiet = (content: ReactNode) => <span className="text-muted-foreground">{content}</span>;
  const memory = () => {
    if (data === undefined) return "…";
    return (
      <Link href={`/memories/${memory_id}`} dir="auto" className="text-primary underline underline-offset-4">
        {visible(data.statement)}
      </Link>
    );
  };
  const isGone = isError && data === undefined;
  return (
    <p className="mb-3 flex items-start gap-2 rounded-md border bg-sunken px-3 py-2 text-sm">
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        {isGone ? t.rich("only_of_gone", { quiet }) : t.rich("only_of_memory", { quiet, memory })}
      </span>
      <Button
        size="icon_sm"
        variant="ghost"
        aria-label={t("remove_filter")}
        title={t("remove_filter")}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </p>
  );
}
