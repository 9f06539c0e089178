"use client";

import { useMessages } from "@/components/ui/messages";
import type { TimelineItem } from "@/lib/sessions/contract";
import { sessionTimeline } from "@/messages/compiled/session-timeline";
import { TimelineRow } from "./timeline-row";

export const keyOf = (item: TimelineItem, index: number) => `${item.what} ${item.at} ${index}`;

/** What happened in a run, oldest first. The chosen pack is the one shown beside it. */
export function Timeline({
  items,
  pack_id,
  onPack,
}: {
  items: readonly TimelineItem[];
  pack_id: string | null;
  onPack: (recall_id: string) => void;
}) {
  const t = useMessages(sessionTimeline);
  return (
    <ol aria-label={t("timeline")} className="flex flex-col">
      {items.map((item, index) => (
        <li
          key={keyOf(item, index)}
          className="relative flex gap-3 pb-4 text-sm before:absolute before:top-5 before:bottom-0 before:left-[7px] before:w-px before:bg-border last:pb-0 last:before:hidden"
        >
          <TimelineRow
            item={item}
            chosen={item.what === "pack" && item.recall.id === pack_id}
            onPack={onPack}
          />
        </li>
      ))}
    </ol>
  );
}
