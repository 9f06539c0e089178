import type { DataTableColumn } from "@/components/pieces/data-table";
import { RelativeTime } from "@/components/pieces/relative-time";

/** The last column of a list: how long ago what a row is about happened. */
export const momentColumn = <Row,>({
  id,
  header,
  width = "6.5rem",
  atOf,
}: {
  id: string;
  header: string;
  width?: string;
  /** When it happened, as an ISO 8601 date and time. */
  atOf: (row: Row) => string;
}): DataTableColumn<Row> => ({
  id,
  header,
  width,
  align: "right",
  card: "plain",
  importance: "high",
  cell: (row) => <RelativeTime at={atOf(row)} className="text-muted-foreground" />,
});
