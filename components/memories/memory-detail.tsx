"use client";

import { useQuery } from "@tanstack/react-query";
import type { AsOfChoice } from "@/components/pieces/as-of-control";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { MemoryUses } from "@/components/pieces/memory-uses";
import { ReadProblem } from "@/components/pieces/problem";
import { QualityBar, QualitySum } from "@/components/pieces/quality-bar";
import { MEMORY_STATUSES } from "@/components/pieces/vocabulary";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { memoryGet } from "@/lib/memories/contract";
import { memoryPage } from "@/messages/compiled/memory-page";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { DetailSkeleton } from "./detail-skeleton";
import { MemoryHeader } from "./memory-header";
import { MemoryHistory } from "./memory-history";
import type { MemoryInFull } from "./memory-in-full";
import { MemoryProvenance } from "./memory-provenance";
import { MemorySections } from "./memory-sections";
import { MemoryThen } from "./memory-then";
import type { MemoryRights } from "./rights";
import { Section } from "./section";

const NOW: AsOfChoice = { as_of: null, time_zone: null };

/**
 * One memory in full: is it true, where from, was it useful? In a drawer (`narrow`) everything is in one column; as
 * a page, what explains it stands at the right.
 */
export function MemoryDetail({
  memory_id,
  can,
  past = NOW,
  narrow = false,
  onDeleted,
  onOpenMemory,
}: {
  memory_id: string;
  can: MemoryRights;
  /** The moment that it is compared with. */
  past?: AsOfChoice;
  narrow?: boolean;
  onDeleted?: () => void;
  /** Opens another memory where this one is shown. */
  onOpenMemory?: (memory_id: string) => void;
}) {
  const t = useMessages(memoryPage);
  const { as_of, time_zone } = past;
  const query = useQuery(
    operationQuery(memoryGet, {
      memory_id,
      as_of: as_of ?? undefined,
      time_zone: (as_of !== null && time_zone) || undefined,
    }),
  );
  if (query.isError && !query.data)
    return <ReadProblem className="max-w-prose" happened={t("unreadable")} reading={query} />;
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
      {memory.as_of && <MemoryThen as_of={memory.as_of} now={memory} />}
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
  const t = useMessages(memoryPage);
  const terms = useMessages(vocabulary);
  return (
    <Section
      title={t("quality")}
      hint={<DefinitionHint term={t("quality")}>{t("quality_definition")}</DefinitionHint>}
    >
      <QualityBar quality={memory.quality} status={memory.status} className="text-sm" />
      {memory.status !== "active" && (
        <p className="text-pretty text-muted-foreground text-sm">
          {t("quality_not_served", { status: terms(MEMORY_STATUSES[memory.status].word) })}
        </p>
      )}
      <div className="text-sm">
        <QualitySum quality={memory.quality} parts={memory.quality_parts} />
      </div>
    </Section>
  );
}

function Past({ memory }: { memory: MemoryInFull }) {
  const t = useMessages(memoryPage);
  return (
    <>
      <Section title={t("uses")}>
        <MemoryUses memory_id={memory.id} />
      </Section>
      <Section title={t("history")}>
        <MemoryHistory memory_id={memory.id} />
      </Section>
    </>
  );
}
