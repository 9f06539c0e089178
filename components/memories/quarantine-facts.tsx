"use client";

import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { RelativeTime } from "@/components/pieces/relative-time";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { type Quarantined, REACH_DAYS } from "@/lib/memories/contract";
import { memoryWords } from "@/messages/compiled/memory-words";
import { quarantineItem } from "@/messages/compiled/quarantine-item";
import { SCOPE_WORDS, sourceInWords } from "./origin-words";
import { reachWords } from "./quarantine-words";

/** Where a quarantined memory would go, and where it comes from. */
export function QuarantineFacts({ item }: { item: Quarantined }) {
  const t = useMessages(quarantineItem);
  const words = useMessages(memoryWords);
  const { memory } = item;
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Row term={t("would_reach")}>
        <Reach item={item} />
      </Row>
      <Row term={t("scope")}>{words(SCOPE_WORDS[memory.scope])}</Row>
      <Row term={t("written_by")}>
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
        <Row term={t("agent")}>
          <span className="wrap-anywhere">{memory.agent}</span>
        </Row>
      )}
      {memory.session_id !== null && (
        <Row term={t("session")}>
          <span className="break-all font-mono text-xs">{memory.session_id}</span>
        </Row>
      )}
      <Row term={t("source")}>
        {sourceInWords({ t: words, kind: memory.source.kind })}
        {memory.source.id !== null && memory.source.id !== memory.session_id && (
          <span className="break-all text-muted-foreground"> {memory.source.id}</span>
        )}
      </Row>
      <Row term={t("history")}>
        <Link href={`/memories/${memory.id}`} className="text-primary underline-offset-4 hover:underline">
          {t("open_memory")}
        </Link>
      </Row>
    </dl>
  );
}

/** The recalls that it could have been in. */
function Reach({ item: { memory, reach } }: { item: Quarantined }) {
  const t = useMessages(quarantineItem);
  const words = <span className="font-medium">{reachWords({ t, reach })}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {reach.candidate > 0
        ? t.rich("reach_of_which", {
            reach: () => words,
            which: (content) => <span className="text-muted-foreground">{content}</span>,
            candidate: reach.candidate,
            served: reach.served,
          })
        : words}
      <DefinitionHint term={t("would_reach")} rows_href={`/memories/${memory.id}`}>
        {t("would_reach_definition", { days: REACH_DAYS })}
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
