import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { Privacy } from "@/components/access/privacy";
import { organizationGet } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("privacy");

export default async function PrivacyPage() {
  return (
    <HydrationBoundary state={await prefetch(prefetching(organizationGet, {}))}>
      <Privacy />
    </HydrationBoundary>
  );
}
