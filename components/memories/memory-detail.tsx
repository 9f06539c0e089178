"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatShare } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { LongText } from "@/components/pieces/long-text";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { MemoryUses } from "@/components/pieces/memory-uses";
import { errorStateOf } from "@/components/pieces/problem";
import { QualityBar, QualitySum } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge, StatusWithReason } from "@/components/pieces/status-with-reason";
import { MEMORY_STATUSES } from "@/components/pieces/vocabulary";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { memoryGet, UNKNOWN_REPOSITORY } from "@/lib/memories/contract";
import { GlobalSuggestion } from "./global-suggestion";
import { Fact, Facts, hasKindDetails, KindDetails } from "./kind-details";
import { MemoryActions } from "./memory-actions";
import { MemoryAppliesTo } from "./memory-applies-to";
import { MemoryChain } from "./memory-chain";
import { MemoryCitations } from "./memory-citations";
import { MemoryHistory } from "./memory-history";
import type { MemoryRights } from "./rights";

function Section({ title, hint, children }: { title: ReactNode; hint?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2.5 border-t pt-4">
      <h2 id={id} className="flex items-center gap-1 font-semibold text-sm">
        {title}
        {hint}
      </h2>
      {children}
    </section>
  );
}

function KeptFor({ name }: { name: string }) {
  return (
    <p className="rounded-md border bg-sunken px-3 py-2 text-pretty text-sm">
      {name === UNKNOWN_REPOSITORY ? (
        "It was learned in a repository that nobody named, so no agent is given it. Let it reach every repository, or undo this in its history."
      ) : (
        <>
          It was learned in <span className="font-mono text-xs">{name}</span>, which is not registered here,
          so no agent is given it. Registering the repository gives it to its agents.
        </>
      )}
    </p>
  );
}

