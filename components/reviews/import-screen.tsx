"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { PageHeader } from "@/components/pieces/page-header";
import { FormProblem, ReadProblem, readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { DISPOSITIONS as DISPOSITION_TERMS } from "@/components/pieces/vocabulary";
import { DispositionBadge } from "@/components/pieces/vocabulary-badges";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { call, operationQuery, queryKey } from "@/lib/doors/client";
import {
  DISPOSITIONS,
  type ImportItem,
  type ReviewImport,
  reviewImportConfirm,
  reviewImportCorrect,
  reviewImportGet,
  reviewImportItems,
} from "@/lib/reviews/contract";
import { reviewsImport } from "@/messages/compiled/reviews-import";
import { reviewsImportWords } from "@/messages/compiled/reviews-import-words";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { Translate } from "@/messages/message";
import { IMPORT_STATE_TERMS, IMPORT_STATUS_TERMS } from "./import-words";
import { ReviewsNav } from "./reviews-nav";

type Words = Translate<typeof reviewsImport>;

const LEAVE_OUT = "leave_out";
const ITEMS_A_PAGE = 100;

/** What becomes of one item of a draft, chosen in place. */
function Choice({
  item,
  onChoose,
}: {
  item: ImportItem;
  onChoose: (change: { disposition?: NonNullable<ImportItem["disposition"]>; leave_out?: boolean }) => void;
}) {
  const t = useMessages(reviewsImport);
  const terms = useMessages(vocabulary);
  return (
    <Choose
      value={item.state === "skipped" ? LEAVE_OUT : (item.disposition ?? LEAVE_OUT)}
      onChoose={(chosen) =>
        onChoose(chosen === LEAVE_OUT ? { leave_out: true } : { disposition: chosen, leave_out: false })
      }
      options={[
        ...DISPOSITIONS.map((value) => ({ value, label: terms(DISPOSITION_TERMS[value].word) })),
        { value: LEAVE_OUT, label: t("leave_out") },
      ]}
      aria-label={t("disposition_of", { item: item.label })}
      className="h-7 w-full max-w-34"
    />
  );
}

/** The name of the file with its line: "run.ts:12". */
function placeOf({ file_path, line }: ImportItem): string {
  if (file_path === null) return "–";
  const name = file_path.split("/").at(-1);
  if (line === null) return `${name}`;
  return `${name}:${line}`;
}

/** The state of an item, which leads to the review that it became part of. */
function State({ item: { state, review_id } }: { item: ImportItem }) {
  const words = useMessages(reviewsImportWords);
  const badge = <StatusBadge term={IMPORT_STATE_TERMS[state]} t={words} />;
  if (!review_id) return badge;
  return (
    <Link href={`/reviews/${review_id}`} className="hover:underline">
      {badge}
    </Link>
  );
}

function columnsOf({
  t,
  found,
  mayCorrect,
  onChoose,
}: {
  t: Words;
  found: ReviewImport;
  mayCorrect: boolean;
  onChoose: (item: ImportItem, change: Parameters<Parameters<typeof Choice>[0]["onChoose"]>[0]) => void;
}): DataTableColumn<ImportItem>[] {
  const drafts = found.kind !== "evaluations";
  return [
    {
      id: "label",
      header: t(drafts ? "column_finding" : "column_evaluation"),
      card: "title",
      cell: (item) => (
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="min-w-0 truncate" title={item.original_issue ?? item.label}>
            {visible(item.label)}
          </span>
          {item.url && (
            <a
              href={item.url}
              target="_blank"
              rel="noreferrer"
              aria-label={t("at_source", { item: item.label })}
            >
              <ExternalLink aria-hidden className="size-3.5 text-muted-foreground" />
            </a>
          )}
        </span>
      ),
    },
    {
      id: "state",
      header: t(found.status === "draft" ? "column_becomes" : "column_became"),
      width: "10rem",
      card: "plain",
      cell: (item) => {
        if (found.status === "draft" && mayCorrect && item.disposition !== null)
          return <Choice item={item} onChoose={(change) => onChoose(item, change)} />;
        if (item.disposition !== null && item.state !== "skipped") {
          if (item.review_id)
            return (
              <Link href={`/reviews/${item.review_id}`} className="hover:underline">
                <DispositionBadge disposition={item.disposition} />
              </Link>
            );
          return <DispositionBadge disposition={item.disposition} />;
        }
        return <State item={item} />;
      },
    },
    {
      id: "because",
      header: t("column_because"),
      width: "34%",
      card: "plain",
      cell: (item) => (
        <span
          dir="auto"
          className="block whitespace-normal text-pretty py-1 text-muted-foreground text-xs leading-4"
          title={item.reason ?? undefined}
        >
          {visible(item.because)}
          {item.reason !== null && (
            <span className="line-clamp-2 text-foreground">{visible(item.reason)}</span>
          )}
        </span>
      ),
    },
    ...(drafts
      ? [
          {
            id: "rule",
            header: t("column_rule"),
            width: "9rem",
            importance: "medium" as const,
            cell: (item: ImportItem) => (
              <span className="font-mono text-xs">{item.rule_category ?? "–"}</span>
            ),
          },
          {
            id: "place",
            header: t("column_place"),
            width: "13rem",
            importance: "low" as const,
            card: "plain" as const,
            cell: (item: ImportItem) => (
              <span className="font-mono text-xs" title={item.file_path ?? undefined}>
                {placeOf(item)}
              </span>
            ),
          },
        ]
      : []),
  ];
}

function Summary({ found }: { found: ReviewImport }) {
  const t = useMessages(reviewsImport);
  const words = useMessages(reviewsImportWords);
  const { items } = found;
  const done = items.total - items.waiting - items.draft;
  const parts = [
    ["stored", items.stored],
    ["repeated", items.repeated],
    ["skipped", items.skipped],
    ["waiting", items.waiting],
    ["to_store", items.draft],
  ] as const;
  return (
    <div className="mb-4 flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <StatusBadge term={IMPORT_STATUS_TERMS[found.status]} t={words} />
        {parts.flatMap(([key, count]) => {
          if (count === 0) return [];
          return [
            <span key={key} className="tabular-nums">
              {t(key, { count })}
            </span>,
          ];
        })}
        {found.finished_at && (
          <span className="text-muted-foreground">
            <RelativeTime at={found.finished_at} />
          </span>
        )}
      </p>
      {(found.status === "waiting" || found.status === "running") && (
        <Progress label={t("progress")} value={done} max={items.total} />
      )}
    </div>
  );
}

/** One import: how each item was read and why, what is stored instead, and how far it is. */
export function ImportScreen({ import_id }: { import_id: string }) {
  const t = useMessages(reviewsImport);
  const { may } = useMe();
  const query = useQuery({
    ...operationQuery(reviewImportGet, { import_id }),
    refetchInterval: (state) => {
      if (state.state.data?.status === "waiting" || state.state.data?.status === "running") return 1_500;
      return false;
    },
  });
  const found = query.data;
  const items = useInfiniteQuery({
    queryKey: [...queryKey(reviewImportItems), import_id, found?.status],
    queryFn: ({ pageParam, signal }) =>
      call(reviewImportItems, { import_id, after: pageParam, limit: ITEMS_A_PAGE }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { reads: reviewImportItems.reads },
    enabled: found !== undefined,
    placeholderData: (before) => before,
  });
  const confirm = useOperation(reviewImportConfirm);
  const correct = useOperation(reviewImportCorrect, { failure: t("not_changed") });
  if (query.isError) return <ReadProblem happened={t("unreadable")} reading={query} />;
  const rows = items.data?.pages.flatMap((page) => page.items);
  const total = items.data?.pages[0]?.total ?? 0;
  return (
    <>
      <PageHeader
        title={found ? found.name : <Skeleton className="h-6 w-64" />}
        question={found ? t("question", { kind: found.kind }) : undefined}
        className="mb-2"
        actions={
          found?.status === "draft" &&
          may("reviews:write") && (
            <Button
              variant="primary"
              busy={confirm.isPending}
              disabled={found.items.draft === 0}
              onClick={() => confirm.mutate({ import_id })}
            >
              {t("store", { count: found.items.draft })}
            </Button>
          )
        }
      />
      <ReviewsNav />
      {found ? <Summary found={found} /> : <Skeleton className="mb-4 w-72" />}
      <FormProblem error={confirm.error} />
      <DataTable
        label={t("items")}
        columns={
          found
            ? columnsOf({
                t,
                found,
                mayCorrect: may("reviews:write"),
                onChoose: (item, change) =>
                  correct.mutate({ import_id, items: [{ position: item.position, ...change }] }),
              })
            : []
        }
        rows={found ? rows : undefined}
        rowId={({ position }) => String(position)}
        density="comfortable"
        refreshing={correct.isPending}
        error={readProblem(t("items_unreadable"), items)}
      />
      {rows !== undefined && rows.length < total && (
        <div className="mt-3 flex items-center gap-3 text-muted-foreground text-sm">
          <span className="tabular-nums">{t("shown", { shown: rows.length, total })}</span>
          <Button size="sm" busy={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
            {t("show_more")}
          </Button>
        </div>
      )}
    </>
  );
}
