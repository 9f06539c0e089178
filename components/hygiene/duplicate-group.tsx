import { Actor } from "@/components/pieces/actor";
import { formatCount } from "@/components/pieces/format";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatementLink } from "@/components/pieces/statement-link";
import { Badge } from "@/components/ui/badge";
import type { Duplicate } from "@/lib/hygiene/contract";
import type { Memory } from "@/lib/memories/contract";

/** Memories that say the same; the first is the one that would be kept. */
export function DuplicateGroup({ group: { memories, similarity, safe } }: { group: Duplicate }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
        <Similarity value={similarity} />
        {!safe && (
          <Badge tone="warn" title="A number, a name, a negation or an opposite is in only one of them.">
            differs in a decisive word
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
  if (value === null) return "word for word";
  return (
    <span className="tabular-nums" title="Cosine of their vectors">
      {value.toFixed(3)} alike
    </span>
  );
}

function DuplicateMemory({ memory, isKept }: { memory: Memory; isKept: boolean }) {
  return (
    <li className="min-w-0">
      <StatementLink memory={memory} />
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
        {isKept && <span className="font-medium text-foreground">would be kept</span>}
        <MemoryReach memory={memory} />
        <Actor actor={memory.created_by} />
        <RelativeTime at={memory.created_at} />
        <span>observed {formatCount(memory.observation_count)}×</span>
        <QualityBar quality={memory.quality} />
      </p>
    </li>
  );
}
