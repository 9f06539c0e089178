import { formatCount } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { cn } from "@/components/ui/cn";

type RateLimit = { resource: string; remaining: number; limit: number; reset_at: string };

/** What GitHub calls a quota, in our words. */
const RESOURCE_WORDS: Record<string, string> = { core: "requests" };

/** How much of its hourly quotas at GitHub is left. */
export function RateLimits({ limits }: { limits: readonly RateLimit[] }) {
  if (limits.length === 0) return "not known yet";
  return (
    <ul className="flex flex-col gap-1">
      {limits.map(({ resource, remaining, limit, reset_at }) => (
        <li key={resource} className={cn(remaining === 0 && "text-warn")}>
          {formatCount(remaining)} of {formatCount(limit)} {RESOURCE_WORDS[resource] ?? resource}
          <span className="text-muted-foreground">
            , resets <RelativeTime at={reset_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
