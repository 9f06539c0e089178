"use client";

import type { ReactNode } from "react";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { Figure } from "@/components/pieces/figure";
import { compareToLimit, type RateLimit, RateWithInterval } from "@/components/pieces/rate-with-interval";
import { useFormat } from "@/components/pieces/use-format";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { MeasureFilter } from "@/lib/kernel/measures";
import type { RuleBreakdown } from "@/lib/reviews/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import type { PlainKey } from "@/messages/message";
import { figureOf, rateOf } from "./words";

type Cell = RuleBreakdown["cells"][number];

/** How much of the colour a rate gets: so little that the figure in the cell is read in both themes. */
const shade = (rate: number) => `${Math.round(6 + rate * 40)}%`;

/** Where a cell stands to the limit; an open one is not spoken of. */
const WORDS: Record<ReturnType<typeof compareToLimit>, PlainKey<typeof reviewsCharts> | null> = {
  over: "over_limit",
  under: "under_limit",
  open: null,
};

/**
 * Rules against a dimension, each cell with its rejection rate and its sample. It is a table: rows and
 * columns have their names, and a cell is a link to its findings. Cells with less than the minimum sample are not coloured.
 */
export function HeatMap({
  label,
  breakdown,
  part_word,
  partLabel,
  minimum,
  limit,
  filter,
  filterOf,
  definition,
}: {
  label: string;
  breakdown: RuleBreakdown;
  /** What a column is: "File pattern". */
  part_word: string;
  partLabel: (part: string | null) => string;
  minimum: number;
  limit: RateLimit;
  /** What narrows the whole map. */
  filter: MeasureFilter;
  /** What narrows a cell; null where its findings cannot be listed. */
  filterOf: (rule_category: string, part: string | null) => MeasureFilter | null;
  definition: ReactNode;
}) {
  const t = useMessages(reviewsCharts);
  const { rules, parts, cells, total } = breakdown;
  const cellOf = (rule_category: string, part: string | null) =>
    cells.find((cell) => cell.rule_category === rule_category && cell.part === part);
  const counted = {
    figure: (content: ReactNode) => (
      <Figure measure="rejection_rate" filter={filter} {...figureOf(total)}>
        {content}
      </Figure>
    ),
    count: total.flagged,
  };
  return (
    <ChartFrame
      label={label}
      definition={definition}
      counted={
        parts.length < total.parts
          ? t.rich("n_flagged_in", { ...counted, shown: parts.length, total: total.parts })
          : t.rich("n_flagged", counted)
      }
      height={200}
      data={{
        head: ["rule", breakdown.by.replaceAll("_", " "), "rate", "low_95", "high_95", "flagged", "rejected"],
        rows: cells.map((cell) => [
          cell.rule_category,
          partLabel(cell.part),
          cell.rate,
          cell.low,
          cell.high,
          cell.flagged,
          cell.rejected,
        ]),
      }}
      table={
        <Table aria-label={label}>
          <TableHeader>
            <tr>
              <TableHead>{t("rule")}</TableHead>
              <TableHead>{part_word}</TableHead>
              <TableHead>{t("rejection_rate")}</TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {cells
              .toSorted((a, b) => b.rejected - a.rejected)
              .map((cell) => (
                <TableRow key={`${cell.rule_category} ${cell.part}`}>
                  <TableCell className="font-mono text-xs">{cell.rule_category}</TableCell>
                  <TableCell className="font-mono text-xs">{partLabel(cell.part)}</TableCell>
                  <TableCell>
                    <CellFigure cell={cell} filter={filterOf(cell.rule_category, cell.part)}>
                      <RateWithInterval rate={rateOf(cell)} />
                    </CellFigure>
                  </TableCell>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section aria-label={t("scrolls", { label })} tabIndex={0} className="scrolls-sideways">
        <table aria-label={label} className="border-separate border-spacing-0.5 text-xs tabular-nums">
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-1 bg-card px-1 text-left font-normal">
                <span className="sr-only">{t("rule")}</span>
              </th>
              {parts.map(({ part }) => (
                <th
                  key={part ?? ""}
                  scope="col"
                  title={partLabel(part)}
                  className="max-w-28 truncate px-1 pb-1 text-left align-bottom font-mono font-normal text-muted-foreground"
                >
                  {partLabel(part)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rules.map(({ rule_category }) => (
              <tr key={rule_category}>
                <th
                  scope="row"
                  title={rule_category}
                  className="sticky left-0 z-1 max-w-40 truncate bg-card pr-3 pl-1 text-left font-mono font-normal max-sm:max-w-32"
                >
                  {rule_category}
                </th>
                {parts.map(({ part }) => {
                  const cell = cellOf(rule_category, part);
                  return (
                    <td key={part ?? ""} className="p-0">
                      <HeatCell
                        cell={cell}
                        enough={cell !== undefined && cell.flagged >= minimum}
                        limit={limit}
                        filter={filterOf(rule_category, part)}
                        label={`${rule_category}, ${partLabel(part)}`}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartFrame>
  );
}

function CellFigure({
  cell,
  filter,
  children,
}: {
  cell: Cell;
  filter: MeasureFilter | null;
  children: ReactNode;
}) {
  if (filter === null) return children;
  return (
    <Figure measure="rejection_rate" filter={filter} {...figureOf(cell)} className="block">
      {children}
    </Figure>
  );
}

function fillOf(stands: ReturnType<typeof compareToLimit>, rate: number): string {
  if (stands === "under") return "color-mix(in oklch, var(--ok-soft) 100%, var(--card))";
  return `color-mix(in oklch, var(--danger) ${shade(rate)}, var(--card))`;
}

function HeatCell({
  cell,
  enough,
  limit,
  filter,
  label,
}: {
  cell: Cell | undefined;
  enough: boolean;
  limit: RateLimit;
  filter: MeasureFilter | null;
  label: string;
}) {
  const t = useMessages(reviewsCharts);
  const { formatShare } = useFormat();
  if (!cell || cell.rate === null)
    return (
      <span className="block h-9 min-w-20 rounded-sm bg-sunken/60" title={t("cell_empty", { cell: label })} />
    );
  const stands = compareToLimit(rateOf(cell), limit);
  const note = enough ? WORDS[stands] : "too_few";
  const figures = { cell: label, share: formatShare(cell.rate), n: cell.flagged };
  return (
    <CellFigure cell={cell} filter={filter}>
      <span
        title={note === null ? t("cell", figures) : t("cell_with_note", { ...figures, note: t(note) })}
        className={cn(
          "flex h-9 min-w-20 items-center justify-between gap-2 rounded-sm px-1.5",
          enough ? "text-foreground" : "border border-dashed text-muted-foreground",
          enough && stands === "over" && "outline outline-danger -outline-offset-1",
        )}
        style={enough ? { background: fillOf(stands, cell.rate) } : undefined}
      >
        <span className="sr-only">{label}: </span>
        <span className="font-medium">{figures.share}</span>
        <span>
          {t.rich("cell_sample", {
            said: (content) => <span className="sr-only">{content}</span>,
            n: cell.flagged,
          })}
        </span>
        <span className="sr-only">{note !== null && t(note)}</span>
      </span>
    </CellFigure>
  );
}
