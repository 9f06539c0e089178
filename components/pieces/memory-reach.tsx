import { FolderGit2, Globe } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Memory } from "@/lib/memories/contract";

/** Where a memory reaches: its repository, or the whole organization. */
export function MemoryReach({ memory }: { memory: Pick<Memory, "scope" | "repository"> }) {
  const repository = memory.scope === "global" ? null : (memory.repository?.name ?? null);
  const Icon = repository ? FolderGit2 : Globe;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className={cn("truncate", repository && "font-mono text-xs")}>
        {repository ?? "whole organization"}
      </span>
    </span>
  );
}
