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
import { exportUrl } from "@/lib/doors/client";
import type { QueryContract } from "@/lib/kernel/contract";
import { MAX_EXPORTED_ROWS } from "@/lib/kernel/row-limits";
import { countOf, formatCount } from "./format";

const FILES = [
  { word: "CSV", asked: { format: "csv" } },
  { word: "CSV for spreadsheets", asked: { format: "csv", bom: true } },
  { word: "JSON", asked: { format: "json" } },
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
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" disabled={total === undefined || total === 0}>
          <Download aria-hidden />
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-72">
        <DropdownMenuLabel>{rowsInWords(total ?? 0)}</DropdownMenuLabel>
        {FILES.map(({ word, asked }) => (
          <DropdownMenuItem key={word} asChild>
            <a href={exportUrl(contract, input, asked)} download>
              {word}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function rowsInWords(total: number): string {
  if (total > MAX_EXPORTED_ROWS)
    return `The first ${formatCount(MAX_EXPORTED_ROWS)} of ${formatCount(total)} rows. Narrow the filters to export the others.`;
  if (total === 1) return "The row that matches";
  return `All ${countOf(total, "row", "rows")} that match`;
}
