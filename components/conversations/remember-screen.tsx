"use client";

import { useQuery } from "@tanstack/react-query";
import { BrainCircuit, MessageCircleQuestion } from "lucide-react";
import { parseAsBoolean, parseAsString, useQueryStates } from "nuqs";
import { type FormEvent, useState } from "react";
import { joinSaid } from "@/components/pieces/format";
import { missingInWords } from "@/components/pieces/missing-parts";
import { PageHeader } from "@/components/pieces/page-header";
import { ReadProblem } from "@/components/pieces/problem";
import { StatementLink } from "@/components/pieces/statement-link";
import { useFormat } from "@/components/pieces/use-format";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { conversationContext, conversationList } from "@/lib/conversations/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { conversationRemember } from "@/messages/compiled/conversation-remember";
import { missingParts } from "@/messages/compiled/missing-parts";
import { ConversationsNav } from "./conversations-nav";
import { LabelledCheckbox } from "./labelled-checkbox";
import { AGENTS_WITH_LOGS } from "./parameters";

const parameters = {
  agent: parseAsString,
  question: parseAsString.withDefault(""),
  others: parseAsBoolean.withDefault(false),
};

/** What an agent would be reminded of before it answers a question. */
export function RememberScreen() {
  const t = useMessages(conversationRemember);
  const [asked, setAsked] = useQueryStates(parameters, { history: "push" });
  const days = useQuery(operationQuery(conversationList, AGENTS_WITH_LOGS));
  const agents = days.data?.agents ?? [];
  const agent = asked.agent ?? agents[0];
  const isAsked = agent !== undefined && asked.question.trim() !== "";
  const answer = useQuery({
    ...operationQuery(conversationContext, {
      agent,
      question: asked.question,
      include_other_agents: asked.others,
    }),
    enabled: isAsked,
  });
  return (
    <>
      <PageHeader title={t("title")} question={t("title_question")} className="mb-2" />
      <ConversationsNav />
      <ReadProblem happened={t("agents_unreadable")} reading={days} />
      <QuestionForm
        key={`${asked.question} ${asked.others}`}
        agent={agent ?? null}
        agents={agents}
        question={asked.question}
        others={asked.others}
        busy={isAsked && answer.isFetching}
        onAgent={(chosen) => void setAsked({ agent: chosen })}
        onAsk={(question, others) => void setAsked({ agent: agent ?? null, question, others })}
      />
      <ReadProblem happened={t("facts_unreadable")} reading={answer} />
      {isAsked && answer.isPending && <Skeleton className="h-40" />}
      {answer.data !== undefined && isAsked && <Remembered answer={answer.data} agent={agent} />}
      {!isAsked && days.data !== undefined && (
        <div className="rounded-md border bg-card">
          <EmptyState icon={MessageCircleQuestion} title={t(agents.length === 0 ? "none" : "ask_first")}>
            {t(agents.length === 0 ? "none_meaning" : "ask_first_meaning")}
          </EmptyState>
        </div>
      )}
    </>
  );
}

function QuestionForm({
  agent,
  agents,
  question,
  others,
  busy,
  onAgent,
  onAsk,
}: {
  agent: string | null;
  agents: readonly string[];
  question: string;
  others: boolean;
  busy: boolean;
  onAgent: (agent: string) => void;
  onAsk: (question: string, others: boolean) => void;
}) {
  const t = useMessages(conversationRemember);
  const [text, setText] = useState(question);
  const [withOthers, setWithOthers] = useState(others);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(text, withOthers);
  };
  return (
    <form onSubmit={submit} className="mb-6 flex flex-wrap items-end gap-3">
      <Field label={t("agent")}>
        {({ id }) => (
          <Choose
            id={id}
            className="min-w-40 max-w-64"
            value={agent}
            placeholder={t("no_agent")}
            disabled={agents.length === 0}
            options={agents.map((name) => ({ value: name, label: name }))}
            onChoose={onAgent}
          />
        )}
      </Field>
      <Field label={t("question")} className="min-w-64 flex-1">
        {(control) => (
          <Input
            {...control}
            required
            dir="auto"
            maxLength={limitsOf(conversationContext, "question").maxLength}
            placeholder={t("question_example")}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <span className="flex h-8 items-center gap-2 text-sm">
        <LabelledCheckbox checked={withOthers} onChange={setWithOthers}>
          {t("with_others")}
        </LabelledCheckbox>
      </span>
      <Button type="submit" variant="primary" busy={busy} disabled={agent === null}>
        {t("ask")}
      </Button>
    </form>
  );
}

function Remembered({
  answer: { facts, degraded },
  agent,
}: {
  answer: OutputOf<typeof conversationContext>;
  agent: string;
}) {
  const t = useMessages(conversationRemember);
  const missing = useMessages(missingParts);
  const { formatShare } = useFormat();
  const whyInWords = (relevance: number | null) => {
    if (relevance === null) return t("latest");
    return t("fits", { relevance: formatShare(relevance) });
  };
  return (
    <section aria-label={t("remembered")} aria-live="polite" className="min-w-0 max-w-4xl">
      {degraded.length > 0 && (
        <p role="alert" className="mb-2 text-sm text-warn">
          {t("incomplete", { parts: missingInWords({ t: missing, degraded }) })}
        </p>
      )}
      {facts.length === 0 ? (
        <div className="rounded-md border bg-card">
          <EmptyState icon={BrainCircuit} title={t("no_facts")}>
            {t("no_facts_meaning")}
          </EmptyState>
        </div>
      ) : (
        <ul className="divide-y rounded-md border bg-card">
          {facts.map((fact) => (
            <li
              key={fact.id}
              className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-3 py-2 text-sm"
            >
              <div className="min-w-0 flex-1 basis-64">
                <StatementLink memory={fact} />
              </div>
              <span className="text-muted-foreground tabular-nums">
                {joinSaid([fact.agent !== agent && fact.agent, whyInWords(fact.relevance)])}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
