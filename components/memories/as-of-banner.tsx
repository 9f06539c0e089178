"use client";

import { CalendarClock } from "lucide-react";
import type { ReactNode } from "react";
import { AsOfReasons } from "@/components/pieces/as-of-note";
import { useFormat } from "@/components/pieces/use-format";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import type { OutputOf } from "@/lib/kernel/contract";
import type { memoryList, SINCE } from "@/lib/memories/contract";
import { memories } from "@/messages/compiled/memories";
import { memoryWords } from "@/messages/compiled/memory-words";
import { endedWords } from "./since-words";

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
  const t = useMessages(memories);
  const words = useMessages(memoryWords);
  const { ended, ended_by, added, changed, returned } = as_of.counts;
  const how = endedWords({ t: words, ended_by });
  const sets = [
    { value: "ended", count: ended, said: "set_ended" },
    { value: "added", count: added, said: "set_added" },
    { value: "changed", count: changed, said: "set_changed" },
    { value: "returned", count: returned, said: "set_returned" },
  ] as const;
  return (
    <section aria-label={t("as_of")} className="mb-4 rounded-md border bg-sunken px-3 py-2.5 text-sm">
      <p className="flex items-start gap-2 text-pretty">
        <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span>
          <ThenAndNow as_of={as_of} />
        </span>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {sets.map(({ value, count, said }) => (
          <Button
            key={value}
            size="sm"
            aria-pressed={since === value}
            variant={since === value ? "primary" : "secondary"}
            disabled={count === 0}
            onClick={() => onSince(since === value ? null : value)}
          >
            {t.rich(said, {
              count,
              figure: (figure) => <span className="tabular-nums">{figure}</span>,
            })}
          </Button>
        ))}
        <Button size="sm" variant="ghost" onClick={onNow}>
          {t("back_to_now")}
        </Button>
      </div>
      {how !== "" && <p className="mt-1.5 text-muted-foreground text-xs">{t("ended_by", { how })}</p>}
      <AsOfReasons as_of={as_of} />
    </section>
  );
}

/** How many memories were active at the moment, and how many are now. */
function ThenAndNow({ as_of: { at, time_zone, commit, counts } }: { as_of: ListAsOf }) {
  const t = useMessages(memories);
  const { formatDayAndMinute } = useFormat();
  const values = {
    at: formatDayAndMinute(at, time_zone),
    time_zone,
    active_then: counts.active_then,
    active_now: counts.active_now,
    moment: (moment: ReactNode) => <strong className="font-medium">{moment}</strong>,
  };
  if (commit === null) return t.rich("as_of_moment", values);
  return t.rich("as_of_commit", {
    ...values,
    commit: () => <code className="text-xs">{commit.slice(0, 8)}</code>,
  });
}
