"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import type { RecallCandidate } from "@/lib/recall/contract";
import { recallParts } from "@/messages/compiled/recall-parts";
import type { PlainKey } from "@/messages/message";
import { CandidateRow } from "./candidate-row";
import { arrange } from "./causes";

/** Something to do with a candidate, under its row. */
type Act = (candidate: RecallCandidate) => ReactNode;

/** How rows are shown: with the memory that is asked about marked, and what can be done under each. */
type Marking = { memory_id: string | null; act: Act | undefined };

/** Every memory that was considered: what is in and what was nearly in at once, the rest folded by why it is out. */
export function Candidates({
  candidates,
  memory_id = null,
  onExpect,
}: {
  candidates: readonly RecallCandidate[];
  /** The one that is asked about: it is shown, marked and has the focus. */
  memory_id?: string | null;
  /** Keeps an expectation about this memory. */
  onExpect?: Act;
}) {
  const t = useMessages(recallParts);
  const { formatCount } = useFormat();
  const id = useId();
  const { chosen, nearest, causes } = arrange(candidates);
  const marking = { memory_id, act: onExpect };
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="font-medium">
        {t("candidates")}{" "}
        <span className="text-muted-foreground tabular-nums">{formatCount(candidates.length)}</span>
      </h2>
      <Group title={t(titleOfChosen(chosen))} candidates={chosen} {...marking} />
      {nearest.length > 0 && <Group title={t("nearest")} candidates={nearest} {...marking} />}
      {causes.length > 0 && <Others causes={causes} {...marking} />}
    </section>
  );
}

/** What was left out for a reason of its own, under that reason. */
function Others({ causes, ...marking }: Marking & { causes: ReturnType<typeof arrange>["causes"] }) {
  const t = useMessages(recallParts);
  const { formatCount } = useFormat();
  return (
    <div>
      <h3 className="mb-1.5 text-muted-foreground text-sm">{t("others")}</h3>
      <div className="divide-y rounded-md border bg-card">
        {causes.map((cause) => (
          <details
            key={cause.title}
            className="group"
            open={cause.candidates.some(({ memory }) => memory.id === marking.memory_id) || undefined}
          >
            <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 px-3 text-sm hover:bg-accent/60 [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90"
              />
              <span className="min-w-0 flex-1">{t(cause.title)}</span>
              <span className="text-muted-foreground tabular-nums">
                {formatCount(cause.candidates.length)}
              </span>
            </summary>
            <Rows candidates={cause.candidates} {...marking} className="border-t" />
          </details>
        ))}
      </div>
    </div>
  );
}

/** Sessions that are held out get nothing; what they would have got is listed in its place. */
function titleOfChosen(chosen: readonly RecallCandidate[]): PlainKey<typeof recallParts> {
  if (chosen.some(({ place }) => place === "held_out")) return "held_out";
  return "in_pack";
}

function Group({
  title,
  candidates,
  ...marking
}: Marking & { title: string; candidates: readonly RecallCandidate[] }) {
  const t = useMessages(recallParts);
  const { formatCount } = useFormat();
  return (
    <div>
      <h3 className="mb-1.5 text-muted-foreground text-sm">
        {title} <span className="tabular-nums">{formatCount(candidates.length)}</span>
      </h3>
      {candidates.length === 0 ? (
        <p className="rounded-md border p-3 text-muted-foreground text-sm">{t("no_candidates")}</p>
      ) : (
        <Rows candidates={candidates} {...marking} className="rounded-md border bg-card" />
      )}
    </div>
  );
}

function Rows({
  candidates,
  memory_id,
  act,
  className,
}: Marking & { candidates: readonly RecallCandidate[]; className: string }) {
  return (
    <ol className={`divide-y ${className}`}>
      {candidates.map((candidate) => (
        <CandidateRow
          key={candidate.memory.id}
          candidate={candidate}
          isAsked={candidate.memory.id === memory_id}
        >
          {act !== undefined && <div>{act(candidate)}</div>}
        </CandidateRow>
      ))}
    </ol>
  );
}
