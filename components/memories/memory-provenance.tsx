import { Actor } from "@/components/pieces/actor";
import { formatCount, formatShare } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CopyButton } from "@/components/ui/copy-button";
import Link from "@/components/ui/link";
import { Fact, Facts } from "./kind-details";
import type { MemoryInFull } from "./memory-in-full";
import { Section } from "./section";

const times = (count: number) => {
  if (count === 0) return "never";
  if (count === 1) return "once";
  return `${formatCount(count)} times`;
};

const isNamed = (name: string | null): name is string => name !== null && name !== "";

/** Who said it, when, in what, and how often it was used since. */
export function MemoryProvenance({ memory }: { memory: MemoryInFull }) {
  return (
    <Section title="Origin">
      <Facts>
        <Fact label="Stored by">
          <Actor actor={{ ...memory.created_by, detail: memory.agent_type }} />
        </Fact>
        {isNamed(memory.agent) && memory.agent !== memory.created_by.name && (
          <Fact label="Agent">{memory.agent}</Fact>
        )}
        {isNamed(memory.user) && <Fact label="About">{memory.user}</Fact>}
        <Fact label="Source">
          <Source memory={memory} />
        </Fact>
        {isNamed(memory.session_id) && (
          <Fact label="Session">
            <code className="break-all text-xs">{memory.session_id}</code>
          </Fact>
        )}
        {memory.scope === "global" && memory.repository !== null && (
          <Fact label="Learned in">
            <span className="font-mono text-xs">{memory.repository.name}</span>
          </Fact>
        )}
        <Fact label="Stored">
          <RelativeTime at={memory.created_at} />
        </Fact>
        <Fact label="Confirmed">
          <RelativeTime at={memory.refreshed_at} />
        </Fact>
        {memory.confidence !== null && (
          <Fact label="Confidence">
            {formatShare(memory.confidence)} <span className="text-muted-foreground">of the extractor</span>
          </Fact>
        )}
        <Fact label="Served">{times(memory.usage_count)}</Fact>
        <Fact label="Observed">{times(memory.observation_count)}</Fact>
        <Fact label="Verified">{times(memory.verification_count)}</Fact>
        <Redactions memory={memory} />
        <Fact label="Id">
          <span className="inline-flex max-w-full items-center gap-1">
            <code className="min-w-0 truncate text-xs" title={memory.id}>
              {memory.id}
            </code>
            <CopyButton text={memory.id} label="Copy the id" className="size-5" />
          </span>
        </Fact>
      </Facts>
    </Section>
  );
}

function Source({ memory: { source, metadata } }: { memory: MemoryInFull }) {
  if (!isNamed(source.id)) return source.kind;
  if (source.kind !== "conversation")
    return (
      <>
        {source.kind}
        <code className="ml-1.5 break-all text-muted-foreground text-xs">{source.id}</code>
      </>
    );
  const line = Number(metadata.line);
  const place = Number.isInteger(line) && line > 0 ? `?after=${line - 1}#line-${line}` : "";
  return (
    <Link href={`/conversations/${source.id}${place}`} className="underline underline-offset-4">
      {place === "" ? "a conversation" : `line ${formatCount(line)} of a conversation`}
    </Link>
  );
}

function Redactions({ memory }: { memory: MemoryInFull }) {
  if (memory.redactions.length === 0) return null;
  return (
    <Fact label="Redacted">
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
