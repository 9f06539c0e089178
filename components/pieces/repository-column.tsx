import type { DataTableColumn } from "./data-table";

/** The column of the repository that each row belongs to; `none` is said of those that belong to no repository. */
export const repositoryColumn = <Row,>({
  header,
  none,
  repositoryOf,
}: {
  header: string;
  none: string;
  repositoryOf: (row: Row) => { name: string } | null;
}): DataTableColumn<Row> => ({
  id: "repository",
  header,
  width: "10rem",
  importance: "medium",
  cell: (row) => <span className="block truncate">{repositoryOf(row)?.name ?? none}</span>,
});
