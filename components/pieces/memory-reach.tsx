import { Bot, FolderGit2, Globe, Hourglass } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { type Memory, UNKNOWN_REPOSITORY } from "@/lib/memories/contract";

type Reaching = Pick<Memory, "scope" | "repository"> & Partial<Pick<Memory, "pending_repository">>;

/** Where a memory reaches that names no repository. */
const ELSEWHERE = {
  global: { label: "whole organization", Icon: Globe },
  repository: { label: "whole organization", Icon: Globe },
  agent: { label: "one agent only", Icon: Bot },
  session: { label: "one session only", Icon: Bot },
} as const satisfies Record<Memory["scope"], { label: string; Icon: typeof Globe }>;

/** Where a memory reaches: its repository, the one that it is kept for, the whole organization, or one agent or session. */
export function MemoryReach({ memory }: { memory: Reaching }) {
  const { pending_repository = null } = memory;
  if (pending_repository !== null)
    return (
      <span
        className="inline-flex min-w-0 max-w-full items-center gap-1.5"
        title="Not served until this repository is registered."
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
  const { label, Icon } = repository ? { label: repository, Icon: FolderGit2 } : ELSEWHERE[memory.scope];
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className={cn("truncate", repository && "font-mono text-xs")}>{label}</span>
    </span>
  );
}
