"use client";

import { useMutation } from "@tanstack/react-query";
import { FlaskConical, Play, Target } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";
import { AsOfControl } from "@/components/pieces/as-of-control";
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
import { useMessages } from "@/components/ui/messages";
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
import { missingParts } from "@/messages/compiled/missing-parts";
import { recallsPlayground } from "@/messages/compiled/recalls-playground";
import type { PlainKey } from "@/messages/message";
import { Candidates } from "./candidates";
import { Expectations } from "./expectations";
import { playgroundParameters } from "./filters";
import { ServedPack } from "./pack";
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

/** The settings of packs that can be compared, with their least and largest values. */
const COMPARED_SETTINGS = [
  { name: "floor", word: "relevance_floor", min: 0, max: 100 },
  { name: "memories", word: "maximum_memories", min: 1, max: 50 },
  { name: "characters", word: "characters", min: 300, max: 7_900 },
] as const;

/** What an agent would be given for a task, and why; with other settings beside it. */
export function PlaygroundScreen({ may_write }: { may_write: boolean }) {
  const t = useMessages(recallsPlayground);
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
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <RecallsNav />
      <form
        className="mb-6 grid grid-cols-1 gap-3 lg:grid-cols-[2fr_1fr_1fr]"
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate();
        }}
      >
        <Field label={t("task")} className="lg:row-span-2" hint={t("task_hint")}>
          {(control) => (
            <Textarea
              {...control}
              required
              value={values.task}
              placeholder={t("task_example")}
              onChange={(event) => void setValues({ task: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("agent_type")}>
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
        <Field label={t("repository")} hint={t("repository_hint")}>
          {(control) => (
            <SuggestInput
              {...control}
              kind="repository"
              value={values.repository ?? ""}
              onValue={(repository) => void setValues({ repository: repository || null })}
            />
          )}
        </Field>
        <Field label={t("agent")} hint={t("agent_hint")}>
          {(control) => (
            <SuggestInput
              {...control}
              kind="agent"
              value={values.agent}
              onValue={(agent) => void setValues({ agent })}
            />
          )}
        </Field>
        <Field label={t("changed_files")} hint={t("changed_files_hint")}>
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
          <legend className="sr-only">{t("settings")}</legend>
          <Button type="submit" variant="primary" busy={run.isPending}>
            {!run.isPending && <Play aria-hidden />}
            {t("ask")}
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
            {t("compare")}
          </label>
          {values.compare &&
            values.as_of === null &&
            COMPARED_SETTINGS.map(({ name, word, min, max }) => (
              <NumberField
                key={name}
                label={t(word)}
                value={values[name]}
                min={min}
                max={max}
                onChange={(value) => void setValues({ [name]: value })}
              />
            ))}
        </fieldset>
        <div className="lg:col-span-3">
          <FormProblem error={run.error} />
        </div>
      </form>
      {run.data ? (
        <Answer answer={run.data} may_write={may_write} />
      ) : (
        <EmptyState icon={FlaskConical} title={t("empty")}>
          {t("empty_text")}
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

function titleOf({ other, past }: Compared): PlainKey<typeof recallsPlayground> {
  if (past !== null) return "pack_now";
  if (other !== null) return "pack_usual";
  return "pack";
}

/** What would be given, of how much, and how long that took. */
function Summary({ answer }: { answer: RecallPreview }) {
  const t = useMessages(recallsPlayground);
  const missing = useMessages(missingParts);
  const { category, category_guessed, check_before_use, degraded } = answer;
  const counts = {
    served: answer.memories.length,
    considered: answer.candidates.length,
    ms: Math.round(answer.latency_ms),
  };
  const unchecked = check_before_use.length;
  return (
    <p className="text-sm">
      {t.rich(category_guessed ? "category_guessed" : "category", {
        category,
        strong: (content) => <strong>{content}</strong>,
      })}{" "}
      {unchecked > 0 ? t("in_pack_and_unchecked", { ...counts, unchecked }) : t("in_pack", counts)}
      {degraded.length > 0 && ` ${t("without", { missing: missingInWords({ t: missing, degraded }) })}`}
    </p>
  );
}

function Answer({ answer, may_write }: { answer: Compared; may_write: boolean }) {
  const t = useMessages(recallsPlayground);
  const { asked, usual, other, past } = answer;
  const nothing = (one: RecallPreview) => one.reason ?? t("nothing");
  return (
    <div className="mb-8 flex flex-col gap-5">
      <Summary answer={usual} />
      <Waterfall stages={usual.stages} latency_ms={usual.latency_ms} />
      {past !== null && <ThenAndNowPacks past={past} present={usual} />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {past !== null && (
          <ServedPack
            title={t("pack_past")}
            markdown={past.context}
            tokens={past.tokens}
            characters={past.characters}
            nothing={past.reason ?? t("nothing_past")}
          />
        )}
        <ServedPack
          title={t(titleOf(answer))}
          markdown={usual.context}
          tokens={usual.tokens}
          characters={usual.characters}
          nothing={nothing(usual)}
        />
        {other !== null && (
          <ServedPack
            title={t("pack_other")}
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
  const t = useMessages(recallsPlayground);
  const save = useOperation(expectationCreate, {
    success: t("expectation_saved"),
    failure: t("expectation_not_saved"),
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
      {t("expect", { count: WITHIN })}
    </Button>
  );
}
