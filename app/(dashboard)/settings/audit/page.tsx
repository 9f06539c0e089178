import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { Audit } from "@/components/access/audit";
import { auditInput, loadAuditParameters } from "@/components/access/parameters";
import { auditList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("audit");

type Props = { searchParams: Promise<SearchParams> };

export default async function AuditPage({ searchParams }: Props) {
  const input = auditInput(await loadAuditParameters(searchParams));
  return (
    <HydrationBoundary state={await prefetch(prefetching(auditList, input))}>
      <Audit />
    </HydrationBoundary>
  );
}
