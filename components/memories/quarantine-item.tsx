"use client";

import { EyeOff } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Actor } from "@/components/pieces/actor";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { KeyHints } from "@/components/review-queue/actions";
import { Keys } from "@/components/ui/kbd";
import { useMessages } from "@/components/ui/messages";
import type { Quarantined, Suspicion } from "@/lib/memories/contract";
import { quarantineItem } from "@/messages/compiled/quarantine-item";
import type { PlainKey, Translate } from "@/messages/message";
import { QuarantineFacts } from "./quarantine-facts";
import { ruleWord } from "./quarantine-words";
import { shortNames, type TextRun, textRunsOf } from "./visible-text";

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
  const t = useMessages(quarantineItem);
  const { memory, suspicions } = item;
  return (
    <article aria-labelledby="quarantine-heading" className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1.5">
        <h2
          ref={heading}
          id="quarantine-heading"
          tabIndex={-1}
          className="text-pretty font-medium text-base first-letter:uppercase"
        >
          {verdictOf({ t, suspicions })}
        </h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
          <span className="min-w-0 max-w-full">
            <Stopped item={item} />
          </span>
          <KindBadge kind={memory.kind} />
          <MemoryReach memory={memory} />
        </p>
      </header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:hidden">
        {buttons}
        <KeyHints>{t.rich("select", { keys: () => <Keys keys="x" /> })}</KeyHints>
      </div>
      <Texts item={item} />
      <QuarantineFacts item={item} />
    </article>
  );
}

/** Since when it is quarantined or held back, and by whom. */
function Stopped({ item: { memory, by } }: { item: Quarantined }) {
  const t = useMessages(quarantineItem);
  const values = {
    how: memory.held_at === null ? "quarantined" : "held",
    when: () => <RelativeTime at={memory.held_at ?? memory.status_since} />,
  };
  if (by === null) return t.rich("stopped", values);
  return t.rich("stopped_by", {
    ...values,
    actor: () => <Actor actor={{ kind: by.kind, name: by.name }} className="align-bottom" />,
  });
}

/** What the rules found, as one sentence. */
function verdictOf({
  t,
  suspicions,
}: {
  t: Translate<typeof quarantineItem>;
  suspicions: readonly Suspicion[];
}): string {
  if (suspicions.length === 0) return t("verdict_nothing");
  const reasons = new Map(suspicions.map(({ rule, reason }) => [rule, reason]));
  const all = [...reasons.values()].reduce((before, reason) => t("verdict_and", { reasons: before, reason }));
  return t("verdict", { reasons: all });
}

/** The texts in which something was found; the statement in any case. */
function Texts({ item: { memory, suspicions, texts } }: { item: Quarantined }) {
  const t = useMessages(quarantineItem);
  const shown = texts.filter(() => suspicions.length > 0);
  return (
    <>
      {shown.map(({ field, text }) => (
        <Block
          key={field}
          label={partOf({ t, field })}
          text={text}
          suspicions={suspicions.filter((suspicion) => suspicion.field === field)}
        />
      ))}
      {!shown.some(({ field }) => field === "/statement") && (
        <Block label={t("part_statement")} text={memory.statement} suspicions={[]} />
      )}
    </>
  );
}

const PARTS: Record<string, PlainKey<typeof quarantineItem>> = {
  "/statement": "part_statement",
  "/reasoning": "part_reasoning",
  "/outcome": "part_outcome",
  "/category": "part_category",
  "/user": "part_user",
};

/** A part of a memory by its name; one of its metadata by the path that agents wrote. */
function partOf({ t, field }: { t: Translate<typeof quarantineItem>; field: string }): string {
  const known = PARTS[field];
  if (known !== undefined) return t(known);
  const [, first, ...rest] = field.split("/");
  return [first === "metadata" ? null : first, ...rest].filter(Boolean).join(" ");
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
        {textRunsOf(text, suspicions).map((run) => {
          if (run.hits.length === 0) return <Said key={run.start} run={run} />;
          return (
            <mark
              key={run.start}
              className="rounded-xs bg-danger-soft text-foreground underline decoration-2 decoration-danger underline-offset-3"
            >
              <Said run={run} />
            </mark>
          );
        })}
      </p>
      {suspicions.length !== 0 && (
        <ul className="flex flex-col gap-1 border-t px-3 py-2 text-sm">
          {suspicions.map((suspicion) => (
            <li key={`${suspicion.rule} ${suspicion.start}`} className="min-w-0">
              <Find suspicion={suspicion} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What a rule found, where, and what that says once it is decoded. */
function Find({ suspicion: { rule, start, reveals } }: { suspicion: Suspicion }) {
  const t = useMessages(quarantineItem);
  return (
    <>
      {t.rich("find", {
        rule: () => <span className="font-medium">{ruleWord({ t, rule })}</span>,
        place: (content) => <span className="text-muted-foreground">{content}</span>,
        position: start + 1,
      })}
      {reveals !== null && (
        <span className="block wrap-anywhere">
          {t.rich("decoded", { text: () => <q className="font-mono text-xs">{reveals.slice(0, 400)}</q> })}
        </span>
      )}
    </>
  );
}

function Said({ run: { text, hidden } }: { run: TextRun }) {
  const t = useMessages(quarantineItem);
  if (hidden === null) return text;
  return (
    <span
      className="mx-px inline-flex items-center gap-1 rounded-sm border border-danger/40 bg-danger-soft px-1 align-baseline font-mono text-danger text-xs"
      title={hidden}
    >
      <EyeOff aria-hidden className="size-3" />
      {shortNames({ t, hidden })}
    </span>
  );
}
