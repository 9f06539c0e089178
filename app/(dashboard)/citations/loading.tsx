"use client";

import { DriftSkeleton } from "@/components/citations/drift-skeleton";
import { PageHeader } from "@/components/pieces/page-header";
import { useMessages } from "@/components/ui/messages";
import { pages } from "@/messages/compiled/pages";

export default function Loading() {
  const t = useMessages(pages);
  return (
    <>
      <PageHeader title={t("citations")} question={t("citations_question")} />
      <div className="mb-4 h-9 border-b" />
      <DriftSkeleton />
    </>
  );
}
