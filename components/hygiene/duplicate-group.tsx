"use client";

import { Actor } from "@/components/pieces/actor";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatementLink } from "@/components/pieces/statement-link";
import { useFormat } from "@/components/pieces/use-format";
import { Badge } from "@/components/ui/badge";
import { useMessages } from "@/components/ui/messages";
import type { Duplicate } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";
import { hygiene } from "@/messages/compiled/hygiene";

/** Memories that say the same; the first is the one that would be kept. */
export function DuplicateGroup({ group: { memories, similarity, safe } }: { group: Duplicate }) {
  const t = useMessages(hygiene);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
        <Similarity value={similarity} />
        {!safe && (
          <Badge tone="warn" title={t("differs_meaning")}>
            {t("differs")}
          </Badge>
        )}
      </p>
      <ol className="flex flex-col gap-2">
        {memories.map((memory, index) => (
          <DuplicateMemory key={memory.id} memory={memory} isKept={index === 0} />
        ))}
      </ol>
    </div>
  );
}

function Similarity({ value }: { value: number | null }) {
  const t = useMessages(hygiene);
  const { formatDecimal } = useFormat();
  if (value === null) return t("word_for_word");
  return (
    <span className="tabular-nums" title={t("alike_meaning")}>
      {t("alike", { similarity: formatDecimal(value, 3) })}
    </span>
  );
}

function DuplicateMemory({ memory, isKept }: { memory: Memory; isKept: boolean }) {
  const t = useMessages(hygiene);
  return (
    <li className="min-w-0">
      <StatementLink memory={memory} />
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
        {isKept && <span className="font-medium text-foreground">{t("would_be_kept")}</span>}
        <MemoryReach memory={memory} />
        <Actor actor={memory.created_by} />
        <RelativeTime at={memory.created_at} />
        <span>{t("observed", { count: memory.observation_count })}</span>
        <QualityBar quality={memory.quality} />
      </p>
    </li>
  );
}
