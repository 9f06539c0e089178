"use client";

import { ChartLine, Download, TableIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { csvTable } from "@/lib/kernel/csv-lines";
import { figures } from "@/messages/compiled/figures";
import { download } from "./download";

/** The figures of a chart as rows: what its table shows and its CSV holds. */
export type ChartData = { head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] };

/** "Übersicht der Regeln" → "ubersicht-der-regeln.csv". */
const fileNameOf = (label: string): string =>
  `${label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.csv`;

/**
 * What every chart has around it: its name, its definition in reach, what it counted, the same figures as a table, and
 * as a file. Without anything counted it says so instead of drawing axes.
 */
export function ChartFrame({
  label,
  definition,
  counted,
  data,
  table,
  height,
  empty,
  className,
  children,
}: {
  label: string;
  /** A DefinitionHint: no chart without its definition in reach. */
  definition: ReactNode;
  /** The sample, in words: "n = 262 flagged findings". */
  counted?: ReactNode;
  data: ChartData;
  /** The rows as a table with links, for those who cannot see or point at the marks. */
  table: ReactNode;
  height: number;
  empty?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const t = useMessages(figures);
  const [view, setView] = useState<"chart" | "table">("chart");
  const nothing = data.rows.length === 0;
  return (
    <figure className={cn("flex min-w-0 flex-col gap-2", className)}>
      <figcaption className="flex min-h-7 flex-wrap items-center gap-x-1.5 gap-y-1">
        <span className="font-medium text-sm">{label}</span>
        {definition}
        {!nothing && counted !== undefined && (
          <span className="text-muted-foreground text-xs tabular-nums">{counted}</span>
        )}
        {!nothing && (
          <span className="ml-auto inline-flex items-center gap-1">
            <ToggleGroup
              label={t("view_of", { label })}
              value={view}
              onValueChange={setView}
              options={[
                { value: "chart", label: <ChartLine aria-hidden />, title: t("chart") },
                { value: "table", label: <TableIcon aria-hidden />, title: t("table") },
              ]}
            />
            <Button
              variant="ghost"
              size="icon_sm"
              aria-label={t("download_named", { label })}
              title={t("download")}
              onClick={() => download(fileNameOf(label), csvTable(data.head, data.rows))}
            >
              <Download aria-hidden />
            </Button>
          </span>
        )}
      </figcaption>
      {nothing && (
        <p
          className="flex items-center justify-center rounded-md border border-dashed px-3 text-center text-muted-foreground text-sm"
          style={{ height }}
        >
          {empty ?? t("nothing_counted")}
        </p>
      )}
      {!nothing && view === "table" && (
        <div className="scrolls-sideways" style={{ minHeight: height }}>
          {table}
        </div>
      )}
      {!nothing && view !== "table" && children}
    </figure>
  );
}
