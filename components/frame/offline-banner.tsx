"use client";

import { WifiOff } from "lucide-react";
import { useMessages } from "@/components/ui/messages";
import { useIsOffline } from "@/components/ui/offline";
import { frame } from "@/messages/compiled/frame";

/** While there is no connection: what is shown stays, and says that it may be old. */
export function OfflineBanner() {
  const t = useMessages(frame);
  const isOffline = useIsOffline();
  if (!isOffline) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2 border-b bg-warn-soft px-4 py-2 text-sm text-warn sm:px-6"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <span className="font-medium">{t("offline")}</span>
      <span>{t("offline_meaning")}</span>
    </p>
  );
}
