"use client";

import { Check, Minus, X } from "lucide-react";
import { Figure as FigureOf } from "@/components/pieces/figure";
import { orDash } from "@/components/pieces/format";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { useFormat } from "@/components/pieces/use-format";
import { useMeasureWords } from "@/components/pieces/use-measure-words";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { measureOf } from "@/lib/kernel/measures";
import type { Figure } from "@/lib/sessions/contract";
import { recallsAgents } from "@/messages/compiled/recalls-agents";
import type { Translate } from "@/messages/message";

type T = Translate<typeof recallsAgents>;

/** What is counted, in words: "12 of 40 packs". */
function sampleOf({
  t,
  what,
  count,
  of,
}: { t: T; what: string | null } & Pick<Figure, "count" | "of">): string {
  if (of === 0 || what === null) return "";
  if (count === null) return t("sample_mean", { of, what });
  return t("sample", { count, of, what });
}

const COMPARED: Record<NonNullable<Figure["target"]>["is"], string> = {
  at_least: "≥",
  above: ">",
  at_most: "≤",
  below: "<",
};

type Unit = Figure["unit"];
/** Writes a value in its unit. */
type Write = (value: number, unit: Unit) => string;

function useWrite(): Write {
  const t = useMessages(recallsAgents);
  const { formatShare, formatCount } = useFormat();
  return (value, unit) => {
    switch (unit) {
      case "share":
        return formatShare(value);
      case "score":
        return t("score", { value });
      case "tokens":
        return formatCount(Math.round(value));
      case "bytes":
        if (value >= 1024 ** 3) return t("gigabytes", { value: value / 1024 ** 3 });
        return t("megabytes", { value: Math.round(value / 1024 ** 2) });
    }
  };
}

function targetOf({
  write,
  unit,
  target: { is, value },
}: {
  write: Write;
  unit: Unit;
  target: NonNullable<Figure["target"]>;
}): string {
  const exact = unit === "share" && ((is === "at_least" && value === 1) || (is === "at_most" && value === 0));
  if (exact) return write(value, unit);
  return `${COMPARED[is]} ${write(value, unit)}`;
}

const VERDICTS = {
  met: { icon: Check, word: "verdict_met", className: "text-ok" },
  missed: { icon: X, word: "verdict_missed", className: "text-danger" },
  unknown: { icon: Minus, word: "verdict_unknown", className: "text-muted-foreground" },
} as const;

function verdictOf({ value, target, met }: Figure) {
  if (value === null) return VERDICTS.unknown;
  if (target === null || met === null) return null;
  if (met) return VERDICTS.met;
  return VERDICTS.missed;
}

/** "[35–47]", in the unit of the figure; nothing where there is no interval. */
function Interval({ figure: { low, high, unit } }: { figure: Figure }) {
  const t = useMessages(recallsAgents);
  const write = useWrite();
  if (low === null || high === null) return null;
  const bare = (value: number) => {
    if (unit === "share") return String(Math.round(value * 100));
    return write(value, unit);
  };
  return (
    <span className="ml-1.5 font-normal text-muted-foreground" title={t("interval")}>
      <span aria-hidden>
        [{bare(low)}–{bare(high)}]
      </span>
      <span className="sr-only">
        {t("interval_between", { low: write(low, unit), high: write(high, unit) })}
      </span>
    </span>
  );
}

/** What narrows a figure: those about now know no period. */
function filterOf({ name }: Figure, { repository, days, since }: Scope) {
  if (measureOf(name).window === "now") return { repository };
  return { repository, days, after: since };
}

type Scope = { repository: string | null; days: string; since: string };

function FigureRow({ figure, scope }: { figure: Figure; scope: Scope }) {
  const t = useMessages(recallsAgents);
  const write = useWrite();
  const measureWords = useMeasureWords();
  const { term, of: what } = measureWords(figure.name);
  const filter = filterOf(figure, scope);
  const verdict = verdictOf(figure);
  const { unit, target, count, of } = figure;
  return (
    <div className="flex items-baseline justify-between gap-3 border-border border-b py-2">
      <dt className="flex min-w-0 items-center gap-1 text-sm">
        <span className="text-pretty">{term}</span>
        <MeasureHint measure={figure.name} filter={filter} />
      </dt>
      <dd className="shrink-0 text-right">
        <span className="block font-medium tabular-nums">
          <FigureOf
            measure={figure.name}
            filter={filter}
            value={figure.value}
            n={of}
            part={count ?? undefined}
          >
            {orDash(figure.value, (value) => write(value, unit))}
            <Interval figure={figure} />
          </FigureOf>
          {target !== null && (
            <span className="ml-2 font-normal text-muted-foreground text-xs">
              {t("target", { target: targetOf({ write, unit, target }) })}
            </span>
          )}
        </span>
        <span className="flex items-center justify-end gap-1 text-muted-foreground text-xs">
          {sampleOf({ t, what, count, of })}
          {verdict !== null && (
            <span className={cn("inline-flex items-center gap-0.5", verdict.className)}>
              <verdict.icon aria-hidden className="size-3.5" />
              {t(verdict.word)}
            </span>
          )}
        </span>
      </dd>
    </div>
  );
}

/** The organization's figures, each with its interval, its target where it has one, and a way to its rows. */
export function FigureList({
  figures,
  since,
  days,
  repository,
}: {
  figures: readonly Figure[];
  /** The period, in days. */
  days: string;
  /** Where the period begins, for the rows of the ledger. */
  since: string;
  repository: string | null;
}) {
  const scope = { repository, days, since };
  return (
    <dl className="grid gap-x-10 lg:grid-cols-2">
      {figures.map((figure) => (
        <FigureRow key={figure.name} figure={figure} scope={scope} />
      ))}
    </dl>
  );
}
