import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { ImportScreen } from "@/components/reviews/import-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { reviewImportGet } from "@/lib/reviews/contract";

export const generateMetadata = titled("review_import");

export default async function Page({ params }: { params: Promise<{ import_id: string }> }) {
  const { import_id } = await params;
  const state = await prefetchRecord(prefetching(reviewImportGet, { import_id }));
  return (
    <HydrationBoundary state={state}>
      <ImportScreen import_id={import_id} />
    </HydrationBoundary>
  );
}
