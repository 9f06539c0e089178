import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import Link from "@/components/ui/link";
import { type Quarantined, REACH_DAYS } from "@/lib/memories/contract";
import { reachWords } from "./quarantine-words";

/** Where a quarantined memory would go, and where it comes from. */
export function QuarantineFacts({ item }: { item: Quarantined }) {
  const { memory } = item;
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Row term="Would reach">
        <Reach item={item} />
      </Row>
      <Row term="Scope">{memory.scope}</Row>
      <Row term="Written by">
        <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2">
          <Actor
            actor={{
              kind: memory.created_by.kind,
              name: memory.created_by.name,
              detail: memory.agent_type,
            }}
          />
          <RelativeTime at={memory.created_at} className="text-muted-foreground" />
        </span>
      </Row>
      {memory.agent !== null && memory.agent !== memory.created_by.name && (
        <Row term="Agent">
          <span className="wrap-anywhere">{memory.agent}</span>
        </Row>
      )}
      {memory.session_id !== null && (
        <Row term="Session">
          <span className="break-all font-mono text-xs">{memory.session_id}</span>
        </Row>
      )}
      <Row term="Source">
        {memory.source.kind}
        {memory.source.id !== null && memory.source.id !== memory.session_id && (
          <span className="break-all text-muted-foreground"> {memory.source.id}</span>
        )}
      </Row>
      <Row term="History">
        <Link href={`/memories/${memory.id}`} className="text-primary underline-offset-4 hover:underline">
          Open the memory
        </Link>
      </Row>
    </dl>
  );
}

/** The recalls that it could have been in. */
function Reach({ item: { memory, reach } }: { item: Quarantined }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <span className="font-medium">{reachWords(reach)}</span>
      {reach.candidate > 0 && (
        <span className="text-muted-foreground">
          , of which {formatCount(reach.candidate)} considered it and {formatCount(reach.served)} served it
        </span>
      )}
      <DefinitionHint term="Would reach" rows_href={`/memories/${memory.id}`}>
        Recalls of the last {REACH_DAYS} days that could have served it: its scope covers them (organization,
        repository, agent or session), and packs for that agent type contain such memories. Agents are those
        that asked. How many considered and served it is counted from the recorded candidates.
      </DefinitionHint>
    </span>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
