"use client";

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { CodeLines } from "@/components/pieces/code-lines";
import { formatLines } from "@/components/pieces/format";
import { type CitationDetail, citationGet, type StandsAt } from "@/lib/citations/contract";
import { operationQuery, queryKey } from "@/lib/doors/client";
import type { Memory } from "@/lib/memories/contract";

const editedOf = ({ citations }: Memory) => citations.filter(({ status }) => status === "edited");

/** Lines that are gone cannot be cited; those that were edited can. */
export function mayBeRecited(memory: Memory): boolean {
  return editedOf(memory).length > 0 && !memory.citations.some(({ status }) => status === "missing");
}

/** Whether a text of it was copied before it went from its place. */
export const mayBeFollowed = ({ citations }: Memory): boolean =>
  citations.some(({ stands_at }) => stands_at !== null);

/** The commit whose lines are shown as the new citations of a memory; null while not all of them are. */
export function shownAt(client: QueryClient, memory: Memory): string | null {
  const heads = editedOf(memory).map(
    ({ id }) => client.getQueryData<CitationDetail>(queryKey(citationGet, { citation_id: id }))?.head ?? null,
  );
  const [first] = heads;
  if (first === undefined || heads.some((head) => head !== first)) return null;
  return first;
}

/** Where the texts of a memory stand now that were copied before they went. */
export function Copies({ memory }: { memory: Memory }) {
  if (!mayBeFollowed(memory)) return null;
  return (
    <section aria-label="Where the same text stands" className="flex min-w-0 flex-col gap-1 text-sm">
      <h3 className="text-muted-foreground">
        The same text stands elsewhere; follow it there (<kbd>f</kbd>):
      </h3>
      <ul className="flex flex-col gap-0.5">
        {memory.citations.map(({ id, stands_at }) => stands_at && <Copy key={id} stands_at={stands_at} />)}
      </ul>
    </section>
  );
}

function Copy({ stands_at: { path, line_start, line_end, since } }: { stands_at: StandsAt }) {
  return (
    <li className="flex flex-wrap gap-x-2.5">
      <span className="min-w-0 break-all font-mono text-xs">
        {path}:{formatLines(line_start, line_end)}
      </span>
      <span className="text-muted-foreground text-xs">
        since commit <code title={since}>{since.slice(0, 8)}</code> or before
      </span>
    </li>
  );
}

/** What a memory that is still true would cite from now on, to the letter. */
export function NewCitations({ memory }: { memory: Memory }) {
  if (!mayBeRecited(memory)) return null;
  return (
    <section aria-label="The new citation" className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-muted-foreground text-sm">
        If it is still true (<kbd>t</kbd>), it cites these lines as they are now:
      </h3>
      {editedOf(memory).map(({ id }) => (
        <NewCitation key={id} citation_id={id} />
      ))}
    </section>
  );
}

function NewCitation({ citation_id }: { citation_id: string }) {
  const { data } = useQuery(operationQuery(citationGet, { citation_id }));
  if (!data) return null;
  const { now } = data;
  if (now === null)
    return <p className="text-muted-foreground text-sm">The lines of {data.path} cannot be shown here.</p>;
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
        label={`The new citation: ${path}, lines ${formatLines(line_start, line_end)}`}
        path={path}
        text={text}
        first_line={line_start}
        wrap
      />
    </figure>
  );
}
