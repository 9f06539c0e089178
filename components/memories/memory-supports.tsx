"use client";

import { useQuery } from "@tanstack/react-query";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatLines } from "@/components/pieces/format";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { DECIDED_WORDS, SUPPORT_KIND_WORDS } from "@/components/pieces/support-words";
import { CitationStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type MemorySupport, memorySupportList } from "@/lib/memories/contract";
import { memoryPage } from "@/messages/compiled/memory-page";
import { supportWords } from "@/messages/compiled/support-words";
import { Section } from "./section";

const SHOWN = 20;

/** Definitions that the memory rests on besides the lines that it cites, and whether they read as they did. */
export function MemorySupports({ memory_id }: { memory_id: string }) {
  const t = useMessages(memoryPage);
  const query = useQuery(operationQuery(memorySupportList, { memory_id, limit: SHOWN }));
  const { items = [], total = 0 } = query.data ?? {};
  // Most memories rest on nothing else, and a section that says so would be in the way of what there is.
  if (total === 0 && !query.isError) return null;
  return (
    <Section
      title={t("depends_on_counted", { count: total })}
      hint={<DefinitionHint term={t("depends_on")}>{t("depends_on_definition")}</DefinitionHint>}
    >
      {query.isError ? (
        <ReadProblem happened={t("depends_on_unreadable")} reading={query} />
      ) : (
        <ul className="flex flex-col">
          {items.map((support) => (
            <Row key={support.id} support={support} />
          ))}
        </ul>
      )}
      {total > items.length && (
        <p className="text-muted-foreground text-xs">
          {t("depends_on_more", { count: total - items.length })}
        </p>
      )}
    </Section>
  );
}

function Row({ support }: { support: MemorySupport }) {
  const t = useMessages(memoryPage);
  const words = useMessages(supportWords);
  const { id, name, kind, path, line_start, line_end, now, status, changed_at, decision, heard } = support;
  const place = now ?? { path, line_start, line_end };
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-b py-2 text-sm first:pt-0 last:border-b-0 last:pb-0">
      <code className="wrap-anywhere">{name}</code>
      <CitationStatusBadge status={status} />
      {changed_at !== null && heard && (
        <Link
          href={`/citations?view=context&change=${id}`}
          className="text-primary underline-offset-4 hover:underline"
        >
          {t.rich("support_changed", { when: () => <RelativeTime at={changed_at} /> })}
        </Link>
      )}
      {decision !== null && <Badge>{words(DECIDED_WORDS[decision])}</Badge>}
      <span className="basis-full text-muted-foreground text-xs">
        {t.rich("support_place", {
          kind: words(SUPPORT_KIND_WORDS[kind]),
          place: () => (
            <code className="wrap-anywhere">
              {place.path}:{formatLines(place.line_start, place.line_end)}
            </code>
          ),
        })}
      </span>
    </li>
  );
}
