"use client";

import { AsOfReasons } from "@/components/pieces/as-of-note";
import { useFormat } from "@/components/pieces/use-format";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { RecallPreview } from "@/lib/recall/contract";
import { recallsPlayground } from "@/messages/compiled/recalls-playground";
import { type Difference, differenceOf } from "./pack-difference";

/** What differs between the pack that an agent would have got at a moment and the one it would get now. */
export function ThenAndNowPacks({ past, present }: { past: RecallPreview; present: RecallPreview }) {
  const t = useMessages(recallsPlayground);
  const { formatMoment } = useFormat();
  if (!past.as_of) return null;
  const { at, time_zone } = past.as_of;
  const { added, dropped, changed, same } = differenceOf(past.memories, present.memories);
  return (
    <section aria-label={t("then_and_now")} className="rounded-md border bg-sunken px-3 py-2.5 text-sm">
      <p>
        {t.rich("served_then_and_now", {
          moment: formatMoment(at, time_zone),
          time_zone,
          past: past.memories.length,
          present: present.memories.length,
          same,
          strong: (content) => <strong className="font-medium">{content}</strong>,
        })}
      </p>
      <DifferenceList title={t("added_since")} memories={added} />
      <DifferenceList title={t("dropped_since")} memories={dropped} />
      <DifferenceList title={t("changed_since")} memories={changed} />
      <AsOfReasons as_of={past.as_of} />
    </section>
  );
}

function DifferenceList({ title, memories }: { title: string; memories: readonly Difference[] }) {
  const t = useMessages(recallsPlayground);
  if (memories.length === 0) return null;
  return (
    <div className="mt-2">
      <h3 className="font-medium">
        {title} <span className="font-normal text-muted-foreground tabular-nums">{memories.length}</span>
      </h3>
      <ul className="mt-0.5 flex flex-col gap-1">
        {memories.map(({ memory_id, statement, before }) => (
          <li key={memory_id} className="min-w-0">
            <Link
              href={`/memories/${memory_id}`}
              dir="auto"
              className="wrap-anywhere underline-offset-4 hover:underline"
            >
              {visible(statement)}
            </Link>
            {before !== null && (
              <span dir="auto" className="wrap-anywhere block text-muted-foreground text-xs">
                {t("before_then", { statement: before })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
