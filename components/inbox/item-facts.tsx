import { MessageSquareText, UserRound } from "lucide-react";
import { formatCount } from "@/components/pieces/format";
import { Price, priceOf } from "@/components/pieces/price";
import { RelativeTime } from "@/components/pieces/relative-time";
import { cn } from "@/components/ui/cn";
import type { InboxItem } from "@/lib/inbox/contract";
import { KINDS } from "./kinds";

/** What the list says of an item below its title. */
export function ItemFacts({ item }: { item: InboxItem }) {
  const { kind, repository, reach, since, assignee, comments, snoozed_until, predicted } = item;
  const { icon: Icon, word, tone } = KINDS[kind];
  return (
    <>
      <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap", tone)}>
        <Icon aria-hidden className="size-3.5" />
        {word}
      </span>
      <span className="whitespace-nowrap" title="How much depends on it">
        reach {formatCount(reach)}
      </span>
      <RelativeTime at={since} />
      {repository !== null && <span className="truncate">{repository.name}</span>}
      {assignee !== null && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <UserRound aria-hidden className="size-3" />
          {assignee.name}
        </span>
      )}
      {comments > 0 && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <MessageSquareText aria-hidden className="size-3" />
          {formatCount(comments)}
          <span className="sr-only">{comments === 1 ? " comment" : " comments"}</span>
        </span>
      )}
      {predicted !== null && <Price price={priceOf(predicted)} className="basis-full" />}
      {snoozed_until !== null && (
        <span className="whitespace-nowrap">
          until <RelativeTime at={snoozed_until} />
        </span>
      )}
    </>
  );
}
