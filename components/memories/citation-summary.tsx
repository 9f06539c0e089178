"use client";

import { CITATION_STATUSES } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { CitationStatus } from "@/lib/citations/contract";
import { memories } from "@/messages/compiled/memories";
import { vocabulary } from "@/messages/compiled/vocabulary";

/** From the worst: what a memory's citations say together is what the worst of them says. */
const WORST_FIRST: readonly CitationStatus[] = [
  "missing",
  "edited",
  "unreachable",
  "unchecked",
  "renamed",
  "moved",
  "unchanged",
];

const TONE = {
  missing: "text-danger",
  edited: "text-warn",
  unreachable: "text-muted-foreground",
  unchecked: "text-muted-foreground",
  renamed: "text-ok",
  moved: "text-ok",
  unchanged: "text-ok",
} as const;

/** The citations of a memory in one word: how many hold, or what the worst of them says. */
export function CitationSummary({ citations }: { citations: readonly { status: CitationStatus }[] }) {
  const t = useMessages(memories);
  const terms = useMessages(vocabulary);
  const worst = WORST_FIRST.find((status) => citations.some((citation) => citation.status === status));
  if (worst === undefined) return <span className="text-muted-foreground">{t("no_citation")}</span>;
  const { icon: Icon, word, meaning } = CITATION_STATUSES[worst];
  const status = terms(word);
  const count = citations.filter((citation) => citation.status === worst).length;
  const total = citations.length;
  return (
    <span
      className="inline-flex items-center gap-1.5 whitespace-nowrap"
      title={t("worst_meaning", { count, total, status, meaning: terms(meaning) })}
    >
      <Icon aria-hidden className={cn("size-3.5 shrink-0", TONE[worst])} />
      {total === 1 ? status : t("worst", { count, total, status })}
    </span>
  );
}
