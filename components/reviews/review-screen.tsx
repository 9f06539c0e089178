"use client";

import { useQuery } from "@tanstack/react-query";
import { Actor } from "@/components/pieces/actor";
import { BackLink } from "@/components/pieces/back-link";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { useDrawer } from "@/components/pieces/drawer";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { DISPOSITIONS as DISPOSITION_TERMS } from "@/components/pieces/vocabulary";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { DISPOSITIONS, type Review, reviewGet } from "@/lib/reviews/contract";
import { reviewsPage } from "@/messages/compiled/reviews-page";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { findingsHref } from "./filters";
import { FindingDrawer } from "./finding-drawer";
import { FindingTable } from "./finding-table";
import { TakeBackReview } from "./take-back-review";
import { VERDICT_TERMS } from "./words";

function Counts({ review }: { review: Review }) {
  const t = useMessages(reviewsPage);
  const terms = useMessages(vocabulary);
  const { formatCount } = useFormat();
  const { counts } = review;
  const flagged = counts.implement + counts.reject + counts.defer;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md border bg-card px-3 py-2 text-sm">
      {DISPOSITIONS.map((disposition) => {
        const { word, icon: Icon } = DISPOSITION_TERMS[disposition];
        return (
          <Link
            key={disposition}
            href={findingsHref({ review_id: review.id, disposition: [disposition] })}
            className="inline-flex items-center gap-1.5 rounded-sm underline-offset-4 hover:underline"
          >
            <Icon aria-hidden className="size-3.5 text-muted-foreground" />
            <span className="font-medium">{formatCount(counts[disposition])}</span>
            <span className="text-muted-foreground">{terms(word)}</span>
          </Link>
        );
      })}
      <span className="inline-flex items-center gap-1 text-muted-foreground">
        {flagged === 0 ? t("nothing_flagged") : t("rejected", { rejected: counts.reject, flagged })}
        <DefinitionHint term={t("flagged")}>{t("flagged_definition")}</DefinitionHint>
      </span>
    </div>
  );
}

/** One evaluated review: its verdict, what was counted, its findings. */
export function ReviewScreen({ review_id }: { review_id: string }) {
  const t = useMessages(reviewsPage);
  const words = useMessages(reviewsWords);
  const query = useQuery(operationQuery(reviewGet, { review_id }));
  const drawer = useDrawer("finding");
  const review = query.data;
  return (
    <>
      <BackLink href="/reviews/list">{t("reviews")}</BackLink>
      <ReadProblem happened={t("unreadable")} reading={query} />
      {!query.isError && review !== undefined && (
        <div className="flex flex-col gap-4">
          <header>
            <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="break-all font-semibold text-lg">{review.workflow_id}</h1>
              <span className="text-muted-foreground">{t("round", { round: review.round })}</span>
              <StatusBadge term={VERDICT_TERMS[review.verdict]} t={words} />
              <span className="ml-auto">
                <TakeBackReview review={review} findings={review.findings.length} />
              </span>
            </div>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
              {review.repository !== null && (
                <span className="min-w-0 wrap-anywhere font-mono text-xs">{review.repository.name}</span>
              )}
              {review.agent && <Actor actor={{ kind: "agent", name: review.agent, detail: review.skill }} />}
              {review.developer && <Actor actor={{ kind: "person", name: review.developer }} />}
              <span>{t.rich("reviewed", { when: () => <RelativeTime at={review.reviewed_at} /> })}</span>
              {review.outcome_memory_id && (
                <Link
                  href={`/memories/${review.outcome_memory_id}`}
                  className="text-primary underline-offset-4 hover:underline"
                >
                  {t("outcome_memory")}
                </Link>
              )}
            </p>
          </header>
          <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-base">
            {visible(review.summary)}
          </p>
          {[
            { title: t("code"), text: review.code_summary },
            { title: t("issue"), text: review.issue_summary },
          ].map(({ title, text }) => {
            if (text)
              return (
                <section key={title} aria-label={title}>
                  <h2 className="text-muted-foreground text-xs">{title}</h2>
                  <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-sm">
                    {visible(text)}
                  </p>
                </section>
              );
            return null;
          })}
          <Counts review={review} />
        </div>
      )}
      {!query.isError && review === undefined && (
        <div aria-busy className="flex flex-col gap-4">
          <Skeleton className="h-6 w-80 max-w-full" />
          <Skeleton className="w-96 max-w-full" />
          <Skeleton className="h-14 w-full max-w-prose" />
          <Skeleton className="h-10" />
        </div>
      )}
      {!query.isError && (
        <section aria-labelledby="findings" className="mt-6">
          <h2 id="findings" className="mb-2 font-semibold text-base">
            {review === undefined ? t("findings") : t("findings_count", { count: review.findings.length })}
          </h2>
          <FindingTable
            rows={review?.findings}
            onOpen={(finding) => drawer.open(finding.id)}
            open_id={drawer.id}
            hidden_columns={["found_at"]}
            skeleton_rows={5}
            empty={<EmptyState title={t("empty")}>{t("empty_text")}</EmptyState>}
          />
        </section>
      )}
      <FindingDrawer drawer={drawer} />
    </>
  );
}
