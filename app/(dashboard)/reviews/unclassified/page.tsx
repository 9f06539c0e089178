import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { UnclassifiedScreen } from "@/components/reviews/unclassified-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { ruleUnclassified } from "@/lib/reviews/contract";

export const generateMetadata = titled("unclassified_findings");

export default async function Page() {
  const state = await prefetch(prefetching(ruleUnclassified, {}));
  return (
    <HydrationBoundary state={state}>
      <UnclassifiedScreen />
    </HydrationBoundary>
  );
}
