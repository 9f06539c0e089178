"use client";

import { MessageSquareText, UserRound } from "lucide-react";
import { Price, priceOf } from "@/components/pieces/price";
import { RelativeTime } from "@/components/pieces/relative-time";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { InboxItem } from "@/lib/inbox/contract";
import { inbox } from "@/messages/compiled/inbox";
import { inboxKinds } from "@/messages/compiled/inbox-kinds";
import { KINDS } from "./kinds";

/** What the list says of an item below its title. */
export function ItemFacts({ item }: { item: InboxItem }) {
  const t = useMessages(inbox);
  const kinds = useMessages(inboxKinds);
  const { kind, repository, reach, since, assignee, comments, snoozed_until, predicted } = item;
  const { icon: Icon, word, tone } = KINDS[kind];
  return (
    <>
      <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap", tone)}>
        <Icon aria-hidden className="size-3.5" />
        {kinds(word)}
      </span>
      <span className="whitespace-nowrap" title={t("reach_meaning")}>
        {t("reach", { reach })}
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
          {t.rich("comment_count", {
            count: comments,
            hidden: (content) => <span className="sr-only">{content}</span>,
          })}
        </span>
      )}
      {predicted !== null && <Price price={priceOf(predicted)} className="basis-full" />}
      {snoozed_until !== null && (
        <span className="whitespace-nowrap">
          {t.rich("until", { when: () => <RelativeTime at={snoozed_until} /> })}
        </span>
      )}
    </>
  );
}
