"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { lists } from "@/messages/compiled/lists";
import type { Translate } from "@/messages/message";
import { DataTable, type DataTableProps } from "./data-table";
import { type ListOf, useListTools } from "./list-tools";
import { PagerOf } from "./pager";
import { readProblem } from "./problem";
import type { Pages } from "./use-pages";

/** By what the rows of a list can be put together. */
export type ListGroup<Row> = {
  id: string;
  label: string;
  /** What the rows of one group share. */
  keyOf: (row: Row) => string;
  /** What its group is called, where that is not what they share. */
  wordsOf?: (row: Row) => ReactNode;
  /** Shows the rows of one group alone, of all pages. */
  onOnly?: (key: string) => void;
};

type Grouped<Row> = Pick<DataTableProps<Row>, "rows" | "groupOf">;

/** The rows of a page with those of a group one after the other; the groups stand as their first rows did. */
function inGroups<Row>({
  t,
  rows,
  group,
}: {
  t: Translate<typeof lists>;
  rows: readonly Row[] | undefined;
  group: ListGroup<Row> | undefined;
}): Grouped<Row> {
  if (rows === undefined || group === undefined) return { rows };
  const { keyOf, wordsOf = keyOf, onOnly } = group;
  const members = new Map<string, Row[]>();
  for (const row of rows) members.set(keyOf(row), [...(members.get(keyOf(row)) ?? []), row]);
  return {
    rows: [...members.values()].flat(),
    groupOf: (row) => {
      const key = keyOf(row);
      const words = (
        <>
          {wordsOf(row)}{" "}
          <span className="font-normal text-muted-foreground text-xs">
            {t("on_this_page", { count: members.get(key)?.length ?? 0 })}
          </span>
        </>
      );
      return { key, head: <GroupWords words={words} onOnly={onOnly && (() => onOnly(key))} /> };
    },
  };
}

function GroupWords({ words, onOnly }: { words: ReactNode; onOnly: (() => void) | undefined }) {
  const t = useMessages(lists);
  if (onOnly === undefined) return words;
  return (
    <Button variant="link" size="inline" title={t("only_these")} onClick={onOnly}>
      {words}
    </Button>
  );
}

type ListTableProps<Row> = Omit<DataTableProps<Row>, "hidden_columns" | "groupOf"> & {
  list: ListOf;
  groups?: readonly ListGroup<Row>[];
};

/** A list as a table, with its saved views, the choice of its columns and groups, and a file of all rows that match. */
export function ListTable<Row>({ list, groups = [], density, rows, ...table }: ListTableProps<Row>) {
  const t = useMessages(lists);
  const { tools, display } = useListTools(list, { columns: table.columns, groups, density });
  const group = groups.find(({ id }) => id === display.group);
  return (
    <>
      {tools}
      <DataTable
        {...table}
        {...inGroups({ t, rows, group })}
        hidden_columns={display.hidden}
        density={display.density}
      />
    </>
  );
}

/** The same for a list that was read with `usePages`: what it shows while it is read and where that fails, and its pages below. */
export function PagedTable<Row>({
  list,
  query,
  pages,
  unreadable,
  ...table
}: Omit<ListTableProps<Row>, "list" | "rows" | "refreshing" | "error"> & {
  list: Omit<ListOf, "total">;
  query: UseQueryResult<{ items: Row[]; total: number; next_cursor: string | null }>;
  pages: Pages;
  /** What is said where the list cannot be read: a whole sentence. */
  unreadable: string;
}) {
  const { data: page, isPlaceholderData } = query;
  return (
    <>
      <ListTable
        {...table}
        list={{ ...list, total: page?.total }}
        rows={page?.items}
        refreshing={isPlaceholderData}
        error={readProblem(unreadable, query)}
      />
      <PagerOf pages={pages} page={page} busy={isPlaceholderData} />
    </>
  );
}