/**
 * One memory in full: is it true, where from, was it useful? In a drawer (`narrow`) everything stands in one column; as
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
    return (
      <ErrorState
        className="max-w-prose"
        {...errorStateOf("The memory could not be loaded.", query.error, {
          onRetry: () => void query.refetch(),
          retrying: query.isFetching,
        })}
      />
    );
  if (!query.data) return <DetailSkeleton narrow={narrow} />;
  const memory = query.data;
  const superseded_by = memory.chain.find(({ id }) => id === memory.superseded_by);
  // What it replaced or what replaced it is shown as the chain.
  const inChain = new Set(memory.chain.map(({ id }) => id));
  const similar = memory.similar.filter(({ memory: other }) => !inChain.has(other.id));
  // A long statement as a heading would shout.
  const titled = memory.statement.length <= 280;

  const quality = (
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

  const provenance = (
    <Section title="Where from">
      <Facts>
        <Fact label="Stored by">
          <Actor actor={{ ...memory.created_by, detail: memory.agent_type }} />
        </Fact>
        {memory.agent && memory.agent !== memory.created_by.name ? (
          <Fact label="Agent">{memory.agent}</Fact>
        ) : null}
        {memory.user ? <Fact label="About">{memory.user}</Fact> : null}
        <Fact label="Source">
          {memory.source.kind}
          {memory.source.id ? (
            <code className="ml-1.5 break-all text-muted-foreground text-xs">{memory.source.id}</code>
          ) : null}
        </Fact>
        {memory.session_id ? (
          <Fact label="Session">
            <code className="break-all text-xs">{memory.session_id}</code>
          </Fact>
        ) : null}
        {memory.scope === "global" && memory.repository !== null && (
          <Fact label="Learnt in">
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
        <Fact label="Found valid">{times(memory.verification_count)}</Fact>
        {memory.redactions.length > 0 && (
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
        )}
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

  const history = (
    <>
      <Section title="Where it was used">
        <MemoryUses memory_id={memory.id} />
      </Section>
      <Section title="History">
        <MemoryHistory memory_id={memory.id} />
      </Section>
    </>
  );

  const main = (
    <>
      <header className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
          <KindBadge kind={memory.kind} />
          <MemoryReach memory={memory} />
          <Link
            href={`/memories?${new URLSearchParams({ category: memory.category })}`}
            className="max-w-full truncate underline-offset-4 hover:underline"
          >
            {memory.category}
          </Link>
          <Tags key={memory.id} tags={memory.tags} />
          {memory.pinned && <Badge title="Pinned memories never expire.">pinned</Badge>}
          {memory.addressed_at ? (
            <Badge title="Its lesson went into a skill: left out of packs, still found by search.">
              addressed <RelativeTime at={memory.addressed_at} />
            </Badge>
          ) : null}
        </div>
        <LongText
          key={`statement ${memory.id}`}
          as={narrow ? "p" : "h1"}
          text={memory.statement}
          what="statement"
          above={800}
          folded="line-clamp-8"
          className={cn("max-w-prose text-base", titled && "font-semibold", titled && !narrow && "text-lg")}
        />
        {memory.deleted_at ? (
          <p className="rounded-md border border-danger/35 bg-danger-soft/50 px-3 py-2 text-sm">
            Deleted <RelativeTime at={memory.deleted_at} />. It is not served and not found; restore it to
            have it back.
          </p>
        ) : null}
        <StatusWithReason
          term={MEMORY_STATUSES[memory.status]}
          reason={memory.status_reason}
          at={memory.status_since}
          action={
            superseded_by !== undefined &&
            (onOpenMemory ? (
              <button
                type="button"
                className="text-primary text-sm underline-offset-4 hover:underline"
                onClick={() => onOpenMemory(superseded_by.id)}
              >
                Open what replaced it
              </button>
            ) : (
              <Link
                href={`/memories/${superseded_by.id}`}
                className="text-primary text-sm underline-offset-4 hover:underline"
              >
                Open what replaced it
              </Link>
            ))
          }
        />
        <GlobalSuggestion memory={memory} may_decide={can.decide} />
        {memory.pending_repository !== null && <KeptFor name={memory.pending_repository} />}
        <MemoryActions
          memory={memory}
          can={can}
          {...(onDeleted ? { onDeleted } : {})}
          {...(onOpenMemory ? { onSuperseded: ({ id }) => onOpenMemory(id) } : {})}
        />
      </header>
      <Section
        title={memory.citations.length === 0 ? "Citations" : `Citations (${memory.citations.length})`}
        hint={
          <DefinitionHint term="Citations">
            The lines that support it. It is served only while every one of them is unchanged, moved or
            renamed.
          </DefinitionHint>
        }
      >
        {memory.citations.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            It cites no code, so nothing can be checked: weigh it by where it comes from.
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
      <Section
        title="Applies to"
        hint={
          <DefinitionHint term="Applies to">
            The changes that bring it up: files, kinds of change, agents. Inferred when it is stored, and in
            force until somebody corrects it.
          </DefinitionHint>
        }
      >
        <MemoryAppliesTo key={memory.id} memory={memory} canEdit={can.write && memory.deleted_at === null} />
      </Section>
      {memory.reasoning || memory.outcome || hasKindDetails(memory) ? (
        <Section title="What it carries">
          {memory.reasoning || memory.outcome ? (
            <Facts>
              {memory.reasoning ? (
                <Fact label="Reasoning">
                  <LongText text={memory.reasoning} what="reasoning" />
                </Fact>
              ) : null}
              {memory.outcome ? (
                <Fact label="Outcome">
                  <LongText text={memory.outcome} what="outcome" />
                </Fact>
              ) : null}
            </Facts>
          ) : null}
          <KindDetails memory={memory} />
        </Section>
      ) : null}
      {memory.chain.length > 1 && (
        <Section title="How this belief changed">
          <MemoryChain chain={memory.chain} memory_id={memory.id} />
        </Section>
      )}
      {similar.length > 0 && (
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
                  <span>{formatShare(similarity)} alike</span>
                  {duplicate && <Badge tone="warn">suspected duplicate</Badge>}
                  <KindBadge kind={other.kind} />
                  {other.status !== "active" && <MemoryStatusBadge status={other.status} />}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );

  if (narrow)
    return (
      <article className="flex min-w-0 flex-col gap-5">
        {main}
        {quality}
        {provenance}
        {history}
      </article>
    );
  return (
    <article className="grid min-w-0 gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">{main}</div>
      <div className="flex min-w-0 flex-col gap-5 xl:[&>section:first-child]:border-t-0 xl:[&>section:first-child]:pt-0">
        {quality}
        {provenance}
        {history}
      </div>
    </article>
  );
}

const SHOWN_TAGS = 8;

function Tags({ tags }: { tags: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? tags : tags.slice(0, SHOWN_TAGS);
  return (
    <>
      {shown.map((tag) => (
        <Link
          key={tag}
          href={`/memories?${new URLSearchParams({ tag })}`}
          className="inline-flex min-w-0 max-w-full"
        >
          <Badge tone="quiet" className="min-w-0 max-w-full shrink hover:border-border-strong">
            <span dir="auto" className="truncate">
              {tag}
            </span>
          </Badge>
        </Link>
      ))}
      {shown.length < tags.length && (
        <Button variant="link" size="inline" onClick={() => setAll(true)}>
          {formatCount(tags.length - shown.length)} more tags
        </Button>
      )}
    </>
  );
}

const times = (count: number) => {
  if (count === 0) return "never";
  if (count === 1) return "once";
  return `${formatCount(count)} times`;
};

export function DetailSkeleton({ narrow = false }: { narrow?: boolean }) {
  return (
    <div aria-busy className={cn("grid gap-x-10 gap-y-6", !narrow && "xl:grid-cols-[minmax(0,1fr)_20rem]")}>
      <span className="sr-only">Loading the memory</span>
      <div className="flex flex-col gap-4">
        <Skeleton className="w-48" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="mt-2 w-72" />
        <Skeleton className="h-7 w-80" />
        <Skeleton className="mt-4 h-6 w-3/4" />
        <Skeleton className="h-40 w-full" />
      </div>
      <div className={cn("flex flex-col gap-3", narrow && "hidden")}>
        {["w-24", "w-full", "w-full", "w-4/5", "w-24", "w-full", "w-3/5"].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={index} className={width} />
        ))}
      </div>
    </div>
  );
}
