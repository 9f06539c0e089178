"use client";

import { Actor } from "@/components/pieces/actor";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { usageInWords } from "@/components/pieces/memory-uses";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatementLink } from "@/components/pieces/statement-link";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { hygieneMemoryList } from "@/lib/hygiene/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import type { Memory } from "@/lib/memories/contract";
import { hygiene } from "@/messages/compiled/hygiene";
import { memoryPieces } from "@/messages/compiled/memory-pieces";
import { TakenOut } from "./taken-out";

/** A memory of a queue, and what makes it belong there. */
export function MemoryQueueRow({
  item: { memory, source },
  isSecretLike,
  onEdit,
}: {
  item: OutputOf<typeof hygieneMemoryList>["items"][number];
  isSecretLike: boolean;
  /** null: it cannot be edited here. */
  onEdit: ((memory: Memory) => void) | null;
}) {
  const t = useMessages(hygiene);
  const pieces = useMessages(memoryPieces);
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <StatementLink memory={memory} />
        {source !== null && (
          <p className="text-muted-foreground text-xs">
            {t.rich("was_served", {
              source: () => (
                <Link href={`/memories/${source.id}`} className="text-primary hover:underline" dir="auto">
                  {visible(source.statement.slice(0, 120))}
                </Link>
              ),
            })}
          </p>
        )}
        {isSecretLike && <TakenOut memory={memory} />}
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
          <KindBadge kind={memory.kind} />
          <MemoryReach memory={memory} />
          <Actor actor={memory.created_by} />
          <RelativeTime at={memory.created_at} />
          <span>{usageInWords({ t: pieces, usage_count: memory.usage_count })}</span>
          <QualityBar quality={memory.quality} />
        </p>
      </div>
      {onEdit !== null && (
        <Button
          size="sm"
          aria-label={t("edit_of", { statement: memory.statement.slice(0, 80) })}
          onClick={() => onEdit(memory)}
        >
          {t("edit")}
        </Button>
      )}
    </>
  );
}
