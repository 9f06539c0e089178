"use client";

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { exportUrl } from "@/lib/doors/client";
import type { QueryContract } from "@/lib/kernel/contract";
import { MAX_EXPORTED_ROWS } from "@/lib/kernel/row-limits";
import { lists } from "@/messages/compiled/lists";
import type { Translate } from "@/messages/message";

const FILES = [
  { word: "export_csv", asked: { format: "csv" } },
  { word: "export_csv_bom", asked: { format: "csv", bom: true } },
  { word: "export_json", asked: { format: "json" } },
] as const;

export type Exported = { contract: QueryContract; input: object; total: number | undefined };

export function ListExportOpened({ trigger, contract, input, total }: Exported & Opened) {
  const t = useMessages(lists);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-72">
        {total !== undefined && <DropdownMenuLabel>{rowsInWords(t, total)}</DropdownMenuLabel>}
        {FILES.map(({ word, asked }) => (
          <DropdownMenuItem key={word} asChild>
            <a href={exportUrl(contract, input, asked)} download>
              {t(word)}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function rowsInWords(t: Translate<typeof lists>, total: number): string {
  if (total > MAX_EXPORTED_ROWS) return t("export_first", { max: MAX_EXPORTED_ROWS, total });
  return t("export_all", { total });
}
