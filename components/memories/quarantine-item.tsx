"use client";

import { EyeOff } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Actor } from "@/components/pieces/actor";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { KeyHints } from "@/components/review-queue/actions";
import { Keys } from "@/components/ui/kbd";
import type { Quarantined, Suspicion } from "@/lib/memories/contract";
import { QuarantineFacts } from "./quarantine-facts";
import { ruleWord } from "./quarantine-words";
import { type Stretch, shortNames, stretchesOf } from "./visible-text";

/** One quarantined memory: the words that a rule stopped at, marked; who wrote it; where it would go. */
export function QuarantineItem({
  item,
  heading,
  buttons,
}: {
  item: Quarantined;
  heading: RefObject<HTMLHeadingElement | null>;
  /** The buttons that decide on it. */
  buttons: ReactNode;
}) {
  const { memory, suspicions, by } = item;
  return (
    <article aria-labelledby="quarantine-heading" className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1.5">
        <h2
          ref={heading}
          id="quarantine-heading"
          tabIndex={-1}
          className="text-pretty font-medium text-base first-letter:uppercase"
        >
          {verdictOf(suspicions)}
        </h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
          <span className="min-w-0 max-w-full">
            {memory.held_at === null && "quarantined "}
            {memory.held_at !== null && "held back from other agents "}
            <RelativeTime at={memory.held_at ?? memory.status_since} />
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:hidden">
        {buttons}
        <KeyHints>
          <Keys keys="x" /> select
        </KeyHints>
      </div>
      <Texts item={item} />
      <QuarantineFacts item={item} />
    </article>
  );
}

/** What the rules found, as one sentence. */
function verdictOf(suspicions: readonly Suspicion[]): string {
  if (suspicions.length === 0) return "The current rules no longer find anything in it";
  const reasons = new Map(suspicions.map(({ rule, reason }) => [rule, reason]));
  return `It ${[...reasons.values()].join("; it ")}`;
}

/** The texts in which something was found; the statement in any case. */
function Texts({ item: { memory, suspicions, texts } }: { item: Quarantined }) {
  const shown = texts.filter(() => suspicions.length > 0);
  return (
    <>
      {shown.map(({ field, text }) => (
        <Block
          key={field}
          label={fieldWord(field)}
          text={text}
          suspicions={suspicions.filter((suspicion) => suspicion.field === field)}
        />
      ))}
      {!shown.some(({ field }) => field === "/statement") && (
        <Block label="Statement" text={memory.statement} suspicions={[]} />
      )}
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
                  decoded: <q className="font-mono text-xs">{suspicion.reveals.slice(0, 400)}</q>
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
