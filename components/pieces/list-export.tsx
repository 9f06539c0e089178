"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useMessages } from "@/components/ui/messages";
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

/** All rows that match the filters, as a file that the server sends; said before, how many they are. */
export function ListExport({
  contract,
  input,
  total,
}: {
  contract: QueryContract;
  input: object;
  total: number | undefined;
}) {
  const t = useMessages(lists);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" disabled={total === undefined || total === 0}>
          <Download aria-hidden />
          {t("export")}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-72">
        <DropdownMenuLabel>{rowsInWords(t, total ?? 0)}</DropdownMenuLabel>
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
