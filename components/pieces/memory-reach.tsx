import { FolderGit2, Globe, Hourglass } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { type Memory, UNKNOWN_REPOSITORY } from "@/lib/memories/contract";

type Reaching = Pick<Memory, "scope" | "repository"> & Partial<Pick<Memory, "pending_repository">>;

/** Where a memory reaches: its repository, the one that it is kept for, or the whole organization. */
export function MemoryReach({ memory }: { memory: Reaching }) {
  const { pending_repository = null } = memory;
  if (pending_repository !== null)
    return (
      <span
        className="inline-flex min-w-0 max-w-full items-center gap-1.5"
        title="Given to no agent until this repository is registered."
      >
        <Hourglass aria-hidden className="size-3.5 shrink-0" />
        {pending_repository === UNKNOWN_REPOSITORY ? (
          <span className="truncate">kept for an unknown repository</span>
        ) : (
          <span className="truncate">
            kept for <span className="font-mono text-xs">{pending_repository}</span>
          </span>
        )}
      </span>
    );
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
