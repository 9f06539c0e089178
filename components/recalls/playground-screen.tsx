"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { FlaskConical, Play, Target, Trash2 } from "lucide-react";
import { parseAsBoolean, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { missingInWords } from "@/components/pieces/missing-parts";
import { PageHeader } from "@/components/pieces/page-header";
import { FormProblem, ReadProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { AGENT_TYPES } from "@/lib/access/contract";
import { call, operationQuery } from "@/lib/doors/client";
import type { CallOf } from "@/lib/kernel/contract";
import {
  expectationCreate,
  expectationDelete,
  expectationList,
  expectationReplay,
  type RecallCandidate,
  type RecallPreview,
  recallPreview,
} from "@/lib/recall/contract";
import { Candidates } from "./candidates";
import { PackAsGiven, StageTimes } from "./pack";
import { RecallsNav } from "./recalls-nav";

const parameters = {
  repository: parseAsString,
  task: parseAsString.withDefault(""),
  agent_type: parseAsString.withDefault("architect"),
  agent: parseAsString.withDefault(""),
  files: parseAsString.withDefault(""),
  compare: parseAsBoolean.withDefault(false),
  floor: parseAsInteger.withDefault(50),
  memories: parseAsInteger.withDefault(8),
  characters: parseAsInteger.withDefault(2_000),
};

type Question = Omit<CallOf<typeof recallPreview>, "settings">;
type Compared = { asked: Question; usual: RecallPreview; other: RecallPreview | null };

const WITHIN = 5;
const LISTED = { limit: 50 };

/** What an agent would be given for a task, and why; with other settings beside it. */
export function PlaygroundScreen({ may_write }: { may_write: boolean }) {
  const [values, setValues] = useQueryStates(parameters, { history: "replace" });
  const question: Question = {
    task: values.task,
    agent_type: values.agent_type,
    ...(values.agent.trim() === "" ? {} : { agent: values.agent.trim() }),
    ...(values.repository === null ? {} : { repository: values.repository }),
    changed_files: values.files.split(/[\s,]+/).filter((file) => file !== ""),
  };
  const run = useMutation({
    mutationFn: async (): Promise<Compared> => {
      const settings = {
        relevance_floor: values.floor / 100,
        max_context_memories: values.memories,
        context_characters: values.characters,
      };
      const usual = await call(recallPreview, question);
      const other = values.compare ? await call(recallPreview, { ...question, settings }) : null;
      return { asked: question, usual, other };
    },
  });
  return (
    <>
      <PageHeader
        title="Playground"
        question="What would an agent be given before this task?"
        className="mb-2"
      />
      <RecallsNav />
      <form
        className="mb-6 grid grid-cols-1 gap-3 lg:grid-cols-[2fr_1fr_1fr]"
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate();
        }}
      >
        <Field label="Task" className="lg:row-span-2" hint="As the agent would say it">
          {(control) => (
            <Textarea
              {...control}
              required
              value={values.task}
              placeholder="Add retries to the payment client"
              onChange={(event) => void setValues({ task: event.target.value })}
            />
          )}
        </Field>
        <Field label="Agent type">
          {(control) => (
            <>
              <Input
                {...control}
                required
                list="agent-types"
                value={values.agent_type}
                onChange={(event) => void setValues({ agent_type: event.target.value })}
              />
              <datalist id="agent-types">
                {AGENT_TYPES.map((type) => (
                  <option key={type} value={type} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Repository" hint="owner/name; empty: what reaches all">
          {(control) => (
            <Input
              {...control}
              value={values.repository ?? ""}
              onChange={(event) =>
                void setValues({ repository: event.target.value === "" ? null : event.target.value })
              }
            />
          )}
        </Field>
        <Field label="Agent" hint="To see what reaches only this one">
          {(control) => (
            <Input
              {...control}
              value={values.agent}
              onChange={(event) => void setValues({ agent: event.target.value })}
            />
          )}
        </Field>
        <Field label="Changed files" hint="Separated by spaces">
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              value={values.files}
              onChange={(event) => void setValues({ files: event.target.value })}
            />
          )}
        </Field>
        <fieldset className="flex flex-wrap items-end gap-3 lg:col-span-3">
          <legend className="sr-only">Settings to compare</legend>
          <Button type="submit" variant="primary" busy={run.isPending}>
            {!run.isPending && <Play aria-hidden />}
            Ask
          </Button>
          <label htmlFor="compare" className="inline-flex h-8 items-center gap-2 text-sm">
            <Checkbox
              id="compare"
              checked={values.compare}
              onCheckedChange={(compare) => void setValues({ compare: compare === true })}
            />
            Compare with other settings
          </label>
          {values.compare && (
            <>
              <NumberField
                label="Relevance floor, %"
                value={values.floor}
                min={0}
                max={100}
                onChange={(floor) => void setValues({ floor })}
              />
              <NumberField
                label="Memories at most"
                value={values.memories}
                min={1}
                max={50}
                onChange={(memories) => void setValues({ memories })}
              />
              <NumberField
                label="Characters"
                value={values.characters}
                min={300}
                max={7_900}
                onChange={(characters) => void setValues({ characters })}
              />
            </>
          )}
        </fieldset>
        <div className="lg:col-span-3">
          <FormProblem error={run.error} />
        </div>
      </form>
      {run.data ? (
        <Answer answer={run.data} may_write={may_write} />
      ) : (
        <EmptyState icon={FlaskConical} title="Nothing asked yet">
          Type a task and ask. Nothing is recorded, and no memory counts as used.
        </EmptyState>
      )}
      <Expectations may_write={may_write} />
    </>
  );
}

function NumberField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label} className="w-32">
      {(control) => (
        <Input
          {...control}
          type="number"
          min={min}
          max={max}
          value={value}
          onChange={(event) => {
            if (!Number.isNaN(event.target.valueAsNumber)) onChange(event.target.valueAsNumber);
          }}
        />
      )}
    </Field>
  );
}

