"use client";

import { useMutation } from "@tanstack/react-query";
import { FlaskConical, Play, Target } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";
import { AsOfControl } from "@/components/pieces/as-of-control";
import { countOf } from "@/components/pieces/format";
import { missingInWords } from "@/components/pieces/missing-parts";
import { PageHeader } from "@/components/pieces/page-header";
import { FormProblem } from "@/components/pieces/problem";
import { SuggestInput } from "@/components/pieces/suggest-input";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { AGENT_TYPES } from "@/lib/access/contract";
import { call } from "@/lib/doors/client";
import type { CallOf } from "@/lib/kernel/contract";
import {
  expectationCreate,
  type RecallCandidate,
  type RecallPreview,
  recallPreview,
} from "@/lib/recall/contract";
import { Candidates } from "./candidates";
import { Expectations } from "./expectations";
import { playgroundParameters } from "./filters";
import { PackAsGiven } from "./pack";
import { ThenAndNowPacks } from "./pack-then";
import { RecallsNav } from "./recalls-nav";
import { Waterfall } from "./waterfall";

type Question = Omit<CallOf<typeof recallPreview>, "settings">;
type Compared = {
  asked: Question;
  usual: RecallPreview;
  /** With other settings. */
  other: RecallPreview | null;
  /** Of the moment that was asked about. */
  past: RecallPreview | null;
};

const WITHIN = 5;

/** What an agent would be given for a task, and why; with other settings beside it. */
export function PlaygroundScreen({ may_write }: { may_write: boolean }) {
  const [values, setValues] = useQueryStates(playgroundParameters, { history: "replace" });
  const { organization } = useMe();
  const agent_types = [...AGENT_TYPES, ...(organization?.settings.agent_types ?? [])];
  const question: Question = {
    task: values.task,
    agent_type: values.agent_type,
    ...(values.agent.trim() !== "" && { agent: values.agent.trim() }),
    repository: values.repository ?? undefined,
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
      const { as_of, time_zone } = values;
      if (as_of !== null) {
        const moment = { as_of, time_zone: time_zone ?? undefined };
        const past = await call(recallPreview, { ...question, ...moment });
        return { asked: question, usual, other: null, past };
      }
      const other = values.compare ? await call(recallPreview, { ...question, settings }) : null;
      return { asked: question, usual, other, past: null };
    },
  });
  const { mutate } = run;
  // An address with a task is a question: who opens it wants the answer.
  const isAsked = useRef(values.task.trim() === "");
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [mutate]);
  return (
    <>
      <PageHeader
        title="Playground"
        question="What would an agent be served before this task?"
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
        <Field label="Task" className="lg:row-span-2" hint="In the agent's words">
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
            <SuggestInput
              {...control}
              required
              kind={null}
              fixed={agent_types}
              value={values.agent_type}
              onValue={(agent_type) => void setValues({ agent_type })}
            />
          )}
        </Field>
        <Field label="Repository" hint="owner/name; empty: global memories only">
          {(control) => (
            <SuggestInput
              {...control}
              kind="repository"
              value={values.repository ?? ""}
              onValue={(repository) => void setValues({ repository: repository || null })}
            />
          )}
        </Field>
        <Field label="Agent" hint="To include memories of this agent">
          {(control) => (
            <SuggestInput
              {...control}
              kind="agent"
              value={values.agent}
              onValue={(agent) => void setValues({ agent })}
            />
          )}
        </Field>
        <Field label="Changed files" hint="Separated by spaces">
          {(control) => (
            <SuggestInput
              {...control}
              kind="file"
              isList
              className="font-mono text-xs"
              value={values.files}
              onValue={(files) => void setValues({ files })}
            />
          )}
        </Field>
        <fieldset className="flex flex-wrap items-end gap-3 lg:col-span-3">
          <legend className="sr-only">Settings to compare</legend>
          <Button type="submit" variant="primary" busy={run.isPending}>
            {!run.isPending && <Play aria-hidden />}
            Ask
          </Button>
          <AsOfControl
            value={values}
            repository={values.repository}
            onChange={(choice) => void setValues(choice)}
          />
          <label htmlFor="compare" className="inline-flex h-8 items-center gap-2 text-sm">
            <Checkbox
              id="compare"
              checked={values.compare && values.as_of === null}
              disabled={values.as_of !== null}
              onCheckedChange={(compare) => void setValues({ compare: compare === true })}
            />
            Compare with other settings
          </label>
          {values.compare && values.as_of === null && (
            <>
              <NumberField
                label="Relevance floor, %"
                value={values.floor}
                min={0}
                max={100}
                onChange={(floor) => void setValues({ floor })}
              />
              <NumberField
                label="Maximum memories"
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
        <EmptyState icon={FlaskConical} title="Ask a question">
          Type a task and ask. Nothing is recorded, and no memory counts as used. To share the question, share
          this page's address.
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

function titleOf({ other, past }: Compared): string {
  if (past !== null) return "The pack it would get now";
  if (other !== null) return "With the current settings";
  return "The pack it would get";
}

function Answer({ answer, may_write }: { answer: Compared; may_write: boolean }) {
  const { asked, usual, other, past } = answer;
  const nothing = (one: RecallPreview) => one.reason ?? "Nothing would be served.";
  return (
    <div className="mb-8 flex flex-col gap-5">
      <p className="text-sm">
        Category <strong>{usual.category}</strong>
        {usual.category_guessed && ", guessed from the task"}. {usual.memories.length} of{" "}
        {countOf(usual.candidates.length, "considered memory", "considered memories")} would be in the pack
        {usual.check_before_use.length > 0 &&
          `, ${usual.check_before_use.length} more listed under check before use`}
        , after {Math.round(usual.latency_ms)} ms.
        {usual.degraded.length > 0 && ` Without ${missingInWords(usual.degraded)}.`}
      </p>
      <Waterfall stages={usual.stages} latency_ms={usual.latency_ms} />
      {past !== null && <ThenAndNowPacks past={past} present={usual} />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {past !== null && (
          <PackAsGiven
            title="The pack it would have got"
            markdown={past.context}
            tokens={past.tokens}
            characters={past.characters}
            nothing={past.reason ?? "Nothing would have been served."}
          />
        )}
        <PackAsGiven
          title={titleOf(answer)}
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
        {past !== null && <Candidates candidates={past.candidates} />}
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
    success: "Expectation saved",
    failure: "The expectation could not be saved.",
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
