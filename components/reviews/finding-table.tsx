"use client";

import type { ComponentProps } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { ListTable } from "@/components/pieces/list-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { DispositionBadge } from "@/components/pieces/status-with-reason";
import type { Finding } from "@/lib/reviews/contract";

const COLUMNS: readonly DataTableColumn<Finding>[] = [
  {
    id: "title",
    header: "Finding",
    card: "title",
    cell: (finding) => (
      <span dir="auto" className="block max-sm:wrap-anywhere sm:truncate" title={finding.title}>
        {finding.title}
      </span>
    ),
  },
  {
    id: "disposition",
    header: "Disposition",
    width: "7.5rem",
    card: "plain",
    cell: (finding) => <DispositionBadge disposition={finding.disposition} />,
  },
  {
    id: "reason",
    header: "Why",
    width: "24%",
    hidden_below: "xl",
    card: "hidden",
    cell: (finding) => {
      if (finding.reason)
        return (
          <span dir="auto" className="text-muted-foreground" title={finding.reason}>
            {finding.reason}
          </span>
        );
      return <span className="text-muted-foreground">no reason given</span>;
    },
  },
  {
    id: "rule",
    header: "Rule",
    width: "8.5rem",
    cell: (finding) => (
      <span className="font-mono text-xs" title={finding.rule_category}>
        {finding.rule_category}
      </span>
    ),
  },
  {
    id: "place",
    header: "Place",
    width: "14rem",
    hidden_below: "lg",
    card: "plain",
    cell: (finding) => {
      if (finding.file_path === null) return <span className="text-muted-foreground">–</span>;
      return (
        // Cut at its start: the file and the line say more than the first folder.
        <span
          dir="rtl"
          className="block truncate text-left font-mono text-xs"
          title={`${finding.file_path}${finding.line === null ? "" : `:${finding.line}`}`}
        >
          <bdi dir="ltr">
            {finding.file_path}
            {finding.line !== null && `:${finding.line}`}
          </bdi>
        </span>
      );
    },
  },
  {
    id: "found_at",
    header: "Reviewed",
    width: "5.5rem",
    align: "right",
    card: "plain",
    cell: (finding) => <RelativeTime at={finding.found_at} className="text-muted-foreground" />,
  },
];

/** Findings as rows; what a screen hides or how a row opens is its own. */
export function FindingTable(
  props: Omit<ComponentProps<typeof DataTable<Finding>>, "columns" | "rowId" | "label"> & { label?: string },
) {
  return <DataTable<Finding> label="Findings" columns={COLUMNS} rowId={(finding) => finding.id} {...props} />;
}

/** The same with what belongs to a list of its own: views, columns, a file. */
export function FindingList(
  props: Omit<ComponentProps<typeof ListTable<Finding>>, "columns" | "rowId" | "label">,
) {
  return <ListTable<Finding> label="Findings" columns={COLUMNS} rowId={(finding) => finding.id} {...props} />;
}
