"use client";

import { Columns2, Rows3 } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { CitationChips } from "@/components/pieces/citation-chips";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { LongText } from "@/components/pieces/long-text";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { KeyHints } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { Memory } from "@/lib/memories/contract";
import { DriftCauseLine } from "./drift-cause";
import { Failures } from "./drift-row";
import { Copies, NewCitations } from "./new-citations";
import { isFailing } from "./parameters";
import type { DriftQueueState } from "./use-drift-queue";

type Diff = DriftQueueState["diff"];

const COMPARED_AT_FIRST = 3;

/** One drifted memory: what it says, who said so and for whom, what its lines said then and say now. */
export function DriftDetail({
  memory,
  heading,
  diff,
  setDiff,
  buttons,
}: {
  memory: Memory;
  heading: RefObject<HTMLHeadingElement | null>;
  diff: Diff;
  setDiff: (next: Diff) => void;
  /** The buttons that decide on it. */
  buttons: ReactNode;
}) {
  return (
    <article aria-labelledby="drift-heading" className="flex min-w-0 flex-col gap-3">
      <LongText
        key={`statement ${memory.id}`}
        as="h2"
        ref={heading}
        id="drift-heading"
        tabIndex={-1}
        text={memory.statement}
        what="statement"
        className="max-w-prose font-medium text-base"
      />
      <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        <Failures memory={memory} />
        <span>
          drifted <RelativeTime at={memory.status_since} />
        </span>
        <KindBadge kind={memory.kind} />
        <MemoryReach memory={memory} />
        <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
          <span className="whitespace-nowrap">written by</span>
          <Actor
            actor={{ kind: memory.created_by.kind, name: memory.created_by.name, detail: memory.agent_type }}
          />
          <RelativeTime at={memory.created_at} className="whitespace-nowrap" />
        </span>
        <Link
          href={`/memories/${memory.id}`}
          className="underline-offset-4 hover:text-foreground hover:underline"
        >
          {servedWords(memory.usage_count)}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:hidden">
        {buttons}
        <Button asChild variant="ghost">
          <Link href={`/memories/${memory.id}`}>Open the memory</Link>
        </Button>
        <KeyHints />
        <DiffSwitch value={diff} onChange={setDiff} />
      </div>
      <Comparisons key={`code ${memory.id}`} memory={memory} diff={diff} />
      <Copies memory={memory} />
      <NewCitations memory={memory} />
    </article>
  );
}

function DiffSwitch({ value, onChange }: { value: Diff; onChange: (next: Diff) => void }) {
  return (
    <ToggleGroup
      label="How the code is compared"
      className="max-xl:ml-auto"
      value={value}
      onValueChange={onChange}
      options={[
        { value: "split", label: <Columns2 aria-hidden />, title: "Side by side" },
        { value: "unified", label: <Rows3 aria-hidden />, title: "Unified" },
      ]}
    />
  );
}

function servedWords(count: number): string {
  if (count === 0) return "never served";
  if (count === 1) return "served once";
  return `served ${formatCount(count)} times`;
}

/** Then and now of the citations that no longer hold; those that hold as chips, so that the whole is seen. */
function Comparisons({ memory, diff }: { memory: Memory; diff: Diff }) {
  const [all, setAll] = useState(false);
  const failing = memory.citations.filter(isFailing);
  const holding = memory.citations.filter((citation) => !isFailing(citation));
  const compared = failing.slice(0, all ? failing.length : COMPARED_AT_FIRST);
  return (
    <>
      {compared.map((citation) => (
        <div key={citation.id} className="flex min-w-0 flex-col gap-1">
          <DriftCauseLine citation_id={citation.id} />
          <CitationComparison citation_id={citation.id} view={diff} />
          <Link
            href={`/citations/${citation.id}`}
            className="self-start text-primary text-sm underline-offset-4 hover:underline"
          >
            All checks of this citation
          </Link>
        </div>
      ))}
      {failing.length > compared.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          Show the other {formatCount(failing.length - compared.length)}
        </Button>
      )}
      {holding.length > 0 && <Holding citations={holding} />}
    </>
  );
}

function Holding({ citations }: { citations: Memory["citations"] }) {
  const isOne = citations.length === 1;
  return (
    <section aria-label="Other citations" className="flex flex-col gap-1.5">
      <h3 className="text-muted-foreground text-sm">
        {isOne ? "One other citation" : `${formatCount(citations.length)} other citations`}
      </h3>
      <CitationChips citations={citations} />
    </section>
  );
}
