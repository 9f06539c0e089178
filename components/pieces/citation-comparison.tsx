"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import type { CitationDetail } from "@/lib/citations/contract";
import { citationGet } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { codeViews } from "@/messages/compiled/code-views";
import { verdictWords } from "@/messages/compiled/verdict-words";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { Translate } from "@/messages/message";
import { ReadProblem } from "./problem";
import { SymbolPath } from "./symbol-path";
import { type CodePlace, ThenAndNow } from "./then-and-now";
import { useFormat } from "./use-format";
import { verdictSentences } from "./verdict";
import { CITATION_STATUSES } from "./vocabulary";

type Place = NonNullable<CitationDetail["was"]>;

export const toPlace = ({ line_start, line_end, commit_sha, ...place }: Place): CodePlace => ({
  ...place,
  start_line: line_start,
  end_line: line_end,
  commit: commit_sha,
});

function absenceOf(t: Translate<typeof codeViews>, detail: CitationDetail): string {
  if (detail.head === null) return t("absent_unread");
  const { status, reason } = detail.current ?? detail;
  return reason ?? t(status === "missing" ? "absent_nowhere" : "absent_binary");
}

/** One citation as it was and as it stands now, read when it is shown; the verdict is that of this moment. */
export function CitationComparison({
  citation_id,
  view = "split",
}: {
  citation_id: string;
  /** One column in a drawer, or where the reader prefers it; on small screens always. */
  view?: "split" | "unified";
}) {
  const t = useMessages(codeViews);
  const query = useQuery(operationQuery(citationGet, { citation_id }));
  if (query.isError) return <ReadProblem happened={t("unreadable")} reading={query} />;
  if (!query.data)
    return (
      <div
        aria-busy
        className={cn("grid overflow-hidden rounded-md border bg-card", view === "split" && "lg:grid-cols-2")}
      >
        <span className="sr-only">{t("reading")}</span>
        {["then", "now"].map((side) => (
          <div key={side} className="flex h-40 flex-col gap-2.5 p-3">
            <Skeleton className="mb-2 w-2/5" />
            <Skeleton className="w-4/5" />
            <Skeleton className="w-3/5" />
            <Skeleton className="w-2/3" />
          </div>
        ))}
      </div>
    );
  return <Comparison detail={query.data} view={view} />;
}

function Comparison({ detail, view }: { detail: CitationDetail; view: "split" | "unified" }) {
  const t = useMessages(codeViews);
  const words = useMessages(vocabulary);
  const sentences = { t: useMessages(verdictWords), formats: useFormat() };
  const verdict = detail.current ?? detail;
  const similarity = verdict.status === "edited" ? verdict.similarity : null;
  const then = useMemo(() => detail.was && toPlace(detail.was), [detail.was]);
  const now = useMemo(() => detail.now && toPlace(detail.now), [detail.now]);
  const differs = detail.current !== null && detail.current.status !== detail.status;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {detail.symbol_path !== null && (
        <p className="flex min-w-0 font-mono text-xs">
          <SymbolPath path={detail.symbol_path} />
          <span className="min-w-0 truncate text-muted-foreground">{detail.path}</span>
        </p>
      )}
      <p className="max-w-prose text-pretty text-muted-foreground text-sm">
        {verdictSentences({ ...sentences, ...verdict }).join(" ")}
        {differs && ` ${t("recorded", { status: words(CITATION_STATUSES[detail.status].word) })}`}
      </p>
      {then ? (
        <ThenAndNow
          then={then}
          now={now}
          status={verdict.status}
          similarity={similarity}
          absence={absenceOf(t, detail)}
          view={view}
        />
      ) : (
        <p className="rounded-md border bg-card p-4 text-muted-foreground text-sm">{t("only_hashes")}</p>
      )}
    </div>
  );
}