function Answer({ answer, may_write }: { answer: Compared; may_write: boolean }) {
  const { asked, usual, other } = answer;
  const nothing = (one: RecallPreview) => one.reason ?? "Nothing would be given.";
  return (
    <div className="mb-8 flex flex-col gap-5">
      <p className="text-sm">
        Category <strong>{usual.category}</strong>
        {usual.category_guessed && ", guessed from the task"}. Of {usual.candidates.length} memories
        considered, {usual.memories.length} would be in the pack
        {usual.check_before_use.length > 0 && ` and ${usual.check_before_use.length} listed to check first`},
        chosen in {Math.round(usual.latency_ms)} ms.
        {usual.degraded.length > 0 && ` Without ${missingInWords(usual.degraded)}.`}
      </p>
      <StageTimes stages={usual.stages} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <PackAsGiven
          title={other ? "With the settings in force" : "The pack it would get"}
          markdown={usual.context}
          tokens={usual.tokens}
          characters={usual.characters}
          nothing={nothing(usual)}
        />
        {other !== null && (
          <PackAsGiven
            title="With the other settings"
            markdown={other.context}
            tokens={other.tokens}
            characters={other.characters}
            nothing={nothing(other)}
          />
        )}
        <Candidates
          candidates={usual.candidates}
          {...(may_write
            ? { onExpect: (candidate) => <Expect candidate={candidate} question={asked} /> }
            : {})}
        />
        {other !== null && <Candidates candidates={other.candidates} />}
      </div>
    </div>
  );
}

function Expect({ candidate, question }: { candidate: RecallCandidate; question: Question }) {
  const save = useOperation(expectationCreate, {
    success: "Expectation kept",
    failure: "The expectation was not kept.",
  });
  const keep = () =>
    save.mutate({
      name: question.task.slice(0, 200),
      question,
      memory_id: candidate.memory.id,
      within: WITHIN,
    });
  return (
    <Button size="sm" variant="ghost" className="-ml-2" busy={save.isPending} onClick={keep}>
      <Target aria-hidden />
      Expect it among the first {WITHIN}
    </Button>
  );
}

/** What the last replay said about an expectation. */
function replayWords({
  passed,
  found_at,
  within,
}: {
  passed: boolean | null;
  found_at: number | null;
  within: number;
}): string {
  if (passed === null) return "not replayed";
  if (passed) return `holds: place ${found_at} of ${within}`;
  if (found_at === null) return `fails: not served, expected among ${within}`;
  return `fails: place ${found_at}, expected among ${within}`;
}

function Expectations({ may_write }: { may_write: boolean }) {
  const query = useQuery(operationQuery(expectationList, LISTED));
  const replay = useOperation(expectationReplay, {
    success: ({ passed, failed }) => `${passed} hold, ${failed} do not`,
    failure: "The expectations were not replayed.",
  });
  const remove = useOperation(expectationDelete, { failure: "The expectation was not deleted." });
  if (query.isError) return <ReadProblem happened="The expectations could not be loaded." reading={query} />;
  if (query.isPending) return <Skeleton className="h-24" />;
  const { items, total } = query.data;
  return (
    <section aria-labelledby="expectations">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="expectations" className="font-medium">
          Expectations <span className="text-muted-foreground tabular-nums">{total}</span>
        </h2>
        {may_write && items.length > 0 && (
          <Button size="sm" busy={replay.isPending} onClick={() => replay.mutate({})}>
            Replay
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <p className="rounded-md border p-4 text-muted-foreground text-sm">
          None yet. Keep one from a candidate above: it says on replay whether that memory is still served.
        </p>
      ) : (
        <ul className="divide-y rounded-md border bg-card">
          {items.map(({ id, name, memory, within, passed, found_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3">
              <span className="min-w-0 flex-1 basis-64">
                <span className="block wrap-anywhere">{name}</span>
                <span className="line-clamp-1 text-muted-foreground text-xs">{memory.statement}</span>
              </span>
              <span className="text-xs">{replayWords({ passed, found_at, within })}</span>
              {may_write && (
                <Button
                  size="icon_sm"
                  variant="ghost"
                  aria-label={`Delete the expectation: ${name}`}
                  onClick={() => remove.mutate({ expectation_id: id })}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
