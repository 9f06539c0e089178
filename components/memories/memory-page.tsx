"use client";

import { useRouter } from "next/navigation";
import { BackLink } from "@/components/pieces/back-link";
import { useMessages } from "@/components/ui/messages";
import { memoryPage } from "@/messages/compiled/memory-page";
import { MemoryDetail } from "./memory-detail";
import type { MemoryRights } from "./rights";

/** One memory as a page of its own. */
export function MemoryPage({ memory_id, can }: { memory_id: string; can: MemoryRights }) {
  const t = useMessages(memoryPage);
  const router = useRouter();
  return (
    <>
      <BackLink href="/memories">{t("all")}</BackLink>
      <MemoryDetail
        memory_id={memory_id}
        can={can}
        onDeleted={() => router.push("/memories")}
        onOpenMemory={(id) => router.push(`/memories/${id}`)}
      />
    </>
  );
}
