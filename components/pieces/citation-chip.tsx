"use client";

import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { CitationFact, CitationStatus } from "@/lib/citations/contract";
import { pieces } from "@/messages/compiled/pieces";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { formatLines } from "./format";
import { RelativeTime } from "./relative-time";
import { SymbolPath } from "./symbol-path";
import { CITATION_STATUSES } from "./vocabulary";

export type CitationChipCitation = {
  path: string;
  start_line: number;
  end_line: number;
  status: CitationStatus;
  /** The definitions around the lines. */
  symbol?: string | null;
  facts?: readonly CitationFact[];
  /** Since when the status holds; null when unknown. */
  since?: string | null;
};

const TONE_TEXT = {
  ok: "text-ok",
  calm: "text-ok",
  warn: "text-warn",
  danger: "text-danger",
  neutral: "text-muted-foreground",
  quiet: "text-muted-foreground",
  primary: "text-primary",
} as const;

/** `src/api/version.ts:12–18`, what the last check said and since when. Opens then-and-now through `href` or `onOpen`. */
export function CitationChip({
  citation,
  href,
  onOpen,
  className,
}: {
  citation: CitationChipCitation;
  href?: string;
  onOpen?: () => void;
  className?: string;
}) {
  const t = useMessages(pieces);
  const words = useMessages(vocabulary);
  const { word, icon: Icon, tone, meaning } = CITATION_STATUSES[citation.status];
  const formatted = citation.facts?.includes("formatting_only") === true;
  const cut = citation.path.lastIndexOf("/") + 1;
  const content = (
    <>
      <span className="flex min-w-0 font-mono" title={citation.path}>
        <SymbolPath path={citation.symbol} />
        {/* A deep path gives way in its folders; the file and the lines stay readable. */}
        <span className="min-w-0 truncate text-muted-foreground">{citation.path.slice(0, cut)}</span>
        <span className="max-w-full shrink-0 truncate">{citation.path.slice(cut)}</span>
        <span className="shrink-0 text-muted-foreground">
          :{formatLines(citation.start_line, citation.end_line)}
        </span>
      </span>
      <span
        className={cn("inline-flex shrink-0 items-center gap-1", TONE_TEXT[formatted ? "ok" : tone])}
        title={words(meaning)}
      >
        <Icon aria-hidden className="size-3" />
        {formatted ? t("formatting_only", { status: words(word) }) : words(word)}
      </span>
      {citation.since && (
        <RelativeTime at={citation.since} className="shrink-0 text-muted-foreground max-sm:hidden" />
      )}
    </>
  );
  const classes = cn(
    "inline-flex h-6 min-w-0 max-w-full items-center gap-2 rounded-md border bg-card px-2 text-xs",
    (href || onOpen) && "transition-colors hover:border-border-strong hover:bg-accent",
    className,
  );
  if (href) {
    return (
      <Link href={href} className={classes}>
        {content}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" onClick={onOpen} className={classes}>
        {content}
      </button>
    );
  }
  return <span className={classes}>{content}</span>;
}
