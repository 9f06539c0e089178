"use client";

import type { InboxReference } from "@/lib/inbox/contract";
import { ItemComments } from "./item-comments";
import { KINDS } from "./kinds";
import { type InboxState, queueOfKind } from "./use-inbox";

/** The open item as its own module shows and decides it, and what people say about it. */
export function ItemPanel({
  item,
  queue,
  isCommenting,
  onCommenting,
}: {
  item: InboxReference;
  queue: InboxState["queue"];
  isCommenting: boolean;
  onCommenting: (isCommenting: boolean) => void;
}) {
  const { kind, subject_id } = item;
  const { Item } = KINDS[kind];
  const { current, heading, show } = queue;
  const leave = () => {
    if (current === undefined) heading.current?.focus();
    else show(current);
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Item subject_id={subject_id} queue={queueOfKind(queue, kind)} />
      {/* A proposal has comments of its own, on each of its hunks. */}
      {kind !== "proposal" && (
        <ItemComments
          item={{ kind, subject_id }}
          isCommenting={isCommenting}
          onCommenting={onCommenting}
          onLeave={leave}
        />
      )}
    </div>
  );
}
