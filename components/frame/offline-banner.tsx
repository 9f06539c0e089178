"use client";

import { WifiOff } from "lucide-react";
import { useIsOffline } from "@/components/ui/offline";

/** While there is no connection: what is shown stays, and says that it may be old. */
export function OfflineBanner() {
  const isOffline = useIsOffline();
  if (!isOffline) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2 border-b bg-warn-soft px-4 py-2 text-sm text-warn sm:px-6"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <span className="font-medium">You are offline.</span>
      <span>
        What is shown may be out of date, and other pages open once the connection is back. What you decide is
        sent then, if this page stays open.
      </span>
    </p>
  );
}
