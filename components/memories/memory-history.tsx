"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import {
  ArrowUpFromLine,
  BookmarkCheck,
  BookmarkX,
  Check,
  CircleX,
  CornerDownRight,
  Eye,
  EyeOff,
  FolderGit2,
  Hammer,
  Hourglass,
  type LucideIcon,
  Megaphone,
  MegaphoneOff,
  Merge,
  MessageSquareReply,
  PencilLine,
  Plus,
  Quote,
  RefreshCw,
  Replace,
  RotateCcw,
  ShieldAlert,
  ShieldCheck,
  Split,
  Star,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { Actor } from "@/components/pieces/actor";
import { ListExport } from "@/components/pieces/list-export";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { call, queryKey } from "@/lib/doors/client";
import { type MemoryEventType, memoryEventList } from "@/lib/memories/contract";
import { memoryHistory } from "@/messages/compiled/memory-history";
import type { PlainKey } from "@/messages/message";
import { type FieldBefore, fieldsBefore } from "./edited-fields";

const EVENTS: Record<MemoryEventType, { words: PlainKey<typeof memoryHistory>; icon: LucideIcon }> = {
  created: { words: "did_created", icon: Plus },
  observed: { words: "did_observed", icon: Plus },
  updated: { words: "did_updated", icon: PencilLine },
  retrieved: { words: "did_retrieved", icon: Eye },
  verified_valid: { words: "did_verified_valid", icon: Check },
  verified_invalid: { words: "did_verified_invalid", icon: TriangleAlert },
  corrected: { words: "did_corrected", icon: MessageSquareReply },
  refreshed: { words: "did_refreshed", icon: RefreshCw },
  recited: { words: "did_recited", icon: Quote },
  superseded: { words: "did_superseded", icon: CornerDownRight },
  merged: { words: "did_merged", icon: Merge },
  unmerged: { words: "did_unmerged", icon: Split },
  promoted: { words: "did_promoted", icon: ArrowUpFromLine },
  rescoped: { words: "did_rescoped", icon: Replace },
  attached: { words: "did_attached", icon: FolderGit2 },
  global_suggested: { words: "did_global_suggested", icon: Megaphone },
  global_dismissed: { words: "did_global_dismissed", icon: MegaphoneOff },
  invalidated: { words: "did_invalidated", icon: CircleX },
  applied: { words: "did_applied", icon: Hammer },
  rated: { words: "did_rated", icon: Star },
  ignored: { words: "did_ignored", icon: EyeOff },
  addressed: { words: "did_addressed", icon: BookmarkCheck },
  unaddressed: { words: "did_unaddressed", icon: BookmarkX },
  expired: { words: "did_expired", icon: Hourglass },
  restored: { words: "did_restored", icon: RotateCcw },
  quarantined: { words: "did_quarantined", icon: ShieldAlert },
  held: { words: "did_held", icon: ShieldAlert },
  released: { words: "did_released", icon: ShieldCheck },
  deleted: { words: "did_deleted", icon: Trash2 },
};

const PAGE = 20;

const FIELD_WORDS: Record<FieldBefore["field"], PlainKey<typeof memoryHistory>> = {
  statement: "before_statement",
  category: "before_category",
  tags: "before_tags",
  reasoning: "before_reasoning",
  outcome: "before_outcome",
};

/** What an edit changed, each field with what it said before. */
function Before({ fields }: { fields: readonly FieldBefore[] }) {
  const t = useMessages(memoryHistory);
  if (fields.length === 0) return null;
  return (
    <dl className="text-muted-foreground">
      {fields.map(({ field, before }) => (
        <div key={field}>
          <dt className="text-xs">{t(FIELD_WORDS[field])}</dt>
          <dd dir="auto" className="wrap-anywhere">
            {before ?? t("before_empty")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What happened to a memory, newest first, each with who did it and why. */
export function MemoryHistory({ memory_id }: { memory_id: string }) {
  const t = useMessages(memoryHistory);
  const query = useInfiniteQuery({
    queryKey: [...queryKey(memoryEventList), "pages", memory_id],
    queryFn: ({ pageParam, signal }) =>
      call(memoryEventList, { memory_id, limit: PAGE, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { reads: memoryEventList.reads },
  });
  if (query.isError) return <ReadProblem happened={t("unreadable")} reading={query} />;
  if (!query.data)
    return (
      <div aria-busy className="flex flex-col gap-3">
        {["w-3/5", "w-2/5", "w-1/2"].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    );
  const events = query.data.pages.flatMap((page) => page.items);
  const total = query.data.pages[0]?.total ?? events.length;
  return (
    <>
      <ol className="flex flex-col">
        {events.map((event) => {
          const { words, icon: Icon } = EVENTS[event.type];
          return (
            <li
              key={event.id}
              className="relative flex gap-2.5 pb-3 text-sm before:absolute before:top-5 before:bottom-0 before:left-[7px] before:w-px before:bg-border last:pb-0 last:before:hidden"
            >
              <Icon aria-hidden className="mt-[3px] size-3.5 shrink-0 text-muted-foreground" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-1.5">
                  <Actor actor={event.actor} className="font-medium" />
                  <span>{t(words)}</span>
                  <RelativeTime at={event.at} className="ml-auto text-muted-foreground text-xs" />
                </p>
                {event.reason && (
                  <p dir="auto" className="wrap-anywhere text-muted-foreground">
                    {visible(event.reason)}
                  </p>
                )}
                <Before fields={fieldsBefore(event)} />
              </div>
            </li>
          );
        })}
      </ol>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        {query.hasNextPage && (
          <Button
            size="sm"
            variant="ghost"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("show_more", { shown: events.length, total })}
          </Button>
        )}
        <ListExport contract={memoryEventList} input={{ memory_id }} total={total} />
      </div>
    </>
  );
}
