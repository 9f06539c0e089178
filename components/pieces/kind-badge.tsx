"use client";

import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { MemoryKind } from "@/lib/memories/contract";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { MEMORY_KINDS } from "./vocabulary";

export function KindBadge({ kind, className }: { kind: MemoryKind; className?: string }) {
  const t = useMessages(vocabulary);
  const { word, icon: Icon } = MEMORY_KINDS[kind];
  return (
    <span
      className={cn("inline-flex items-center gap-1.5 whitespace-nowrap text-muted-foreground", className)}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {t(word)}
    </span>
  );
}
