"use client";

import { useMessages } from "@/components/ui/messages";
import type { CitationFact, CitationStatus } from "@/lib/citations/contract";
import { pieces } from "@/messages/compiled/pieces";
import { CitationChip } from "./citation-chip";

type Citation = {
  id: string;
  path: string;
  line_start: number;
  line_end: number;
  status: CitationStatus;
  facts?: readonly CitationFact[];
  symbol_path?: string | null;
};

/** Citations beside each other, each leading to its page; what goes beyond `max` is counted. */
export function CitationChips({
  citations,
  max = citations.length,
}: {
  citations: readonly Citation[];
  max?: number;
}) {
  const t = useMessages(pieces);
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5">
      {citations
        .slice(0, max)
        .map(({ id, path, line_start, line_end, status, facts = [], symbol_path = null }) => (
          <li key={id} className="min-w-0 max-w-full">
            <CitationChip
              href={`/citations/${id}`}
              citation={{
                path,
                start_line: line_start,
                end_line: line_end,
                status,
                facts,
                symbol: symbol_path,
              }}
            />
          </li>
        ))}
      {citations.length > max && <li>{t("and_more", { count: citations.length - max })}</li>}
    </ul>
  );
}
