"use client";

import { useQuery } from "@tanstack/react-query";
import { Import } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import type { Formats } from "@/components/pieces/format";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { listQuery } from "@/lib/doors/client";
import { type ReviewImport, reviewImportList } from "@/lib/reviews/contract";
import { reviewsImportWords } from "@/messages/compiled/reviews-import-words";
import { reviewsImports } from "@/messages/compiled/reviews-imports";
import type { Translate } from "@/messages/message";
import { importParameters, importsInput } from "./filters";
import { IMPORT_KIND_WORDS, IMPORT_STATUS_TERMS } from "./import-words";
import { momentColumn } from "./moment-column";
import { NewImport } from "./new-import";
import { ReviewsNav } from "./reviews-nav";

const columnsOf = ({
  t,
  words,
  formats: { formatCount },
}: {
  t: Translate<typeof reviewsImports>;
  words: Translate<typeof reviewsImportWords>;
  formats: Formats;
}): readonly DataTableColumn<ReviewImport>[] => [
  {
    id: "name",
    header: t("column_name"),
    card: "title",
    cell: ({ name }) => (
      <span dir="auto" className="block truncate" title={name}>
        {visible(name)}
      </span>
    ),
  },
  {
    id: "status",
    header: t("column_status"),
    width: "7rem",
    card: "plain",
    cell: ({ status }) => <StatusBadge term={IMPORT_STATUS_TERMS[status]} t={words} />,
  },
  {
    id: "kind",
    header: t("column_from"),
    width: "8rem",
    importance: "high",
    card: "plain",
    cell: ({ kind }) => words(IMPORT_KIND_WORDS[kind]),
  },
  {
    id: "stored",
    header: t("column_stored"),
    width: "8rem",
    align: "right",
    cell: ({ items }) => t("stored", { stored: items.stored + items.repeated, total: items.total }),
  },
  {
    id: "skipped",
    header: t("column_skipped"),
    width: "6rem",
    align: "right",
    cell: ({ items }) => formatCount(items.skipped),
  },
  {
    id: "by",
    header: t("column_by"),
    width: "10rem",
    importance: "medium",
    card: "plain",
    cell: ({ created_by }) => <Actor actor={created_by} />,
  },
  momentColumn({ id: "at", header: t("column_started"), atOf: ({ created_at }) => created_at }),
];

/** How reviews came in by the many: what is on its way, what is a draft, what was left out. */
export function ImportsScreen() {
  const t = useMessages(reviewsImports);
  const words = useMessages(reviewsImportWords);
  const formats = useFormat();
  const columns = useMemo(() => columnsOf({ t, words, formats }), [t, words, formats]);
  const [parameters] = useQueryStates(importParameters, { history: "push" });
  const pages = usePages();
  const { may } = useMe();
  const query = useQuery({
    ...listQuery(reviewImportList, importsInput(parameters)),
    refetchInterval: (state) => {
      if (state.state.data?.items.some(({ status }) => status === "waiting" || status === "running"))
        return 2_000;
      return false;
    },
  });
  return (
    <>
      <PageHeader
        title={t("title")}
        question={t("question")}
        className="mb-2"
        actions={may("reviews:write") && <NewImport />}
      />
      <ReviewsNav />
      <PagedTable
        list={{
          name: "imports",
          contract: reviewImportList,
          input: importsInput(parameters),
          parameters: importParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/reviews/imports/${id}`}
        empty={
          <EmptyState icon={Import} title={t("empty")}>
            {t("empty_text")}
          </EmptyState>
        }
      />
    </>
  );
}
