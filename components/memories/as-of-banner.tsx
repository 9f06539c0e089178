import { CalendarClock } from "lucide-react";
import { AsOfReasons } from "@/components/pieces/as-of-note";
import { countOf, formatCount, formatDayAndMinute, wordFor } from "@/components/pieces/format";
import { Button } from "@/components/ui/button";
import type { OutputOf } from "@/lib/kernel/contract";
import type { memoryList, SINCE } from "@/lib/memories/contract";
import { endedWords, thenWords } from "./since-words";

type Since = (typeof SINCE)[number];
type ListAsOf = NonNullable<OutputOf<typeof memoryList>["as_of"]>;

/** What was active at a moment and what became of it, with a way to each of these sets. */
export function AsOfBanner({
  as_of,
  since,
  onSince,
  onNow,
}: {
  as_of: ListAsOf;
  since: Since | null;
  onSince: (since: Since | null) => void;
  onNow: () => void;
}) {
  const { at, time_zone, commit, counts } = as_of;
  const { ended, ended_by, added, changed, returned, active_now } = counts;
  const how = endedWords(ended_by);
  const sets = [
    { value: "ended", count: ended, words: "no longer active" },
    { value: "added", count: added, words: `${wordFor(added, "was", "were")} added since` },
    { value: "changed", count: changed, words: "changed" },
    { value: "returned", count: returned, words: "active again" },
  ] as const;
  return (
    <section aria-label="As of" className="mb-4 rounded-md border bg-sunken px-3 py-2.5 text-sm">
      <p className="flex items-start gap-2 text-pretty">
        <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span>
          As of{" "}
          <strong className="font-medium">
            {formatDayAndMinute(at, time_zone)} ({time_zone})
          </strong>
          {commit !== null && (
            <>
              , the time of commit <code className="text-xs">{commit.slice(0, 8)}</code>
            </>
          )}
          : {thenWords(counts)}. Now {countOf(active_now, "memory", "memories")}{" "}
          {wordFor(active_now, "is", "are")} active.
        </span>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {sets.map(({ value, count, words }) => (
          <Button
            key={value}
            size="sm"
            aria-pressed={since === value}
            variant={since === value ? "primary" : "secondary"}
            disabled={count === 0}
            onClick={() => onSince(since === value ? null : value)}
          >
            <span className="tabular-nums">{formatCount(count)}</span> {words}
          </Button>
        ))}
        <Button size="sm" variant="ghost" onClick={onNow}>
          Back to now
        </Button>
      </div>
      {how !== "" && <p className="mt-1.5 text-muted-foreground text-xs">No longer active: {how}.</p>}
      <AsOfReasons as_of={as_of} />
    </section>
  );
}
