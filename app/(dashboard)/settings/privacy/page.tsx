import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Privacy } from "@/components/access/privacy";
import { organizationGet } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Privacy" };

export default async function PrivacyPage() {
  return (
    <HydrationBoundary state={await prefetch(prefetching(organizationGet, {}))}>
      <Privacy />
    </HydrationBoundary>
  );
}
