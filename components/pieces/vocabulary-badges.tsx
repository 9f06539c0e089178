"use client";

import { useMessages } from "@/components/ui/messages";
import type { CitationStatus } from "@/lib/citations/contract";
import type { MemoryStatus } from "@/lib/memories/contract";
import type { Disposition } from "@/lib/reviews/contract";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { StatusBadge } from "./status-with-reason";
import { CITATION_STATUSES, DISPOSITIONS, MEMORY_STATUSES, type Term } from "./vocabulary";

function VocabularyBadge({ term, className }: { term: Term; className: string | undefined }) {
  return <StatusBadge term={term} t={useMessages(vocabulary)} className={className} />;
}

export function MemoryStatusBadge({ status, className }: { status: MemoryStatus; className?: string }) {
  return <VocabularyBadge term={MEMORY_STATUSES[status]} className={className} />;
}

export function CitationStatusBadge({ status, className }: { status: CitationStatus; className?: string }) {
  return <VocabularyBadge term={CITATION_STATUSES[status]} className={className} />;
}

export function DispositionBadge({
  disposition,
  className,
}: {
  disposition: Disposition;
  className?: string;
}) {
  return <VocabularyBadge term={DISPOSITIONS[disposition]} className={className} />;
}
