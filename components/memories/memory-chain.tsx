"use client";

import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { MemoryBrief } from "@/lib/memories/contract";
import { memoryPage } from "@/messages/compiled/memory-page";

/** How a belief changed: from the oldest statement to the newest, as one line; the memory shown is marked. */
export function MemoryChain({ chain, memory_id }: { chain: readonly MemoryBrief[]; memory_id: string }) {
  const t = useMessages(memoryPage);
  return (
    <ol className="flex flex-col">
      {chain.map((memory) => {
        const here = memory.id === memory_id;
        return (
          <li
            key={memory.id}
            className="relative pb-4 pl-6 before:absolute before:top-4 before:bottom-[-6px] before:left-[6px] before:w-px before:bg-border-strong last:pb-0 last:before:hidden"
          >
            <span
              aria-hidden
              className={cn(
                "absolute top-[5px] left-px size-[11px] rounded-full border-2",
                here ? "border-primary bg-primary" : "border-border-strong bg-card",
              )}
            />
            {here ? (
              <p dir="auto" className="line-clamp-3 wrap-anywhere font-medium text-sm">
                {visible(memory.statement)}
              </p>
            ) : (
              <Link
                href={`/memories/${memory.id}`}
                dir="auto"
                className="line-clamp-3 wrap-anywhere text-sm decoration-border-strong underline-offset-4 hover:underline"
              >
                {visible(memory.statement)}
              </Link>
            )}
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-muted-foreground text-xs">
              <MemoryStatusBadge status={memory.status} />
              <span>{t.rich("version_stored", { when: () => <RelativeTime at={memory.created_at} /> })}</span>
              {here && <span>{t("this_version")}</span>}
              {memory.superseded_by && memory.status_reason && (
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {visible(memory.status_reason)}
                </span>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
