"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { operationQuery } from "@/lib/doors/client";
import { inboxCounts } from "@/lib/inbox/contract";
import { inbox as inboxArea } from "@/messages/compiled/inbox";
import { ItemPanel } from "./item-panel";
import { countsInput, itemOfKey } from "./parameters";
import type { InboxState } from "./use-inbox";

/** What a link names and the inbox does not list, of a kind that this person decides on; else nothing. */
export function UnlistedItem({ itemKey, inbox }: { itemKey: string; inbox: InboxState }) {
  const t = useMessages(inboxArea);
  const { queue, parameters } = inbox;
  const [isCommenting, setCommenting] = useState(false);
  const counts = useQuery(operationQuery(inboxCounts, countsInput(parameters.repository)));
  const decidable = counts.data?.kinds.map(({ kind }) => kind) ?? [];
  const [item] = itemOfKey(itemKey).filter(({ kind }) => decidable.includes(kind));
  useShortcuts(
    [
      {
        keys: DECISION_KEYS.comment,
        label: t("comment"),
        when: item !== undefined && item.kind !== "proposal",
        run: () => setCommenting(true),
      },
    ],
    t("title"),
  );
  if (item === undefined) return null;
  return <ItemPanel item={item} queue={queue} isCommenting={isCommenting} onCommenting={setCommenting} />;
}
