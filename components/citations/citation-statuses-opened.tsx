"use client";

import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { CITATION_STATUSES, type CitationStatus } from "@/lib/citations/contract";
import { vocabulary } from "@/messages/compiled/vocabulary";

/** The statuses of citations, each chosen or not. */
export function CitationStatusesOpened({
  status,
  onToggle,
  trigger,
}: {
  status: readonly CitationStatus[];
  onToggle: (status: CitationStatus, isChosen: boolean) => void;
} & Opened) {
  const words = useMessages(vocabulary);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {CITATION_STATUSES.map((value) => (
          <DropdownMenuCheckboxItem
            key={value}
            checked={status.includes(value)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(checked) => onToggle(value, checked)}
          >
            {words(TERMS[value].word)}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
