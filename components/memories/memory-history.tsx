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
import { formatCount } from "@/components/pieces/format";
import { ListExport } from "@/components/pieces/list-export";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { call, queryKey } from "@/lib/doors/client";
import { type MemoryEventType, memoryEventList } from "@/lib/memories/contract";

const EVENTS: Record<MemoryEventType, { words: string; icon: LucideIcon }> = {
  created: { words: "stored it", icon: Plus },
  observed: { words: "observed it again", icon: Plus },
  updated: { words: "changed it", icon: PencilLine },
  retrieved: { words: "was served it", icon: Eye },
  verified_valid: { words: "checked it: all citations valid", icon: Check },
  verified_invalid: { words: "checked it: a citation is edited or missing", icon: TriangleAlert },
  corrected: { words: "stored it as a correction", icon: MessageSquareReply },
  refreshed: { words: "confirmed it", icon: RefreshCw },
  recited: { words: "found it still true and cited the new lines", icon: Quote },
  superseded: { words: "superseded it", icon: CornerDownRight },
  merged: { words: "merged a duplicate into it", icon: Merge },
  unmerged: { words: "undid a merge", icon: Split },
  promoted: { words: "widened its scope", icon: ArrowUpFromLine },
  rescoped: { words: "applied the current rules to it", icon: Replace },
  attached: { words: "assigned it to its newly registered repository", icon: FolderGit2 },
  global_suggested: { words: "suggested it for every repository", icon: Megaphone },
  global_dismissed: { words: "dismissed the suggestion to make it global", icon: MegaphoneOff },
  invalidated: { words: "invalidated it", icon: CircleX },
  applied: { words: "applied it", icon: Hammer },
  rated: { words: "rated it", icon: Star },
  ignored: { words: "was served it and did not use it", icon: EyeOff },
  addressed: { words: "marked it as addressed by a skill", icon: BookmarkCheck },
  unaddressed: { words: "removed the addressed mark", icon: BookmarkX },
  expired: { words: "expired it", icon: Hourglass },
  restored: { words: "restored it", icon: RotateCcw },
  quarantined: { words: "quarantined it", icon: ShieldAlert },
  held: { words: "held it back from other agents", icon: ShieldAlert },
  released: { words: "released it", icon: ShieldCheck },
  deleted: { words: "deleted it", icon: Trash2 },
};

const PAGE = 20;

/** What happened to a memory, newest first, each with who did it and why. */
export function MemoryHistory({ memory_id }: { memory_id: string }) {
  const query = useInfiniteQuery({
    queryKey: [...queryKey(memoryEventList), "pages", memory_id],
    queryFn: ({ pageParam, signal }) =>
      call(memoryEventList, { memory_id, limit: PAGE, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { reads: memoryEventList.reads },
  });
  if (query.isError) return <ReadProblem happened="The history could not be loaded." reading={query} />;
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
                  <span>{words}</span>
                  <RelativeTime at={event.at} className="ml-auto text-muted-foreground text-xs" />
                </p>
                {event.reason && (
                  <p dir="auto" className="wrap-anywhere text-muted-foreground">
                    {event.reason}
                  </p>
                )}
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
            Show more ({formatCount(events.length)} of {formatCount(total)})
          </Button>
        )}
        <ListExport contract={memoryEventList} input={{ memory_id }} total={total} />
      </div>
    </>
  );
}
