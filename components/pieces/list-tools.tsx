"use client";

import { type ReactNode, useMemo } from "react";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { QueryContract } from "@/lib/kernel/contract";
import { lists } from "@/messages/compiled/lists";
import { ListColumns } from "./list-columns";
import { ListExport } from "./list-export";
import { DroppedFilters, ListViews } from "./list-views";
import { toggleExactTimes } from "./relative-time";
import { type ListDisplay, useListDisplay } from "./use-list-display";
import { useViews } from "./use-views";
import type { Density, ListParameters } from "./view-query";

/** A list as its screen asks for it. */
export type ListOf = {
  /** What its saved views belong to; it never changes. */
  name: string;
  contract: QueryContract;
  /** What the list is asked with now; a file has the same rows, on all pages. */
  input: object;
  /** Of all rows that match; undefined while it is not known, or where there is no list but a search. */
  total: number | undefined;
  /** The parameters of the address by which it is filtered and ordered. */
  parameters: ListParameters;
};

type Column = { id: string; header: string; card?: string };
type Group = { id: string; label: string };
type Shown = { columns?: readonly Column[]; groups?: readonly Group[]; density?: Density };

const NO_COLUMNS: readonly Column[] = [];
const NO_GROUPS: readonly Group[] = [];

/** The saved views of a list, its columns, and its file: one row above it. `display` is for the table. */
export function useListTools(
  list: ListOf,
  { columns = NO_COLUMNS, groups = NO_GROUPS, density = "compact" }: Shown = {},
): { tools: ReactNode; display: ListDisplay } {
  const t = useMessages(lists);
  const { name, contract, input, total, parameters } = list;
  const ids = useMemo(() => columns.map(({ id }) => id), [columns]);
  const display = useListDisplay(name, ids, density);
  const views = useViews({
    name,
    display,
    known: { parameters, columns: ids, groups: groups.map(({ id }) => id) },
  });
  useShortcuts([{ keys: "T", label: t("exact_times"), run: toggleExactTimes }]);
  const title = columns.find(({ card }) => card === "title") ?? columns[0];
  const tools = (
    <>
      <div className="mb-2 flex min-w-0 flex-wrap items-center justify-between gap-1">
        <ListViews views={views} />
        <div className="flex items-center gap-1">
          {columns.length > 0 && (
            <ListColumns columns={columns} title_id={title?.id} groups={groups} display={display} />
          )}
          <ListExport contract={contract} input={input} total={total} />
        </div>
      </div>
      <DroppedFilters dropped={views.dropped} />
    </>
  );
  return { tools, display };
}

/** The same for a list that is no table. */
export function ListTools({ list }: { list: ListOf }) {
  return useListTools(list).tools;
}
