"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useMessages } from "@/components/ui/messages";
import { type CitationDetail, citationGet } from "@/lib/citations/contract";
import { operationQuery, queryKey } from "@/lib/doors/client";
import type { Memory } from "@/lib/memories/contract";
import { codeViews } from "@/messages/compiled/code-views";
import { CodeLines } from "./code-lines";
import { formatLines } from "./format";

export const editedOf = ({ citations }: Memory) => citations.filter(({ status }) => status === "edited");

/** Lines that are gone cannot be cited; those that were edited can. */
export function mayBeRecited(memory: Memory): boolean {
  return editedOf(memory).length > 0 && !memory.citations.some(({ status }) => status === "missing");
}

/** The commit whose lines are shown as the new citations of a memory; null while not all of them are. */
export function shownAt(client: QueryClient, memory: Memory): string | null {
  const heads = editedOf(memory).map(
    ({ id }) => client.getQueryData<CitationDetail>(queryKey(citationGet, { citation_id: id }))?.head ?? null,
  );
  const [first] = heads;
  if (first === undefined || heads.some((head) => head !== first)) return null;
  return first;
}

/** The lines as they are now, which a citation that still supports its memory would cite. */
export function NewCitation({ citation_id }: { citation_id: string }) {
  const t = useMessages(codeViews);
  const { data } = useQuery(operationQuery(citationGet, { citation_id }));
  if (!data) return null;
  const { now } = data;
  if (now === null)
    return <p className="text-muted-foreground text-sm">{t("not_shown", { path: data.path })}</p>;
  const { path, line_start, line_end, commit_sha, text } = now;
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border bg-card">
      <figcaption className="flex flex-wrap gap-x-2.5 bg-sunken px-3 py-1.5 text-muted-foreground text-xs">
        <span className="min-w-0 break-all font-mono">
          {path}:{formatLines(line_start, line_end)}
        </span>
        <code title={commit_sha} className="ml-auto">
          {commit_sha.slice(0, 8)}
        </code>
      </figcaption>
      <CodeLines
        label={t("new_citation", { path, lines: formatLines(line_start, line_end) })}
        path={path}
        text={text}
        first_line={line_start}
        wrap
      />
    </figure>
  );
}
