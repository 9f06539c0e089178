"use client";

import { Figure } from "@/components/pieces/figure";
import { useFormat } from "@/components/pieces/use-format";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { CITATION_STATUSES, type CitationCounts, type CitationStatus } from "@/lib/citations/contract";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import { vocabulary } from "@/messages/compiled/vocabulary";

export const ORDER: readonly CitationStatus[] = [
  "unchanged",
  "moved",
  "renamed",
  "edited",
  "missing",
  "unreachable",
  "unchecked",
];

const FILL: Record<CitationStatus, string> = {
  unchanged: "bg-ok/75",
  moved: "bg-ok/55",
  renamed: "bg-ok/40",
  edited: "bg-warn",
  missing: "bg-danger",
  unreachable: "bg-border-strong",
  unchecked: "bg-border",
};

const INK: Record<CitationStatus, string> = {
  unchanged: "text-ok",
  moved: "text-ok",
  renamed: "text-ok",
  edited: "text-warn",
  missing: "text-danger",
  unreachable: "text-muted-foreground",
  unchecked: "text-muted-foreground",
};

export const sumOf = (counts: CitationCounts): number =>
  CITATION_STATUSES.reduce((sum, status) => sum + counts[status], 0);

/** Citations that hold, of those that were checked and could be read; null when there is none to divide by. */
export function holdingShare(counts: CitationCounts): { holding: number; known: number } {
  const holding = counts.unchanged + counts.moved + counts.renamed;
  return { holding, known: holding + counts.edited + counts.missing };
}

/** The counts as one bar, for the eye: what it says is beside it in numbers. */
export function StatusStrip({ counts, className }: { counts: CitationCounts; className?: string }) {
  const t = useMessages(citationsRepositories);
  const words = useMessages(vocabulary);
  return (
    <div aria-hidden className={cn("flex h-2.5 min-w-0 flex-1 gap-px overflow-hidden rounded-sm", className)}>
      {ORDER.filter((status) => counts[status] > 0).map((status) => (
        <span
          key={status}
          title={t("count_of_status", { status: words(TERMS[status].word), count: counts[status] })}
          // A single failing citation among thousands must still be seen.
          className={cn("h-full min-w-1", FILL[status])}
          style={{ flexGrow: counts[status], flexBasis: 0 }}
        />
      ))}
    </div>
  );
}

/** How the citations of a repository stand, as one bar and in numbers; each number opens its citations. */
export function StatusBar({
  counts,
  repository,
  className,
}: {
  counts: CitationCounts;
  /** `owner/name`. */
  repository: string;
  className?: string;
}) {
  const t = useMessages(citationsRepositories);
  const total = sumOf(counts);
  const present = ORDER.filter((status) => counts[status] > 0);
  if (total === 0) return <p className="text-muted-foreground text-sm">{t("not_cited")}</p>;
  return (
    <div className={cn("flex min-w-0 flex-col gap-2", className)}>
      <div className="flex items-center gap-3">
        <StatusStrip counts={counts} />
        <p className="shrink-0 text-sm">
          <Holding counts={counts} repository={repository} />
        </p>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {present.map((status) => (
          <li key={status}>
            <StatusFigure
              filter={{ repository, status }}
              count={counts[status]}
              className="gap-1.5"
              iconSize="size-3.5"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many citations have a status; the number opens them. */
export function StatusFigure({
  filter,
  count,
  className,
  iconSize,
}: {
  filter: { repository: string; status: CitationStatus; path?: string };
  count: number;
  className: string;
  iconSize: string;
}) {
  const words = useMessages(vocabulary);
  const { formatCount } = useFormat();
  const { icon: Icon, word, meaning } = TERMS[filter.status];
  return (
    <Figure
      measure="citations_with_status"
      filter={filter}
      value={count}
      className={cn("inline-flex items-center text-muted-foreground hover:text-foreground", className)}
    >
      <Icon aria-hidden className={cn(iconSize, INK[filter.status])} />
      <span className="font-medium text-foreground">{formatCount(count)}</span>
      <span title={words(meaning)}>{words(word)}</span>
    </Figure>
  );
}

/** The share of those that could be read. */
function Holding({ counts, repository }: { counts: CitationCounts; repository: string }) {
  const t = useMessages(citationsRepositories);
  const { formatShare } = useFormat();
  const { holding, known } = holdingShare(counts);
  if (known === 0) return <span className="text-muted-foreground">{t("none_checked")}</span>;
  return (
    <Figure
      measure="citations_holding"
      filter={{ repository }}
      value={holding / known}
      n={known}
      part={holding}
    >
      {t.rich("valid", {
        share: formatShare(holding / known),
        figure: (text) => <span className="font-medium">{text}</span>,
        note: (text) => <span className="text-muted-foreground">{text}</span>,
        count: known,
      })}
    </Figure>
  );
}
