"use client";

import { WifiOff } from "lucide-react";
import { useIsOffline } from "@/components/ui/offline";

/** While there is no connection: what is shown stays, and says that it may be old. */
export function OfflineBanner() {
  const isOffline = useIsOffline();
  return (
    <div role="status">
      {isOffline && (
        <p className="flex flex-wrap items-center gap-x-2 border-warn/40 border-b bg-warn-soft/60 px-4 py-2 text-sm sm:px-6">
          <WifiOff aria-hidden className="size-4 shrink-0 text-warn" />
          <span className="font-medium">You are offline.</span>
          <span>
            What is shown may be out of date, and other pages open once the connection is back. What you
            decide is sent then, if this page stays open.
          </span>
        </p>
      )}
    </div>
  );
}
