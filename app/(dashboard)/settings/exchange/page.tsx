import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { Exchange } from "@/components/access/exchange";
import { organizationGet } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("export_and_import");

export default async function ExchangePage() {
  return (
    <HydrationBoundary state={await prefetch(prefetching(organizationGet, {}))}>
      <Exchange />
    </HydrationBoundary>
  );
}
