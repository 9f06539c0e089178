"use client";

import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { lists } from "@/messages/compiled/lists";
import type { ListDisplay } from "./use-list-display";
import { DENSITIES } from "./view-query";

const UNGROUPED = "none";

// Several columns are chosen one after the other.
const stayOpen = (event: Event) => event.preventDefault();

type Column = { id: string; header: string };
type Group = { id: string; label: string };

export type Columns = {
  columns: readonly Column[];
  /** The column that a row is known by, which stays. */
  title_id: string | undefined;
  /** By what its rows can be put together. */
  groups: readonly Group[];
  display: ListDisplay;
};

export function ListColumnsOpened({ trigger, columns, title_id, groups, display }: Columns & Opened) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <ColumnChoice columns={columns} title_id={title_id} display={display} />
        {groups.length > 0 && <GroupChoice groups={groups} display={display} />}
        <DensityChoice display={display} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ColumnChoice({
  columns,
  title_id,
  display: { hidden, change },
}: {
  columns: readonly Column[];
  title_id: string | undefined;
  display: ListDisplay;
}) {
  const t = useMessages(lists);
  const toggle = (id: string) => {
    if (hidden.includes(id)) change({ hidden: hidden.filter((other) => other !== id) });
    else change({ hidden: [...hidden, id] });
  };
  return (
    <>
      <DropdownMenuLabel>{t("columns")}</DropdownMenuLabel>
      {columns.map(({ id, header }) => (
        <DropdownMenuCheckboxItem
          key={id}
          checked={!hidden.includes(id)}
          disabled={id === title_id}
          onCheckedChange={() => toggle(id)}
          onSelect={stayOpen}
        >
          {header}
        </DropdownMenuCheckboxItem>
      ))}
      {hidden.length > 0 && (
        <DropdownMenuItem onSelect={() => change({ hidden: [] })}>{t("all_columns")}</DropdownMenuItem>
      )}
    </>
  );
}

function GroupChoice({
  groups,
  display: { group, changeGroup },
}: {
  groups: readonly Group[];
  display: ListDisplay;
}) {
  const t = useMessages(lists);
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t("groups")}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={group ?? UNGROUPED}
        onValueChange={(value) => changeGroup(value === UNGROUPED ? null : value)}
      >
        {[{ id: UNGROUPED, label: t("no_group") }, ...groups].map(({ id, label }) => (
          <DropdownMenuRadioItem key={id} value={id} onSelect={stayOpen}>
            {label}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}

function DensityChoice({ display: { density, change } }: { display: ListDisplay }) {
  const t = useMessages(lists);
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t("rows")}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={density}
        onValueChange={(value) => change({ density: DENSITIES.find((known) => known === value) })}
      >
        {DENSITIES.map((value) => (
          <DropdownMenuRadioItem key={value} value={value} onSelect={stayOpen}>
            {t(`density_${value}`)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
