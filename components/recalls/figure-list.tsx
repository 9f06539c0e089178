import { Check, Minus, X } from "lucide-react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatShare } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import type { Figure } from "@/lib/sessions/contract";

/** Opens the rows: a page of its own, or the ledger with these filters. */
type Rows = string | Record<string, string>;
type Explained = { term: string; of: (figure: Figure) => string; definition: string; rows?: Rows };

const counted =
  (what: string) =>
  ({ count, of }: Figure) => {
    if (of === 0) return "";
    if (count === null) return `mean of ${formatCount(of)} ${what}`;
    return `${formatCount(count)} of ${formatCount(of)} ${what}`;
  };

const FIGURES: Record<Figure["name"], Explained> = {
  pack_precision: {
    term: "Precision of packs, reported",
    of: counted("memories judged"),
    definition:
      "Memories served in packs that were applied or called helpful, or that a kept expectation names for the same task, of all that somebody reported on or an expectation names.",
    rows: { having: "reported" },
  },
  pack_precision_inferred: {
    term: "Precision of packs, inferred",
    of: counted("memories judged"),
    definition:
      "Of the memories served that nobody reported on: those that an agent's answer follows, of those that it follows, contradicts or ignores. A weak sign, inferred by rules; it moves no quality.",
    rows: { having: "inferred" },
  },
  packs_empty: {
    term: "Empty packs",
    of: counted("packs"),
    definition:
      "Packs with nothing in them because nothing fitted, of all that served something or were empty for that reason. Empty packs that missed a part are in neither number. An empty pack is right when nothing is known of a task.",
    rows: { outcome: "empty", degraded: "false" },
  },
  tokens_per_pack: {
    term: "Tokens a pack",
    of: counted("packs"),
    definition: "Mean tokens of the packs that served something, counted with o200k_base.",
    rows: { outcome: "served" },
  },
  delivered_twice: {
    term: "Delivered twice",
    of: counted("memories in context windows"),
    definition:
      "Memories that a context window had already, unchanged, when a pack brought them, of all that clients confirmed to have put into one. Packs that no client confirmed are in neither number.",
    rows: { having: "repeated" },
  },
  disputed_served: {
    term: "Disputed and served",
    of: counted("memories served"),
    definition:
      "Memories that were part of an open conflict when they were served, of all memories served. Both sides come together, each marked as disputed, until somebody decides on the conflict.",
    rows: { having: "disputed" },
  },
  verified_before_use: {
    term: "Verified before use",
    of: counted("times one was served"),
    definition:
      "How often an agent got a memory with citations, in a pack or by its id, and a check at the head of its repository was on record, of all times that it got one. What searches sent is counted apart.",
    rows: "/citations",
  },
  verified_in_searches: {
    term: "Verified when a search sent it",
    of: counted("search hits"),
    definition:
      "The same of what agents' searches sent. A search sends many memories of which most are not read, so they are not counted as served.",
    rows: "/citations",
  },
  average_quality: {
    term: "Average quality",
    of: counted("memories"),
    definition:
      "Mean of the quality of all active memories, 0–1. A memory's own page explains its quality part by part.",
    rows: "/memories?sort=quality",
  },
  low_quality: {
    term: "Low quality",
    of: counted("memories"),
    definition: "Active memories with a quality below 0.5, of all active memories.",
    rows: "/memories?sort=quality",
  },
  with_metadata: {
    term: "With metadata",
    of: counted("memories"),
    definition: "Active memories that carry the data of their kind or free metadata, of all active memories.",
    rows: "/memories",
  },
  agent_types_contributing: {
    term: "Agent types that contribute",
    of: counted("agent types"),
    definition:
      "Agent types of which an active memory is kept, of those that asked, answered or have a memory.",
  },
  invalid_detection: {
    term: "Changed code that checks found",
    of: counted("corrections"),
    definition:
      "Memories with citations that people superseded or invalidated after a check had found them drifted, of all that people superseded or invalidated. What nobody corrected is not counted.",
    rows: "/citations",
  },
  false_alarms: {
    term: "False alarms",
    of: counted("decisions"),
    definition:
      "Drifted memories that people brought back as they were, of all drifted memories that people decided on in the period.",
    rows: "/citations",
  },
  bytes_per_10000: {
    term: "Storage for 10,000 memories",
    of: () => "",
    definition:
      "What the tables of memories, vectors, events and citations take with their indexes, for 10,000 memories, reckoned from those that the whole server holds, because its organizations share the tables. From a few memories it comes out too high.",
  },
};

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

const hrefOf = (rows: Rows, scope: Record<string, string>) => {
  if (typeof rows === "string") return rows;
  return `/recalls?${new URLSearchParams({ ...rows, ...scope })}`;
};

function FigureRow({ figure, scope }: { figure: Figure; scope: Record<string, string> }) {
  const { term, of, definition, rows } = FIGURES[figure.name];
  const verdict = verdictOf(figure);
  return (
    <div className="flex items-baseline justify-between gap-3 border-border border-b py-2">
      <dt className="flex min-w-0 items-center gap-1 text-sm">
        <span className="text-pretty">{term}</span>
        <DefinitionHint term={term} rows_href={rows && hrefOf(rows, scope)}>
          {definition}
        </DefinitionHint>
      </dt>
      <dd className="shrink-0 text-right">
        <span className="block font-medium tabular-nums">
          {figure.value === null ? "–" : written(figure.value, figure.unit)}
          <Interval figure={figure} />
          {figure.target !== null && (
            <span className="ml-2 font-normal text-muted-foreground text-xs">
              target {targetOf(figure.target, figure.unit)}
            </span>
          )}
        </span>
        <span className="flex items-center justify-end gap-1 text-muted-foreground text-xs">
          {of(figure)}
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
  repository,
}: {
  figures: readonly Figure[];
  /** Where the period begins, for the rows of the ledger. */
  since: string;
  repository: string | null;
}) {
  const scope = { after: since, ...(repository !== null && { repository }) };
  return (
    <dl className="grid gap-x-10 lg:grid-cols-2">
      {figures.map((figure) => (
        <FigureRow key={figure.name} figure={figure} scope={scope} />
      ))}
    </dl>
  );
}
