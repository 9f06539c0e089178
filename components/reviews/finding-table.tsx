"use client";

import { type ComponentProps, useMemo } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { ListTable } from "@/components/pieces/list-table";
import { DispositionBadge } from "@/components/pieces/vocabulary-badges";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { Finding } from "@/lib/reviews/contract";
import { reviewsFindingTable } from "@/messages/compiled/reviews-finding-table";
import type { Translate } from "@/messages/message";
import { momentColumn } from "./moment-column";

const columnsOf = (t: Translate<typeof reviewsFindingTable>): readonly DataTableColumn<Finding>[] => [
  {
    id: "title",
    header: t("finding"),
    card: "title",
    cell: (finding) => (
      <span dir="auto" className="block max-sm:wrap-anywhere sm:truncate" title={visible(finding.title)}>
        {visible(finding.title)}
      </span>
    ),
  },
  {
    id: "disposition",
    header: t("disposition"),
    width: "7.5rem",
    card: "plain",
    cell: (finding) => <DispositionBadge disposition={finding.disposition} />,
  },
  {
    id: "reason",
    header: t("why"),
    width: "24%",
    importance: "low",
    card: "hidden",
    cell: (finding) => {
      if (finding.reason)
        return (
          <span dir="auto" className="text-muted-foreground" title={visible(finding.reason)}>
            {visible(finding.reason)}
          </span>
        );
      return <span className="text-muted-foreground">{t("no_reason")}</span>;
    },
  },
  {
    id: "rule",
    header: t("rule"),
    width: "8.5rem",
    cell: (finding) => (
      <span className="font-mono text-xs" title={finding.rule_category}>
        {finding.rule_category}
      </span>
    ),
  },
  {
    id: "place",
    header: t("place"),
    width: "14rem",
    importance: "medium",
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
  momentColumn({ id: "found_at", header: t("reviewed"), width: "5.5rem", atOf: ({ found_at }) => found_at }),
];

function useColumns() {
  const t = useMessages(reviewsFindingTable);
  const columns = useMemo(() => columnsOf(t), [t]);
  return { t, columns };
}

/** Findings as rows; what a screen hides or how a row opens is its own. */
export function FindingTable(
  props: Omit<ComponentProps<typeof DataTable<Finding>>, "columns" | "rowId" | "label"> & { label?: string },
) {
  const { t, columns } = useColumns();
  return (
    <DataTable<Finding> label={t("findings")} columns={columns} rowId={(finding) => finding.id} {...props} />
  );
}

/** The same with what belongs to a list of its own: views, columns, a file. */
export function FindingList(
  props: Omit<ComponentProps<typeof ListTable<Finding>>, "columns" | "rowId" | "label">,
) {
  const { t, columns } = useColumns();
  return (
    <ListTable<Finding> label={t("findings")} columns={columns} rowId={(finding) => finding.id} {...props} />
  );
}
