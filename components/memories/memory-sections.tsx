import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatShare } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { LongText } from "@/components/pieces/long-text";
import { MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
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
  return (
    <>
      <Section
        title={memory.citations.length === 0 ? "Citations" : `Citations (${memory.citations.length})`}
        hint={
          <DefinitionHint term="Citations">
            The lines that support it. It is served only while all of them are unchanged, moved or renamed.
          </DefinitionHint>
        }
      >
        {memory.citations.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            It has no citations, so nothing can be checked. Judge it by its origin.
          </p>
        ) : (
          <MemoryCitations
            memory_id={memory.id}
            citations={memory.citations}
            narrow={narrow}
            canCheck={can.write && memory.deleted_at === null}
          />
        )}
      </Section>
      <MemorySupports key={`supports ${memory.id}`} memory_id={memory.id} />
      <Section
        title="Probe"
        hint={
          <DefinitionHint term="Probe">
            An ast-grep rule. The whole repository is searched for it when it is stored; each check then
            searches the changed files. Agents that work on code that violates it are shown where.
          </DefinitionHint>
        }
      >
        <MemoryProbe key={memory.id} memory={memory} canEdit={can.write && memory.deleted_at === null} />
      </Section>
      <Section
        title="Applies to"
        hint={
          <DefinitionHint term="Applies to">
            The changes for which it is served: files, kinds of change, agents. Inferred when it is stored,
            until somebody corrects it.
          </DefinitionHint>
        }
      >
        <MemoryAppliesTo key={memory.id} memory={memory} canEdit={can.write && memory.deleted_at === null} />
      </Section>
      <Carried memory={memory} />
      {memory.chain.length > 1 && (
        <Section title="Versions">
          <MemoryChain chain={memory.chain} memory_id={memory.id} />
        </Section>
      )}
      <Similar memory={memory} />
    </>
  );
}

const isSaid = (text: string | null): text is string => text !== null && text !== "";

function Carried({ memory }: { memory: MemoryInFull }) {
  const { reasoning, outcome } = memory;
  const isExplained = isSaid(reasoning) || isSaid(outcome);
  if (!isExplained && !hasKindDetails(memory)) return null;
  return (
    <Section title="Details">
      {isExplained && (
        <Facts>
          {isSaid(reasoning) && (
            <Fact label="Reasoning">
              <LongText text={reasoning} what="reasoning" />
            </Fact>
          )}
          {isSaid(outcome) && (
            <Fact label="Outcome">
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
  // What it replaced or what replaced it is shown as the chain.
  const inChain = new Set(memory.chain.map(({ id }) => id));
  const similar = memory.similar.filter(({ memory: other }) => !inChain.has(other.id));
  if (similar.length === 0) return null;
  return (
    <Section title="Similar memories">
      <ul className="flex flex-col">
        {similar.map(({ memory: other, similarity, duplicate }) => (
          <li key={other.id} className="border-b py-2 first:pt-0 last:border-b-0 last:pb-0">
            <Link
              href={`/memories/${other.id}`}
              dir="auto"
              className="line-clamp-2 wrap-anywhere text-sm decoration-border-strong underline-offset-4 hover:underline"
            >
              {other.statement}
            </Link>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-muted-foreground text-xs">
              <span>{formatShare(similarity)} similar</span>
              {duplicate && <Badge tone="warn">suspected duplicate</Badge>}
              <KindBadge kind={other.kind} />
              {other.status !== "active" && <MemoryStatusBadge status={other.status} />}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
