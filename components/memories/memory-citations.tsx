"use client";

import { ChevronDown, ScanSearch, X } from "lucide-react";
import { useState } from "react";
import { CitationChip } from "@/components/pieces/citation-chip";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import { filesHref } from "@/components/pieces/files-href";
import { InferredBadge } from "@/components/pieces/inferred-badge";
import { FormProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { toggled } from "@/components/pieces/selection";
import { useOperation } from "@/components/pieces/use-operation";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { Citation } from "@/lib/citations/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { citationRemove, memoryVerifyCitations } from "@/lib/memories/contract";
import { memoryCitations } from "@/messages/compiled/memory-citations";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { Translate } from "@/messages/message";

const fails = ({ status, facts }: Pick<Citation, "status" | "facts">): boolean =>
  status === "missing" || (status === "edited" && !facts.includes("formatting_only"));

type Answer = OutputOf<typeof memoryVerifyCitations>;

/** What a check that was just made found, in a sentence. */
function resultOf({ t, answer }: { t: Translate<typeof memoryCitations>; answer: Answer }): string {
  const { valid, valid_count, invalid_count, unknown_count } = answer;
  const all = valid_count + invalid_count + unknown_count;
  if (valid === true) return t("valid", { count: all });
  if (valid === false) return t("invalid", { count: invalid_count, all });
  return t("unknown", { count: unknown_count, all });
}

/** The colour of what a check found; none when something could not be read. */
function inkOf({ valid }: Answer): string | undefined {
  if (valid === true) return "text-ok";
  if (valid === false) return "text-danger";
  return undefined;
}

function LastChecked({ at }: { at: string | undefined }) {
  const t = useMessages(memoryCitations);
  if (at === undefined) return <span>{t("never_checked")}</span>;
  return <span>{t.rich("last_checked", { when: () => <RelativeTime at={at} /> })}</span>;
}

/** The ways from a citation to all its checks and to its lines in their file, where a check has just found them. */
function CitationLinks({
  citation,
  found,
}: {
  citation: Citation;
  found: Answer["citations"][number] | undefined;
}) {
  const t = useMessages(memoryCitations);
  const path = found?.path ?? citation.path;
  const start = found?.line_start ?? citation.line_start;
  const end = found?.line_end ?? citation.line_end;
  const mark = `memory-${citation.id}`;
  const link = "text-primary underline underline-offset-4";
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      <Link href={`/citations/${citation.id}`} className={link}>
        {t("all_checks")}
      </Link>
      <Link href={filesHref(citation.repository.id, { path, lines: { start, end }, mark })} className={link}>
        {t("open_in_file")}
      </Link>
    </p>
  );
}

function RemoveInferred({ path, busy, onRemove }: { path: string; busy: boolean; onRemove: () => void }) {
  const t = useMessages(memoryCitations);
  return (
    <Button
      variant="ghost"
      size="icon_sm"
      className="size-6"
      busy={busy}
      aria-label={t("remove_inferred", { path })}
      title={t("remove_hint")}
      onClick={onRemove}
    >
      <X aria-hidden />
    </Button>
  );
}

/**
 * The places in the code that support a memory, live: each says what the last check found and since when, opens to what it
 * said then and says now, and leads to all its checks. A check that is asked for answers here, citation by citation.
 */
export function MemoryCitations({
  memory_id,
  citations,
  narrow,
  canCheck,
}: {
  memory_id: string;
  citations: readonly Citation[];
  narrow: boolean;
  canCheck: boolean;
}) {
  const t = useMessages(memoryCitations);
  const terms = useMessages(vocabulary);
  const check = useOperation(memoryVerifyCitations, {
    onSuccess: (answer) => announce(resultOf({ t, answer })),
  });
  const remove = useOperation(citationRemove, { success: t("removed"), failure: t("not_removed") });
  const found = new Map(check.data?.citations.map((citation) => [citation.id, citation]));
  // What no longer holds is what the reader came for, so the first of it is open at once.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        citations
          .filter(fails)
          .map(({ id }) => id)
          .slice(0, 1),
      ),
  );
  const toggle = (id: string) => setOpen(new Set(toggled([...open], id)));
  const checked = citations
    .flatMap(({ checked_at }) => checked_at ?? [])
    .sort()
    .at(-1);

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ul className="flex min-w-0 flex-col gap-2">
        {citations.map((citation) => {
          const shown = open.has(citation.id);
          const panel = `citation-${citation.id}`;
          const fresh = found.get(citation.id);
          const turned = fresh && fresh.status !== citation.status && !check.isPending;
          return (
            <li key={citation.id} className="flex min-w-0 flex-col gap-2">
              <div className="flex min-w-0 flex-wrap items-center gap-1">
                <Button
                  variant="ghost"
                  size="icon_sm"
                  className="size-6"
                  aria-expanded={shown}
                  aria-controls={panel}
                  aria-label={t(shown ? "hide_comparison" : "show_comparison", { path: citation.path })}
                  onClick={() => toggle(citation.id)}
                >
                  <ChevronDown aria-hidden className={cn("transition-transform", !shown && "-rotate-90")} />
                </Button>
                <CitationChip
                  className={cn("max-w-[calc(100%-1.75rem)]", check.isPending && "opacity-60")}
                  citation={{
                    path: fresh?.path ?? citation.path,
                    start_line: fresh?.line_start ?? citation.line_start,
                    end_line: fresh?.line_end ?? citation.line_end,
                    status: fresh?.status ?? citation.status,
                    facts: fresh?.facts ?? citation.facts,
                    symbol: citation.symbol_path,
                    since: turned ? null : citation.status_since,
                  }}
                  onOpen={() => toggle(citation.id)}
                />
                {citation.inferred && <InferredBadge />}
                {citation.inferred && canCheck && (
                  <RemoveInferred
                    path={citation.path}
                    busy={remove.isPending}
                    onRemove={() => remove.mutate({ citation_id: citation.id })}
                  />
                )}
                {turned && (
                  <span className="text-muted-foreground text-xs">
                    {t("was", { status: terms(TERMS[citation.status].word) })}
                  </span>
                )}
              </div>
              {shown && (
                <div id={panel} className="flex min-w-0 flex-col gap-1">
                  <CitationComparison citation_id={citation.id} view={narrow ? "unified" : "split"} />
                  <CitationLinks citation={citation} found={fresh} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        {canCheck && (
          <Button size="sm" busy={check.isPending} onClick={() => check.mutate({ memory_id })}>
            {!check.isPending && <ScanSearch aria-hidden />}
            {t(check.isPending ? "checking" : "check")}
          </Button>
        )}
        {check.data !== undefined && !check.isPending ? (
          <span className={cn("text-sm", inkOf(check.data))}>{resultOf({ t, answer: check.data })}</span>
        ) : (
          <LastChecked at={checked} />
        )}
      </div>
      <FormProblem error={check.error} />
    </div>
  );
}
