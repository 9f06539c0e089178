"use client";

import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { usageInWords } from "@/components/pieces/memory-uses";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { Memory } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import { memoryPieces } from "@/messages/compiled/memory-pieces";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { FAILING } from "./parameters";

const TONES = { edited: "text-warn", missing: "text-danger" } as const;

/** What happened to the citations that no longer hold: 1 edited, 2 missing. */
export function Failures({ memory }: { memory: Memory }) {
  const t = useMessages(citationsDrift);
  const words = useMessages(vocabulary);
  return FAILING.map((status) => {
    const count = memory.citations.filter((citation) => citation.status === status).length;
    const { icon: Icon, word } = TERMS[status];
    if (count === 0) return null;
    return (
      <span key={status} className={cn("inline-flex items-center gap-1.5 whitespace-nowrap", TONES[status])}>
        <Icon aria-hidden className="size-3.5" />
        {t("failing", { count, status: words(word) })}
      </span>
    );
  });
}

/** What the list says of a drifted memory below its statement. */
export function DriftFacts({ memory }: { memory: Memory }) {
  const t = useMessages(memoryPieces);
  return (
    <>
      <Failures memory={memory} />
      <RelativeTime at={memory.status_since} />
      <span className="whitespace-nowrap">{usageInWords({ t, usage_count: memory.usage_count })}</span>
      <KindBadge kind={memory.kind} />
      <MemoryReach memory={memory} />
    </>
  );
}
