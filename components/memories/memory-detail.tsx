"use client";

import { useQuery } from "@tanstack/react-query";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { MemoryUses } from "@/components/pieces/memory-uses";
import { ReadProblem } from "@/components/pieces/problem";
import { QualityBar, QualitySum } from "@/components/pieces/quality-bar";
import { operationQuery } from "@/lib/doors/client";
import { memoryGet } from "@/lib/memories/contract";
import { DetailSkeleton } from "./detail-skeleton";
import { MemoryHeader } from "./memory-header";
import { MemoryHistory } from "./memory-history";
import type { MemoryInFull } from "./memory-in-full";
import { MemoryProvenance } from "./memory-provenance";
import { MemorySections } from "./memory-sections";
import type { MemoryRights } from "./rights";
import { Section } from "./section";

export { DetailSkeleton };

/**
 * One memory in full: is it true, where from, was it useful? In a drawer (`narrow`) everything is in one column; as
 * a page, what explains it stands at the right.
 */
export function MemoryDetail({
  memory_id,
  can,
  narrow = false,
  onDeleted,
  onOpenMemory,
}: {
  memory_id: string;
  can: MemoryRights;
  narrow?: boolean;
  onDeleted?: () => void;
  /** Opens another memory where this one is shown. */
  onOpenMemory?: (memory_id: string) => void;
}) {
  const query = useQuery(operationQuery(memoryGet, { memory_id }));
  if (query.isError && !query.data)
    return <ReadProblem className="max-w-prose" happened="The memory could not be loaded." reading={query} />;
  if (!query.data) return <DetailSkeleton narrow={narrow} />;
  const memory = query.data;
  const main = (
    <>
      <MemoryHeader
        memory={memory}
        can={can}
        narrow={narrow}
        onDeleted={onDeleted}
        onOpenMemory={onOpenMemory}
      />
      <MemorySections memory={memory} can={can} narrow={narrow} />
    </>
  );
  const aside = (
    <>
      <Quality memory={memory} />
      <MemoryProvenance memory={memory} />
      <Past memory={memory} />
    </>
  );
  if (narrow)
    return (
      <article className="flex min-w-0 flex-col gap-5">
        {main}
        {aside}
      </article>
    );
  return (
    <article className="grid min-w-0 gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">{main}</div>
      <div className="flex min-w-0 flex-col gap-5 xl:[&>section:first-child]:border-t-0 xl:[&>section:first-child]:pt-0">
        {aside}
      </div>
    </article>
  );
}

function Quality({ memory }: { memory: MemoryInFull }) {
  return (
    <Section
      title="Quality"
      hint={
        <DefinitionHint term="Quality">
          A score between 0 and 1. It starts from what the memory carries; recalls, uses and checks move it.
          High from 0.70, low below 0.50.
        </DefinitionHint>
      }
    >
      <QualityBar quality={memory.quality} className="text-sm" />
      <div className="text-sm">
        <QualitySum quality={memory.quality} parts={memory.quality_parts} />
      </div>
    </Section>
  );
}

function Past({ memory }: { memory: MemoryInFull }) {
  return (
    <>
      <Section title="Where it was used">
        <MemoryUses memory_id={memory.id} />
      </Section>
      <Section title="History">
        <MemoryHistory memory_id={memory.id} />
      </Section>
    </>
  );
}
