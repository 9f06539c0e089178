"use client";

import { EyeOff } from "lucide-react";
import Link from "next/link";
import type { ReactNode, RefObject } from "react";
import { Actor } from "@/components/pieces/actor";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { type Quarantined, REACH_DAYS, type Suspicion } from "@/lib/memories/contract";
import { type Stretch, shortNames, stretchesOf } from "./visible-text";

/** Words for the rules, as a lead reads them. */
export const RULE_WORDS: Record<string, string> = {
  override: "Sets instructions aside",
  role: "Gives a role",
  prompt_leak: "Asks for the prompt",
  concealment: "Hides from the user",
  addressing: "Addresses the model",
  compliance: "Demands obedience",
  markup: "Role or tool markup",
  hidden_text: "Hidden characters",
  encoded_text: "Encoded message",
  exfiltration: "Carries data out",
};

export const ruleWord = (rule: string) => RULE_WORDS[rule] ?? rule;

const times = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Where a memory would reach, in the fewest words: "3 agents, 41 recalls". */
export const reachWords = ({ agents, recalls }: Quarantined["reach"]) => {
  if (recalls === 0) return "no recall last week";
  return `${times(agents, "agent", "agents")}, ${times(recalls, "recall", "recalls")} last week`;
};

/** One quarantined memory: the words that a rule stopped at, marked; who wrote it; where it would go. */
export function QuarantineItem({
  item,
  heading,
  actions,
}: {
  item: Quarantined;
  heading: RefObject<HTMLHeadingElement | null>;
  actions: ReactNode;
}) {
  const { memory, suspicions, texts, by, reach } = item;
  const rules = [...new Map(suspicions.map((suspicion) => [suspicion.rule, suspicion])).values()];
  return (
    <article aria-labelledby="quarantine-heading" className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1.5">
        <h2
          ref={heading}
          id="quarantine-heading"
          tabIndex={-1}
          className="text-pretty font-medium text-base first-letter:uppercase"
        >
          {suspicions.length === 0
            ? "The rules in force find nothing in it any more"
            : `It ${rules.map(({ reason }) => reason).join("; it ")}`}
        </h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
          <span className="min-w-0 max-w-full">
            quarantined <RelativeTime at={memory.status_since} />
            {by !== null && (
              <>
                {" by "}
                <Actor actor={{ kind: by.kind, name: by.name }} className="align-bottom" />
              </>
            )}
          </span>
          <KindBadge kind={memory.kind} />
          <MemoryReach memory={memory} />
        </p>
      </header>
      {actions}
      {suspicions.length === 0 ? (
        <Block label="Statement" text={memory.statement} suspicions={[]} />
      ) : (
        texts.map(({ field, text }) => (
          <Block
            key={field}
            label={fieldWord(field)}
            text={text}
            suspicions={suspicions.filter((suspicion) => suspicion.field === field)}
          />
        ))
      )}
      {!texts.some(({ field }) => field === "/statement") && suspicions.length !== 0 && (
        <Block label="Statement" text={memory.statement} suspicions={[]} />
      )}
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Row term="Would reach">
          <span className="inline-flex flex-wrap items-center gap-1">
            <span className="font-medium">{reachWords(reach)}</span>
            {reach.candidate > 0 && (
              <span className="text-muted-foreground">
                , of which {formatCount(reach.candidate)} looked at it and {formatCount(reach.served)} gave it
              </span>
            )}
            <DefinitionHint term="Would reach" rows_href={`/memories/${memory.id}`}>
              Recalls of the last {REACH_DAYS} days, from the ledger, that it could have been in: its scope
              reaches them (organization, repository, agent or session), and packs of that agent type are made
              of such memories. Agents are those that asked. What looked at it and what gave it is counted
              from the candidates on record.
            </DefinitionHint>
          </span>
        </Row>
        <Row term="Scope">{memory.scope}</Row>
        <Row term="Written by">
          <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2">
            <Actor
              actor={{
                kind: memory.created_by.kind,
                name: memory.created_by.name,
                detail: memory.agent_type,
              }}
            />
            <RelativeTime at={memory.created_at} className="text-muted-foreground" />
          </span>
        </Row>
        {memory.agent !== null && memory.agent !== memory.created_by.name && (
          <Row term="Agent">
            <span className="wrap-anywhere">{memory.agent}</span>
          </Row>
        )}
        {memory.session_id !== null && (
          <Row term="Session">
            <span className="break-all font-mono text-xs">{memory.session_id}</span>
          </Row>
        )}
        <Row term="Source">
          {memory.source.kind}
          {memory.source.id !== null && memory.source.id !== memory.session_id && (
            <span className="break-all text-muted-foreground"> {memory.source.id}</span>
          )}
        </Row>
        <Row term="History">
          <Link href={`/memories/${memory.id}`} className="text-primary underline-offset-4 hover:underline">
            Open the memory
          </Link>
        </Row>
      </dl>
    </article>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

const FIELD_WORDS: Record<string, string> = {
  "/statement": "Statement",
  "/reasoning": "Reasoning",
  "/outcome": "Outcome",
  "/category": "Category",
  "/user": "User",
};

function fieldWord(field: string): string {
  const [, first, ...rest] = field.split("/");
  return FIELD_WORDS[field] ?? [first === "metadata" ? null : first, ...rest].filter(Boolean).join(" ");
}

/** A text with what was found in it marked, and what cannot be seen named; then what each find is. */
function Block({
  label,
  text,
  suspicions,
}: {
  label: string;
  text: string;
  suspicions: readonly Suspicion[];
}) {
  return (
    <section aria-label={label} className="min-w-0 rounded-md border bg-card">
      <h3 className="border-b px-3 py-1.5 text-muted-foreground text-xs">{label}</h3>
      <p
        dir="auto"
        className="relative max-h-80 overflow-y-auto whitespace-pre-wrap px-3 py-2.5 text-sm wrap-anywhere"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
        tabIndex={0}
      >
        {stretchesOf(text, suspicions).map((stretch) => {
          if (stretch.hits.length === 0) return <Said key={stretch.start} stretch={stretch} />;
          return (
            <mark
              key={stretch.start}
              className="rounded-xs bg-danger-soft text-foreground underline decoration-2 decoration-danger underline-offset-3"
            >
              <Said stretch={stretch} />
            </mark>
          );
        })}
      </p>
      {suspicions.length !== 0 && (
        <ul className="flex flex-col gap-1 border-t px-3 py-2 text-sm">
          {suspicions.map((suspicion) => (
            <li key={`${suspicion.rule} ${suspicion.start}`} className="min-w-0">
              <span className="font-medium">{ruleWord(suspicion.rule)}</span>
              <span className="text-muted-foreground"> at character {formatCount(suspicion.start + 1)}</span>
              {suspicion.reveals !== null && (
                <span className="block wrap-anywhere">
                  reads: <q className="font-mono text-xs">{suspicion.reveals.slice(0, 400)}</q>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Said({ stretch: { text, hidden } }: { stretch: Stretch }) {
  if (hidden === null) return text;
  return (
    <span
      className="mx-px inline-flex items-center gap-1 rounded-sm border border-danger/40 bg-danger-soft px-1 align-baseline font-mono text-danger text-xs"
      title={hidden}
    >
      <EyeOff aria-hidden className="size-3" />
      {shortNames(hidden)}
    </span>
  );
}
