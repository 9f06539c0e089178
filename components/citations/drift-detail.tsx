"use client";

import { Columns2, Rows3 } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { CitationChips } from "@/components/pieces/citation-chips";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { KeyHints } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { Memory } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import { DriftCauseLine } from "./drift-cause";
import { Failures } from "./drift-row";
import { Copies, NewCitations } from "./new-citations";
import { isFailing } from "./parameters";
import { StatementHeading } from "./statement-heading";
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
  const t = useMessages(citationsDrift);
  return (
    <article aria-labelledby="drift-heading" className="flex min-w-0 flex-col gap-3">
      <StatementHeading
        key={`statement ${memory.id}`}
        id="drift-heading"
        heading={heading}
        statement={memory.statement}
      />
      <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        <Failures memory={memory} />
        <span>{t.rich("drifted", { when: () => <RelativeTime at={memory.status_since} /> })}</span>
        <KindBadge kind={memory.kind} />
        <MemoryReach memory={memory} />
        <Written memory={memory} />
        <Link
          href={`/memories/${memory.id}`}
          className="underline-offset-4 hover:text-foreground hover:underline"
        >
          {t("served", { count: memory.usage_count })}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:hidden">
        {buttons}
        <Button asChild variant="ghost">
          <Link href={`/memories/${memory.id}`}>{t("open_memory")}</Link>
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

/** Who wrote it, and when. */
function Written({ memory: { created_by, agent_type, created_at } }: { memory: Memory }) {
  const t = useMessages(citationsDrift);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      {t.rich("written_by", {
        words: (text) => <span className="whitespace-nowrap">{text}</span>,
        actor: () => <Actor actor={{ kind: created_by.kind, name: created_by.name, detail: agent_type }} />,
        when: () => <RelativeTime at={created_at} className="whitespace-nowrap" />,
      })}
    </span>
  );
}

function DiffSwitch({ value, onChange }: { value: Diff; onChange: (next: Diff) => void }) {
  const t = useMessages(citationsDrift);
  return (
    <ToggleGroup
      label={t("compared")}
      className="max-xl:ml-auto"
      value={value}
      onValueChange={onChange}
      options={[
        { value: "split", label: <Columns2 aria-hidden />, title: t("side_by_side") },
        { value: "unified", label: <Rows3 aria-hidden />, title: t("unified") },
      ]}
    />
  );
}

/** Then and now of the citations that no longer hold; those that hold as chips, so that the whole is seen. */
function Comparisons({ memory, diff }: { memory: Memory; diff: Diff }) {
  const t = useMessages(citationsDrift);
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
            {t("all_checks")}
          </Link>
        </div>
      ))}
      {failing.length > compared.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          {t("show_others", { count: failing.length - compared.length })}
        </Button>
      )}
      {holding.length > 0 && <Holding citations={holding} />}
    </>
  );
}

function Holding({ citations }: { citations: Memory["citations"] }) {
  const t = useMessages(citationsDrift);
  return (
    <section aria-label={t("others")} className="flex flex-col gap-1.5">
      <h3 className="text-muted-foreground text-sm">{t("other_citations", { count: citations.length })}</h3>
      <CitationChips citations={citations} />
    </section>
  );
}
