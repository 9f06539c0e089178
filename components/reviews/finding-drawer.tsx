"use client";

import dynamic from "next/dynamic";
import { Drawer, type useDrawer } from "@/components/pieces/drawer";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { reviewsFindingTable } from "@/messages/compiled/reviews-finding-table";

const FindingDetail = dynamic(() => import("./finding-detail").then((part) => part.FindingDetail), {
  loading: () => <Skeleton className="h-6 w-4/5" />,
});

function pageOf(finding_id: string | null): string | undefined {
  if (finding_id === null) return undefined;
  return `/reviews/findings/${finding_id}`;
}

/** The finding that is open beside a list. */
export function FindingDrawer({ drawer: { id, close } }: { drawer: ReturnType<typeof useDrawer> }) {
  const t = useMessages(reviewsFindingTable);
  return (
    <Drawer open={id !== null} onClose={close} title={t("finding")} page_href={pageOf(id)}>
      {id !== null && <FindingDetail finding_id={id} heading />}
    </Drawer>
  );
}
