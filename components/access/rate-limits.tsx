"use client";

import type { ReactNode } from "react";
import { RelativeTime } from "@/components/pieces/relative-time";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { connectionsLimits } from "@/messages/compiled/connections-limits";

type RateLimit = { resource: string; remaining: number; limit: number; reset_at: string };

/** How much of its hourly quotas at GitHub is left. */
export function RateLimits({ limits }: { limits: readonly RateLimit[] }) {
  const t = useMessages(connectionsLimits);
  if (limits.length === 0) return t("unknown");
  return (
    <ul className="flex flex-col gap-1">
      {limits.map((limit) => (
        <li key={limit.resource} className={cn(limit.remaining === 0 && "text-warn")}>
          <Left {...limit} />
        </li>
      ))}
    </ul>
  );
}

function Left({ resource, remaining, limit, reset_at }: RateLimit) {
  const t = useMessages(connectionsLimits);
  const reset = (words: ReactNode) => <span className="text-muted-foreground">{words}</span>;
  const when = () => <RelativeTime at={reset_at} />;
  // GitHub calls it "core".
  if (resource === "core") return t.rich("requests", { remaining, limit, reset, when });
  return t.rich("others", { remaining, limit, resource, reset, when });
}
