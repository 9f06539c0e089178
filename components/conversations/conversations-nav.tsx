"use client";

import { ViewsNav } from "@/components/pieces/views-nav";
import { useMessages } from "@/components/ui/messages";
import { conversationWords } from "@/messages/compiled/conversation-words";

/** The logs of each day, what the weeks have in common, and what an agent is reminded of. */
export function ConversationsNav() {
  const t = useMessages(conversationWords);
  return (
    <ViewsNav
      label={t("views")}
      views={[
        { href: "/conversations", label: t("days") },
        { href: "/conversations/weeks", label: t("weeks") },
        { href: "/conversations/remember", label: t("remember") },
      ]}
    />
  );
}
