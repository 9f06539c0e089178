"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpenText, CircleSlash, ListChecks, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import type { MemoryStatus } from "@/lib/memories/contract";
import type { Disposition } from "@/lib/reviews/contract";
import { evidenceCode } from "@/lib/skills/contract";
import { evidence } from "@/messages/compiled/evidence";
import { Actor, type ActorIdentity } from "./actor";
import { CodeLines } from "./code-lines";
import { type EvidenceGroup, groupEvidence } from "./evidence-groups";
import { type Formats, joinSaid } from "./format";
import { RelativeTime } from "./relative-time";
import { useFormat } from "./use-format";
import { DispositionBadge, MemoryStatusBadge } from "./vocabulary-badges";

type EvidenceCode = z.output<typeof evidenceCode.output>;

type EvidenceBase = {
  id: string;
  href: string;
  /** Null when the moment is not known. */
  at: string | null;
  actor?: ActorIdentity | null;
};

/** What stands behind a hunk: a finding that was decided on, or a memory. */
export type EvidenceItem =
  | (EvidenceBase & {
      type: "finding";
      title: string;
      disposition: Disposition;
      /** Why the developer decided so. */
      reason: string | null;
      file_path: string | null;
      line: number | null;
    })
  | (EvidenceBase & { type: "memory"; statement: string; status: MemoryStatus });

function CodeSnippet({ code, isError }: { code: EvidenceCode | undefined; isError: boolean }) {
  const t = useMessages(evidence);
  const snippet = code?.snippet;
  if (snippet) {
    const { path, commit, text, first_line, line } = snippet;
    const short = commit.slice(0, 8);
    return (
      <>
        <CodeLines
          label={t("code_at", { path, commit: short })}
          text={text}
          first_line={first_line}
          {...(line !== null && { cited: { start_line: line, end_line: line } })}
          className="rounded-md border"
        />
        <p className="mt-1 text-muted-foreground text-xs">
          {t.rich("commit", { commit: () => <span className="font-mono">{short}</span> })}
        </p>
      </>
    );
  }
  if (isError || code)
    return (
      <p className="text-pretty text-muted-foreground text-xs">{code?.problem ?? t("code_unreadable")}</p>
    );
  return <Skeleton className="h-20" />;
}

