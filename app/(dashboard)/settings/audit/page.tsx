import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Audit } from "@/components/access/audit";
import { auditList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Audit" };

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function AuditPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(auditList, { cursor }))}>
      <Audit />
    </HydrationBoundary>
  );
}
