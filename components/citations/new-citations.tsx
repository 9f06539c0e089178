"use client";

import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { formatLines } from "@/components/pieces/format";
import { editedOf, mayBeRecited, NewCitation } from "@/components/pieces/new-citation";
import { useMessages } from "@/components/ui/messages";
import type { StandsAt } from "@/lib/citations/contract";
import type { Memory } from "@/lib/memories/contract";
import { citationsDrift } from "@/messages/compiled/citations-drift";

/** Whether a text of it was copied before it went from its place. */
export const mayBeFollowed = ({ citations }: Memory): boolean =>
  citations.some(({ stands_at }) => stands_at !== null);

/** Accepting means the lines that took the place of the cited ones where there are any, else the copy. */
function followKey(memory: Memory): string {
  if (mayBeRecited(memory)) return DECISION_KEYS.follow;
  return DECISION_KEYS.accept;
}

/** Where the texts of a memory stand now that were copied before they went. */
export function Copies({ memory }: { memory: Memory }) {
  const t = useMessages(citationsDrift);
  if (!mayBeFollowed(memory)) return null;
  return (
    <section aria-label={t("copies")} className="flex min-w-0 flex-col gap-1 text-sm">
      <h3 className="text-muted-foreground">
        {t.rich("copies_meaning", { key: () => <kbd>{followKey(memory)}</kbd> })}
      </h3>
      <ul className="flex flex-col gap-0.5">
        {memory.citations.map(({ id, stands_at }) => stands_at && <Copy key={id} stands_at={stands_at} />)}
      </ul>
    </section>
  );
}

function Copy({ stands_at: { path, line_start, line_end, since } }: { stands_at: StandsAt }) {
  const t = useMessages(citationsDrift);
  return (
    <li className="flex flex-wrap gap-x-2.5">
      <span className="min-w-0 break-all font-mono text-xs">
        {path}:{formatLines(line_start, line_end)}
      </span>
      <span className="text-muted-foreground text-xs">
        {t.rich("copy_since", { commit: () => <code title={since}>{since.slice(0, 8)}</code> })}
      </span>
    </li>
  );
}

/** What a memory that is still true would cite from now on, to the letter. */
export function NewCitations({ memory }: { memory: Memory }) {
  const t = useMessages(citationsDrift);
  if (!mayBeRecited(memory)) return null;
  return (
    <section aria-label={t("new_citation")} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-muted-foreground text-sm">
        {t.rich("new_citation_meaning", { key: () => <kbd>{DECISION_KEYS.accept}</kbd> })}
      </h3>
      {editedOf(memory).map(({ id }) => (
        <NewCitation key={id} citation_id={id} />
      ))}
    </section>
  );
}
