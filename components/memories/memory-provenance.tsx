"use client";

import { Actor } from "@/components/pieces/actor";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { CopyButton } from "@/components/ui/copy-button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { memoryPage } from "@/messages/compiled/memory-page";
import { memoryWords } from "@/messages/compiled/memory-words";
import { Fact, Facts } from "./kind-details";
import type { MemoryInFull } from "./memory-in-full";
import { sourceInWords } from "./origin-words";
import { Section } from "./section";

const isNamed = (name: string | null): name is string => name !== null && name !== "";

/** Who said it, when, in what, and how often it was used since. */
export function MemoryProvenance({ memory }: { memory: MemoryInFull }) {
  const t = useMessages(memoryPage);
  const { formatShare } = useFormat();
  return (
    <Section title={t("origin")}>
      <Facts>
        <Fact label={t("stored_by")}>
          <Actor actor={{ ...memory.created_by, detail: memory.agent_type }} />
        </Fact>
        {isNamed(memory.agent) && memory.agent !== memory.created_by.name && (
          <Fact label={t("agent")}>{memory.agent}</Fact>
        )}
        {isNamed(memory.user) && <Fact label={t("about")}>{memory.user}</Fact>}
        <Fact label={t("source")}>
          <Source memory={memory} />
        </Fact>
        {isNamed(memory.session_id) && (
          <Fact label={t("session")}>
            <code className="break-all text-xs">{memory.session_id}</code>
          </Fact>
        )}
        {memory.scope === "global" && memory.repository !== null && (
          <Fact label={t("learned_in")}>
            <span className="font-mono text-xs">{memory.repository.name}</span>
          </Fact>
        )}
        <Fact label={t("stored")}>
          <RelativeTime at={memory.created_at} />
        </Fact>
        <Fact label={t("confirmed")}>
          <RelativeTime at={memory.refreshed_at} />
        </Fact>
        {memory.confidence !== null && (
          <Fact label={t("confidence")}>
            {t.rich("confidence_of", {
              share: formatShare(memory.confidence),
              whose: (content) => <span className="text-muted-foreground">{content}</span>,
            })}
          </Fact>
        )}
        <Fact label={t("served")}>{t("times", { count: memory.usage_count })}</Fact>
        <Fact label={t("observed")}>{t("times", { count: memory.observation_count })}</Fact>
        <Fact label={t("verified")}>{t("times", { count: memory.verification_count })}</Fact>
        <Redactions memory={memory} />
        <Fact label={t("id")}>
          <span className="inline-flex max-w-full items-center gap-1">
            <code className="min-w-0 truncate text-xs" title={memory.id}>
              {memory.id}
            </code>
            <CopyButton text={memory.id} label={t("copy_id")} className="size-5" />
          </span>
        </Fact>
      </Facts>
    </Section>
  );
}

function Source({ memory: { source, metadata } }: { memory: MemoryInFull }) {
  const t = useMessages(memoryPage);
  const words = useMessages(memoryWords);
  if (!isNamed(source.id)) return sourceInWords({ t: words, kind: source.kind });
  if (source.kind !== "conversation")
    return (
      <>
        {sourceInWords({ t: words, kind: source.kind })}
        <code className="ml-1.5 break-all text-muted-foreground text-xs">{source.id}</code>
      </>
    );
  const line = Number(metadata.line);
  const place = Number.isInteger(line) && line > 0 ? `?after=${line - 1}#line-${line}` : "";
  return (
    <Link href={`/conversations/${source.id}${place}`} className="underline underline-offset-4">
      {place === "" ? t("conversation") : t("conversation_line", { line })}
    </Link>
  );
}

function Redactions({ memory }: { memory: MemoryInFull }) {
  const t = useMessages(memoryPage);
  if (memory.redactions.length === 0) return null;
  return (
    <Fact label={t("redacted")}>
      {[...new Set(memory.redactions.map(({ type }) => type))].map((type) => {
        const count = memory.redactions.filter((redaction) => redaction.type === type).length;
        return (
          <span key={type} className="mr-2">
            {count} × <code className="text-xs">[{type}]</code>
          </span>
        );
      })}
    </Fact>
  );
}
