import { Check, Minus, X } from "lucide-react";
import { Figure as FigureOf, MeasureHint } from "@/components/pieces/figure";
import { formatCount, formatShare, orDash } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { measureOf } from "@/lib/kernel/measures";
import type { Figure } from "@/lib/sessions/contract";

/** What is counted, in words: "12 of 40 packs". */
function sampleOf({ name, count, of }: Figure): string {
  const what = measureOf(name).of;
  if (of === 0 || what === null) return "";
  if (count === null) return `mean of ${formatCount(of)} ${what}`;
  return `${formatCount(count)} of ${formatCount(of)} ${what}`;
}

const COMPARED: Record<NonNullable<Figure["target"]>["is"], string> = {
  at_least: "≥",
  above: ">",
  at_most: "≤",
  below: "<",
};

function written(value: number, unit: Figure["unit"]): string {
  switch (unit) {
    case "share":
      return formatShare(value);
    case "score":
      return value.toFixed(2);
    case "tokens":
      return formatCount(Math.round(value));
    case "bytes":
      if (value >= 1024 ** 3) return `${(value / 1024 ** 3).toFixed(1)} GB`;
      return `${formatCount(Math.round(value / 1024 ** 2))} MB`;
  }
}

function targetOf({ is, value }: NonNullable<Figure["target"]>, unit: Figure["unit"]): string {
  const exact = unit === "share" && ((is === "at_least" && value === 1) || (is === "at_most" && value === 0));
  if (exact) return written(value, unit);
  return `${COMPARED[is]} ${written(value, unit)}`;
}

const VERDICTS = {
  met: { icon: Check, word: "met", className: "text-ok" },
  missed: { icon: X, word: "missed", className: "text-danger" },
  unknown: { icon: Minus, word: "nothing to count yet", className: "text-muted-foreground" },
} as const;

function verdictOf({ value, target, met }: Figure) {
  if (value === null) return VERDICTS.unknown;
  if (target === null || met === null) return null;
  if (met) return VERDICTS.met;
  return VERDICTS.missed;
}

/** "[35–47]", in the unit of the figure; nothing where there is no interval. */
function Interval({ figure: { low, high, unit } }: { figure: Figure }) {
  if (low === null || high === null) return null;
  const bare = (value: number) => {
    if (unit === "share") return String(Math.round(value * 100));
    return written(value, unit);
  };
  return (
    <span className="ml-1.5 font-normal text-muted-foreground" title="95 % interval">
      <span aria-hidden>
        [{bare(low)}–{bare(high)}]
      </span>
      <span className="sr-only">
        , between {written(low, unit)} and {written(high, unit)}
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
  const filter = filterOf(figure, scope);
  const verdict = verdictOf(figure);
  return (
    <div className="flex items-baseline justify-between gap-3 border-border border-b py-2">
      <dt className="flex min-w-0 items-center gap-1 text-sm">
        <span className="text-pretty">{measureOf(figure.name).term}</span>
        <MeasureHint measure={figure.name} filter={filter} />
      </dt>
      <dd className="shrink-0 text-right">
        <span className="block font-medium tabular-nums">
          <FigureOf
            measure={figure.name}
            filter={filter}
            value={figure.value}
            n={figure.of}
            part={figure.count ?? undefined}
          >
            {orDash(figure.value, (value) => written(value, figure.unit))}
            <Interval figure={figure} />
          </FigureOf>
          {figure.target !== null && (
            <span className="ml-2 font-normal text-muted-foreground text-xs">
              target {targetOf(figure.target, figure.unit)}
            </span>
          )}
        </span>
        <span className="flex items-center justify-end gap-1 text-muted-foreground text-xs">
          {sampleOf(figure)}
          {verdict !== null && (
            <span className={cn("inline-flex items-center gap-0.5", verdict.className)}>
              <verdict.icon aria-hidden className="size-3.5" />
              {verdict.word}
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
