"use client";

import { DefinitionHint } from "@/components/pieces/definition-hint";
import { KindBadge } from "@/components/pieces/kind-badge";
import { LongText } from "@/components/pieces/long-text";
import { useFormat } from "@/components/pieces/use-format";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { memoryPage } from "@/messages/compiled/memory-page";
import { Fact, Facts, hasKindDetails, KindDetails } from "./kind-details";
import { MemoryAppliesTo } from "./memory-applies-to";
import { MemoryChain } from "./memory-chain";
import { MemoryCitations } from "./memory-citations";
import type { MemoryInFull } from "./memory-in-full";
import { MemoryProbe } from "./memory-probe";
import { MemorySupports } from "./memory-supports";
import type { MemoryRights } from "./rights";
import { Section } from "./section";

/** What the memory says beside its statement: what it cites, what it applies to, its details, and its like. */
export function MemorySections({
  memory,
  can,
  narrow,
}: {
  memory: MemoryInFull;
  can: MemoryRights;
  narrow: boolean;
}) {
  const t = useMessages(memoryPage);
  const canEdit = can.write && memory.deleted_at === null;
  return (
    <>
      <Section
        title={
          memory.citations.length === 0
            ? t("citations")
            : t("citations_counted", { count: memory.citations.length })
        }
        hint={<DefinitionHint term={t("citations")}>{t("citations_definition")}</DefinitionHint>}
      >
        {memory.citations.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t("no_citations")}</p>
        ) : (
          <MemoryCitations
            memory_id={memory.id}
            citations={memory.citations}
            narrow={narrow}
            canCheck={canEdit}
          />
        )}
      </Section>
      <MemorySupports key={`supports ${memory.id}`} memory_id={memory.id} />
      <Section
        title={t("probe")}
        hint={<DefinitionHint term={t("probe")}>{t("probe_definition")}</DefinitionHint>}
      >
        <MemoryProbe key={memory.id} memory={memory} canEdit={canEdit} />
      </Section>
      <Section
        title={t("applies_to")}
        hint={<DefinitionHint term={t("applies_to")}>{t("applies_to_definition")}</DefinitionHint>}
      >
        <MemoryAppliesTo key={memory.id} memory={memory} canEdit={canEdit} />
      </Section>
      <Carried memory={memory} />
      {memory.chain.length > 1 && (
        <Section title={t("versions")}>
          <MemoryChain chain={memory.chain} memory_id={memory.id} />
        </Section>
      )}
      <Similar memory={memory} />
    </>
  );
}

const isSaid = (text: string | null): text is string => text !== null && text !== "";

function Carried({ memory }: { memory: MemoryInFull }) {
  const t = useMessages(memoryPage);
  const { reasoning, outcome } = memory;
  const isExplained = isSaid(reasoning) || isSaid(outcome);
  if (!isExplained && !hasKindDetails(memory)) return null;
  return (
    <Section title={t("details")}>
      {isExplained && (
        <Facts>
          {isSaid(reasoning) && (
            <Fact label={t("reasoning")}>
              <LongText text={reasoning} what="reasoning" />
            </Fact>
          )}
          {isSaid(outcome) && (
            <Fact label={t("outcome")}>
              <LongText text={outcome} what="outcome" />
            </Fact>
          )}
        </Facts>
      )}
      <KindDetails memory={memory} />
    </Section>
  );
}

function Similar({ memory }: { memory: MemoryInFull }) {
  const t = useMessages(memoryPage);
  const { formatShare } = useFormat();
  // What it replaced or what replaced it is shown as the chain.
  const inChain = new Set(memory.chain.map(({ id }) => id));
  const similar = memory.similar.filter(({ memory: other }) => !inChain.has(other.id));
  if (similar.length === 0) return null;
  return (
    <Section title={t("similar")}>
      <ul className="flex flex-col">
        {similar.map(({ memory: other, similarity, duplicate }) => (
          <li key={other.id} className="border-b py-2 first:pt-0 last:border-b-0 last:pb-0">
            <Link
              href={`/memories/${other.id}`}
              dir="auto"
              className="line-clamp-2 wrap-anywhere text-sm decoration-border-strong underline-offset-4 hover:underline"
            >
              {visible(other.statement)}
            </Link>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-muted-foreground text-xs">
              <span>{t("similarity", { share: formatShare(similarity) })}</span>
              {duplicate && <Badge tone="warn">{t("suspected_duplicate")}</Badge>}
              <KindBadge kind={other.kind} />
              {other.status !== "active" && <MemoryStatusBadge status={other.status} />}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
