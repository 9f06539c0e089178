"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleHelp, CircleSlash, type LucideIcon, TriangleAlert } from "lucide-react";
import { LongText } from "@/components/pieces/long-text";
import { ReadProblem } from "@/components/pieces/problem";
import { recallHref } from "@/components/pieces/recall-href";
import { StatementLink } from "@/components/pieces/statement-link";
import { useFormat } from "@/components/pieces/use-format";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type RecallCandidate, recallGet } from "@/lib/recall/contract";
import { sessionPage } from "@/messages/compiled/session-page";
import { vocabulary } from "@/messages/compiled/vocabulary";

type Use = RecallCandidate["uses"][number]["use"];

const LOOKS: Record<Use, { icon: LucideIcon; tone: string }> = {
  contradicted: { icon: TriangleAlert, tone: "text-danger" },
  applied: { icon: Check, tone: "text-ok" },
  helpful: { icon: Check, tone: "text-ok" },
  unhelpful: { icon: CircleSlash, tone: "text-warn" },
  ignored: { icon: CircleSlash, tone: "text-muted-foreground" },
};

/** Of several uses the one that says most. */
const BY_WEIGHT = ["contradicted", "applied", "helpful", "unhelpful", "ignored"] as const;

/** What the agent made of a memory. */
function Made({ uses }: { uses: RecallCandidate["uses"] }) {
  const t = useMessages(sessionPage);
  const words = useMessages(vocabulary);
  const made = BY_WEIGHT.find((each) => uses.some(({ use }) => use === each));
  const { icon: Icon, tone } =
    made === undefined ? { icon: CircleHelp, tone: "text-muted-foreground" } : LOOKS[made];
  return (
    <span className={cn("inline-flex shrink-0 items-center gap-1.5 self-start", tone)}>
      <Icon aria-hidden className="size-3.5" />
      {made === undefined ? t("not_reported") : words(`use_${made}`)}
    </span>
  );
}

/** What is in the text that the agent read. */
const READ_PLACES: ReadonlySet<RecallCandidate["place"]> = new Set(["served", "check_before_use"]);

/** One pack of a run: what the agent was given, and what it made of each memory. */
export function PackPanel({ recall_id, onClose }: { recall_id: string; onClose: () => void }) {
  const t = useMessages(sessionPage);
  const query = useQuery(operationQuery(recallGet, { recall_id }));
  const recall = query.data;
  const served = recall?.candidates.filter(({ place }) => READ_PLACES.has(place)) ?? [];
  return (
    <section aria-label={t("pack")} className="flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-medium">{t("pack_title")}</h2>
        <Button asChild size="sm" variant="ghost">
          <Link href={`/recalls/${recall_id}`}>{t("open_recall")}</Link>
        </Button>
        <Button size="sm" variant="ghost" className="lg:hidden" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
      <ReadProblem happened={t("pack_unreadable")} reading={query} />
      {query.isPending && <Skeleton className="h-64" />}
      {recall !== undefined && (
        <>
          <LongText text={recall.task} what="task" className="text-muted-foreground text-sm" />
          {served.length > 0 && (
            <ul className="divide-y rounded-md border">
              {served.map((candidate) => (
                <Served key={candidate.memory.id} candidate={candidate} recall_id={recall_id} />
              ))}
            </ul>
          )}
          {recall.pack === "" ? (
            <p className="text-muted-foreground">{t("pack_empty")}</p>
          ) : (
            <div>
              <p className="mb-1 flex items-center justify-between gap-2 text-muted-foreground text-xs tabular-nums">
                {t("pack_size", { tokens: recall.tokens, characters: recall.characters })}
                <CopyButton text={recall.pack} label={t("copy_pack")} />
              </p>
              <pre className="whitespace-pre-wrap rounded-md border bg-sunken p-3 font-mono text-xs leading-5 wrap-anywhere">
                {recall.pack}
              </pre>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** A memory of the pack, what became of it, and the way to its scores. */
function Served({
  candidate: { memory, uses, reason, scores },
  recall_id,
}: {
  candidate: RecallCandidate;
  recall_id: string;
}) {
  const t = useMessages(sessionPage);
  const { formatShare } = useFormat();
  const { relevance } = scores;
  return (
    <li className="flex gap-3 px-3 py-2 text-sm">
      <StatementLink memory={memory} className="min-w-0 flex-1" />
      <Made uses={uses} />
      <Link
        href={recallHref(recall_id, memory.id)}
        aria-label={t("why_served", { statement: memory.statement.slice(0, 80) })}
        title={reason}
        className="shrink-0 self-start text-primary tabular-nums underline-offset-4 hover:underline"
      >
        {relevance === null ? t("why") : t("why_relevance", { relevance: formatShare(relevance) })}
      </Link>
    </li>
  );
}
