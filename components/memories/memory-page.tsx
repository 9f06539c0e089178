"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { MemoryDetail } from "./memory-detail";
import type { MemoryRights } from "./rights";

/** One memory as a page of its own. */
export function MemoryPage({ memory_id, can }: { memory_id: string; can: MemoryRights }) {
  const router = useRouter();
  return (
    <>
      <p className="mb-3">
        <Link
          href="/memories"
          className="-ml-1 inline-flex items-center gap-1 rounded-sm text-muted-foreground text-sm hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          Memories
        </Link>
      </p>
      <MemoryDetail
        memory_id={memory_id}
        can={can}
        onDeleted={() => router.push("/memories")}
        onOpenMemory={(id) => router.push(`/memories/${id}`)}
      />
    </>
  );
}
