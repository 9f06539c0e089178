import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { PatternScreen } from "@/components/tasks/pattern-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { patternGet } from "@/lib/tasks/contract";

export const generateMetadata = titled("pattern");

export default async function Page({ params }: { params: Promise<{ pattern_id: string }> }) {
  const { pattern_id } = await params;
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(patternGet, { pattern_id }))}>
      <PatternScreen pattern_id={pattern_id} />
    </HydrationBoundary>
  );
}