/** The code a finding was about, as it was then; read when it is asked for. */
function CodeThen({ finding_id }: { finding_id: string }) {
  const t = useMessages(evidence);
  const [open, setOpen] = useState(false);
  const query = useQuery({
    ...operationQuery(evidenceCode, { finding_id }),
    enabled: open,
    // What stood there then does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details className="mt-1.5" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-muted-foreground text-xs">{t("code_then")}</summary>
      <div className="mt-1.5">
        <CodeSnippet code={query.data} isError={query.isError} />
      </div>
    </details>
  );
}

type Finding = Extract<EvidenceItem, { type: "finding" }>;

/** A finding that people implemented and the change would hide. */
export type CounterExample = { id: string; title: string; file_path: string | null; found_at: string };

/** Examples of a group, or of what speaks against a change, that are read without opening more. */
const EXAMPLES = 2;

/** "Aug–Nov 2026", or one month. */
function monthsOf({ formatMonth }: Formats, { first, last }: EvidenceGroup<Finding>): string | null {
  if (first === null || last === null) return null;
  const from = formatMonth(first);
  const to = formatMonth(last);
  return from === to ? to : `${from} – ${to}`;
}

/** Findings that were decided on for one reason: how many, by how many people, when, two of them, and the others. */
function Group({ group }: { group: EvidenceGroup<Finding> }) {
  const t = useMessages(evidence);
  const formats = useFormat();
  const { says, items, people } = group;
  const [only] = items;
  if (items.length === 1 && only !== undefined) return <Item item={only} />;
  const rest = items.slice(EXAMPLES);
  const facts = joinSaid([people > 0 && t("people", { count: people }), monthsOf(formats, group)]);
  return (
    <li className="border-b py-2.5 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium tabular-nums">×{formats.formatCount(items.length)}</span>
        <span className="text-muted-foreground text-xs">{facts}</span>
      </p>
      <blockquote dir="auto" className="mt-1 line-clamp-4 wrap-anywhere border-l-2 pl-2 text-sm">
        {visible(says)}
      </blockquote>
      <ul className="mt-1 pl-3">
        {items.slice(0, EXAMPLES).map((item) => (
          <Item key={item.id} item={item} said={says} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className="pl-3">
          <summary className="cursor-pointer text-primary text-xs">
            {t("others", { count: rest.length })}
          </summary>
          <ul>
            {rest.map((item) => (
              <Item key={item.id} item={item} said={says} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** What speaks against the change, beside what speaks for it. */
function Against({ findings }: { findings: readonly CounterExample[] }) {
  const t = useMessages(evidence);
  const shown = findings.slice(0, EXAMPLES);
  return (
    <section aria-label={t("counter_examples")}>
      <h3 className="flex items-center gap-1.5 border-b pb-1 text-muted-foreground text-xs">
        <CircleSlash aria-hidden className="size-3.5" />
        {t("counter_examples")}
      </h3>
      {findings.length === 0 && (
        <p className="py-2 text-muted-foreground text-sm">{t("no_counter_examples")}</p>
      )}
      <ul>
        {shown.map(({ id, title, file_path, found_at }) => (
          <li key={id} className="border-b py-2 text-sm last:border-b-0">
            <Link
              href={`/reviews/findings/${id}`}
              dir="auto"
              className="wrap-anywhere underline-offset-4 hover:underline"
            >
              {visible(title)}
            </Link>
            <span className="flex flex-wrap gap-x-2.5 text-muted-foreground text-xs">
              <span className="min-w-0 break-all font-mono">{file_path}</span>
              <RelativeTime at={found_at} />
            </span>
          </li>
        ))}
      </ul>
      {findings.length > shown.length && (
        <p className="py-1 text-muted-foreground text-xs">
          {t("more_counter_examples", { count: findings.length - shown.length })}
        </p>
      )}
    </section>
  );
}

/** `said`: a reason that stands above it already. */
function Item({ item, said = null }: { item: EvidenceItem; said?: string | null }) {
  return (
    <li className="border-b py-2.5 last:border-b-0">
      <Link
        href={item.href}
        dir="auto"
        className="line-clamp-3 wrap-anywhere text-sm decoration-border-strong underline-offset-4 hover:underline"
      >
        {visible(item.type === "finding" ? item.title : item.statement)}
      </Link>
      {item.type === "finding" && item.reason && item.reason !== said && (
        <blockquote
          dir="auto"
          className="mt-1 line-clamp-4 wrap-anywhere border-l-2 pl-2 text-muted-foreground text-sm"
        >
          {visible(item.reason)}
        </blockquote>
      )}
      <div className="mt-1.5 flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-muted-foreground text-xs">
        {item.type === "finding" ? (
          <DispositionBadge disposition={item.disposition} />
        ) : (
          <MemoryStatusBadge status={item.status} />
        )}
        {item.type === "finding" && item.file_path && (
          <span className="min-w-0 break-all font-mono">
            {item.file_path}
            {item.line !== null && `:${item.line}`}
          </span>
        )}
        {item.actor && <Actor actor={item.actor} />}
        {item.at && <RelativeTime at={item.at} />}
      </div>
      {item.type === "finding" && item.file_path && <CodeThen finding_id={item.id} />}
    </li>
  );
}

function Section({
  heading,
  icon: Icon,
  children,
}: {
  heading: string;
  icon: LucideIcon;
  children: ReactNode;
}) {
  return (
    <section aria-label={heading}>
      <h3 className="flex items-center gap-1.5 border-b pb-1 text-muted-foreground text-xs">
        <Icon aria-hidden className="size-3.5" />
        {heading}
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

/** The findings and memories behind a change, each one click from its own page. `total` is said when not all are shown. */
export function EvidenceRail({
  title,
  summary,
  items,
  total,
  all_href,
  against,
  className,
}: {
  title?: string;
  /** One sentence or figure that sums the evidence up. */
  summary?: ReactNode;
  items: readonly EvidenceItem[];
  /** The true number of findings and memories; the length of `items` when absent. */
  total?: number;
  all_href?: string;
  /** What the change would hide; left out where that is not known. */
  against?: readonly CounterExample[];
  className?: string;
}) {
  const t = useMessages(evidence);
  const { formatCount } = useFormat();
  const heading = title ?? t("title");
  const findings = items.filter((item) => item.type === "finding");
  const memories = items.filter((item) => item.type === "memory");
  const count = total ?? items.length;
  return (
    <aside aria-label={heading} className={cn("flex flex-col gap-4", className)}>
      <header className="flex flex-col gap-1">
        <h2 className="flex items-center gap-2 font-semibold text-base">
          {heading}
          <Badge>{formatCount(count)}</Badge>
        </h2>
        {summary && <div className="text-muted-foreground text-sm">{summary}</div>}
      </header>
      {items.length === 0 && <p className="text-muted-foreground text-sm">{t("nothing")}</p>}
      {findings.length > 0 && (
        <Section heading={t("findings")} icon={ListChecks}>
          {groupEvidence(findings).map((group) => (
            <Group key={group.items[0]?.id} group={group} />
          ))}
        </Section>
      )}
      {against !== undefined && <Against findings={against} />}
      {memories.length > 0 && (
        <Section heading={t("memories")} icon={BookOpenText}>
          {memories.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </Section>
      )}
      {all_href && count > items.length && (
        <Link href={all_href} className="text-primary text-sm underline-offset-4 hover:underline">
          {t("show_all", { count })}
        </Link>
      )}
    </aside>
  );
}
