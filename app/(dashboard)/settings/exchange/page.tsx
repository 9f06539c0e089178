import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Exchange } from "@/components/access/exchange";
import { organizationGet } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Export and import" };

export default async function ExchangePage() {
  return (
    <HydrationBoundary state={await prefetch(prefetching(organizationGet, {}))}>
      <Exchange />
    </HydrationBoundary>
  );
}
