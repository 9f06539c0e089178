"use client";

import { Bot, FolderGit2, Globe, Hourglass } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { type Memory, UNKNOWN_REPOSITORY } from "@/lib/memories/contract";
import { memoryPieces } from "@/messages/compiled/memory-pieces";
import type { PlainKey } from "@/messages/message";

type Reaching = Pick<Memory, "scope" | "repository"> & Partial<Pick<Memory, "pending_repository">>;

/** Where a memory reaches that names no repository. */
const ELSEWHERE = {
  global: { label: "whole_organization", Icon: Globe },
  repository: { label: "whole_organization", Icon: Globe },
  agent: { label: "one_agent", Icon: Bot },
  session: { label: "one_session", Icon: Bot },
} as const satisfies Record<Memory["scope"], { label: PlainKey<typeof memoryPieces>; Icon: typeof Globe }>;

/** Where a memory reaches: its repository, the one that it is kept for, the whole organization, or one agent or session. */
export function MemoryReach({ memory }: { memory: Reaching }) {
  const t = useMessages(memoryPieces);
  const { pending_repository = null } = memory;
  if (pending_repository !== null)
    return (
      <span className="inline-flex min-w-0 max-w-full items-center gap-1.5" title={t("kept_meaning")}>
        <Hourglass aria-hidden className="size-3.5 shrink-0" />
        {pending_repository === UNKNOWN_REPOSITORY ? (
          <span className="truncate">{t("kept_unknown")}</span>
        ) : (
          <span className="truncate">
            {t.rich("kept_for", {
              repository: () => <span className="font-mono text-xs">{pending_repository}</span>,
            })}
          </span>
        )}
      </span>
    );
  const repository = memory.scope === "global" ? null : (memory.repository?.name ?? null);
  const { label, Icon } = ELSEWHERE[memory.scope];
  const Reach = repository === null ? Icon : FolderGit2;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <Reach aria-hidden className="size-3.5 shrink-0" />
      <span className={cn("truncate", repository && "font-mono text-xs")}>{repository ?? t(label)}</span>
    </span>
  );
}
