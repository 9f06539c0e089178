"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { toggled } from "@/components/pieces/selection";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { listQuery } from "@/lib/doors/client";
import { type Review, reviewList, VERDICTS } from "@/lib/reviews/contract";
import { reviewsList } from "@/messages/compiled/reviews-list";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import type { Translate } from "@/messages/message";
import { FIRST_PAGE, reviewParameters, reviewsInput } from "./filters";
import { momentColumn } from "./moment-column";
import { ReviewsNav } from "./reviews-nav";
import { VERDICT_TERMS } from "./words";

function Count({ count }: { count: number }) {
  const { formatCount } = useFormat();
  if (count === 0) return <span className="text-muted-foreground">0</span>;
  return formatCount(count);
}

const count = (id: keyof Review["counts"], header: string): DataTableColumn<Review> => ({
  id,
  header,
  width: "6.5rem",
  align: "right",
  importance: "high",
  cell: (review) => <Count count={review.counts[id]} />,
});

const columnsOf = ({
  t,
  words,
}: {
  t: Translate<typeof reviewsList>;
  words: Translate<typeof reviewsWords>;
}): readonly DataTableColumn<Review>[] => [
  {
    id: "summary",
    header: t("column_review"),
    card: "title",
    cell: (review) => (
      <span dir="auto" className="block max-sm:line-clamp-2 sm:truncate" title={visible(review.summary)}>
        {visible(review.summary)}
      </span>
    ),
  },
  {
    id: "verdict",
    header: t("verdict"),
    width: "7.5rem",
    card: "plain",
    cell: (review) => <StatusBadge term={VERDICT_TERMS[review.verdict]} t={words} />,
  },
  count("reject", t("column_rejected")),
  count("implement", t("column_implemented")),
  count("defer", t("column_deferred")),
  {
    id: "repository",
    header: t("column_repository"),
    width: "11rem",
    importance: "medium",
    card: "plain",
    cell: (review) => <span className="font-mono text-xs">{review.repository?.name ?? "–"}</span>,
  },
  {
    id: "agent",
    header: t("column_reviewer"),
    width: "9rem",
    importance: "low",
    card: "plain",
    cell: (review) => {
      if (review.agent) return <Actor actor={{ kind: "agent", name: review.agent }} />;
      return <span className="text-muted-foreground">{t("not_named")}</span>;
    },
  },
  momentColumn({ id: "reviewed_at", header: t("column_reviewed"), atOf: (review) => review.reviewed_at }),
];

/** Every evaluated review, the latest first. */
export function ReviewsScreen() {
  const t = useMessages(reviewsList);
  const words = useMessages(reviewsWords);
  const columns = useMemo(() => columnsOf({ t, words }), [t, words]);
  const [parameters, set] = useQueryStates(reviewParameters, { history: "push" });
  const pages = usePages();
  const query = useQuery(listQuery(reviewList, reviewsInput(parameters)));
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <ReviewsNav />
      <fieldset className="mb-3 flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">{t("verdict")}</legend>
        {VERDICTS.map((verdict) => {
          const { word, icon: Icon } = VERDICT_TERMS[verdict];
          const chosen = parameters.verdict.includes(verdict);
          return (
            <Button
              key={verdict}
              size="sm"
              aria-pressed={chosen}
              className={cn(chosen && "border-primary bg-primary-soft text-primary hover:bg-primary-soft")}
              onClick={() => void set({ verdict: toggled(parameters.verdict, verdict), ...FIRST_PAGE })}
            >
              <Icon aria-hidden />
              {words(word)}
            </Button>
          );
        })}
      </fieldset>
      <PagedTable
        list={{
          name: "reviews",
          contract: reviewList,
          input: reviewsInput(parameters),
          parameters: reviewParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("reviews")}
        columns={columns}
        rowId={(review) => review.id}
        rowHref={(review) => `/reviews/${review.id}`}
        empty={
          parameters.verdict.length > 0 ? (
            <EmptyState
              icon={ListChecks}
              title={t("empty_filtered")}
              action={<Button onClick={() => void set({ verdict: [], ...FIRST_PAGE })}>{t("clear")}</Button>}
            >
              {t("empty_filtered_text")}
            </EmptyState>
          ) : (
            <EmptyState icon={ListChecks} title={t("empty")}>
              {t("empty_text")}
            </EmptyState>
          )
        }
      />
    </>
  );
}
