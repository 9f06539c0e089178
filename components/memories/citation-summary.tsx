import { CITATION_STATUSES } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import type { CitationStatus } from "@/lib/citations/contract";

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
  const worst = WORST_FIRST.find((status) => citations.some((citation) => citation.status === status));
  if (worst === undefined) return <span className="text-muted-foreground">no citation</span>;
  const { icon: Icon, word, meaning } = CITATION_STATUSES[worst];
  const count = citations.filter(({ status }) => status === worst).length;
  return (
    <span
      className="inline-flex items-center gap-1.5 whitespace-nowrap"
      title={`${count} of ${citations.length} ${word}. ${meaning}`}
    >
      <Icon aria-hidden className={cn("size-3.5 shrink-0", TONE[worst])} />
      {citations.length === 1 ? word : `${count}/${citations.length} ${word}`}
    </span>
  );
}
