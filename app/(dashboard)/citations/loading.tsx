import { DriftSkeleton } from "@/components/citations/drift-skeleton";
import { PageHeader } from "@/components/pieces/page-header";

export default function Loading() {
  return (
    <>
      <PageHeader title="Citations" question="Which knowledge is going stale?" />
      <div className="mb-4 h-9 border-b" />
      <DriftSkeleton />
    </>
  );
}
