"use client";

import { useQuery } from "@tanstack/react-query";
import { BrainCircuit, MessageCircleQuestion } from "lucide-react";
import { parseAsBoolean, parseAsString, useQueryStates } from "nuqs";
import { type FormEvent, useId, useState } from "react";
import { formatShare } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { ReadProblem } from "@/components/pieces/problem";
import { StatementLink } from "@/components/pieces/statement-link";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Choose } from "@/components/ui/choose";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { conversationContext, conversationList } from "@/lib/conversations/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { ConversationsNav } from "./conversations-nav";
import { AGENTS_WITH_LOGS } from "./parameters";

const parameters = {
  agent: parseAsString,
  question: parseAsString.withDefault(""),
  others: parseAsBoolean.withDefault(false),
};

/** What an agent would be reminded of before it answers a question. */
export function RememberScreen() {
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
      <PageHeader
        title="What I remember"
        question="What would an agent be reminded of before it answers?"
        className="mb-2"
      />
      <ConversationsNav />
      <ReadProblem happened="The agents could not be loaded." reading={days} />
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
      <ReadProblem happened="The facts could not be loaded." reading={answer} />
      {isAsked && answer.isPending && <Skeleton className="h-40" />}
      {answer.data !== undefined && isAsked && <Remembered answer={answer.data} agent={agent} />}
      {!isAsked && days.data !== undefined && (
        <div className="rounded-md border bg-card">
          <EmptyState
            icon={MessageCircleQuestion}
            title={agents.length === 0 ? "No conversations yet" : "Ask a question"}
          >
            {agents.length === 0
              ? "Once an agent has a log that was read at night, ask here what it remembers."
              : "Five facts that fit the question come first, then the five latest."}
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
  const [text, setText] = useState(question);
  const [withOthers, setWithOthers] = useState(others);
  const box = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(text, withOthers);
  };
  return (
    <form onSubmit={submit} className="mb-6 flex flex-wrap items-end gap-3">
      <Field label="Agent">
        {({ id }) => (
          <Choose
            id={id}
            className="min-w-40 max-w-64"
            value={agent}
            placeholder="No agent has a log"
            disabled={agents.length === 0}
            options={agents.map((name) => ({ value: name, label: name }))}
            onChoose={onAgent}
          />
        )}
      </Field>
      <Field label="Question" className="min-w-64 flex-1">
        {(control) => (
          <Input
            {...control}
            required
            dir="auto"
            maxLength={limitsOf(conversationContext, "question").maxLength}
            placeholder="When is the billing service deployed?"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <span className="flex h-8 items-center gap-2 text-sm">
        <Checkbox
          id={box}
          checked={withOthers}
          onCheckedChange={(checked) => setWithOthers(checked === true)}
        />
        <label htmlFor={box} className="cursor-pointer">
          Include other agents' facts
        </label>
      </span>
      <Button type="submit" variant="primary" busy={busy} disabled={agent === null}>
        Ask
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
  return (
    <section aria-label="What it remembers" aria-live="polite" className="min-w-0 max-w-4xl">
      {degraded.length > 0 && (
        <p role="alert" className="mb-2 text-sm text-warn">
          Incomplete: {degraded.join(", ")} failed or took longer than three seconds.
        </p>
      )}
      {facts.length === 0 ? (
        <div className="rounded-md border bg-card">
          <EmptyState icon={BrainCircuit} title="No facts found">
            No fact was learned from this agent's conversations, or none of them is in use.
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
                {fact.agent !== null && fact.agent !== agent && `${fact.agent}, `}
                {fact.relevance === null
                  ? "one of the latest"
                  : `fits, relevance ${formatShare(fact.relevance)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
