"use client";

import { Undo2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Actor } from "@/components/pieces/actor";
import { RelativeTime } from "@/components/pieces/relative-time";
import { KeyHints } from "@/components/review-queue/actions";
import type { DecidingQueue } from "@/components/review-queue/inbox-item";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { Conflict } from "@/lib/hygiene/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";
import { ConflictSide } from "./conflict-side";
import type { ConflictActions } from "./use-conflict-actions";
import { useConflictDecisions } from "./use-conflict-decisions";
import { DECISION_WORDS } from "./words";

/** One conflict: what contradicts what, the statements side by side, and what can be decided. */
export function ConflictDetail({
  conflict,
  queue: { heading, busy },
  buttons,
  decisions: { holdsOf, isDecidable },
  canUndo,
}: {
  conflict: Conflict;
  queue: DecidingQueue;
  /** The buttons that decide on it. */
  buttons: ReactNode;
  decisions: ConflictActions;
  canUndo: boolean;
}) {
  const t = useMessages(conflictItem);
  const { undo } = useConflictDecisions();
  return (
    <section aria-labelledby="conflict-heading" className="flex min-w-0 flex-col gap-3">
      <Heading conflict={conflict} heading={heading} />
      <div className="grid min-w-0 gap-3 xl:grid-cols-2">
        {conflict.memories.map((memory, index) => (
          <ConflictSide
            key={memory.id}
            memory={memory}
            number={index + 1}
            kept={memory.id === conflict.kept_id}
            busy={busy}
            onHolds={holdsOf(conflict, memory)}
          />
        ))}
      </div>
      {isDecidable(conflict) && (
        <div className="flex flex-wrap items-center gap-1.5">
          {buttons}
          <KeyHints />
        </div>
      )}
      {conflict.status !== "open" && canUndo && (
        <Button className="self-start" onClick={() => void undo(conflict.id)}>
          <Undo2 aria-hidden />
          {t("undo")}
        </Button>
      )}
    </section>
  );
}

function Heading({
  conflict,
  heading,
}: {
  conflict: Conflict;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const t = useMessages(conflictItem);
  const { decision, decided_by } = conflict;
  return (
    <div>
      <h2
        ref={heading}
        id="conflict-heading"
        tabIndex={-1}
        dir="auto"
        className="text-pretty font-medium text-base wrap-anywhere"
      >
        {visible(conflict.explanation)}
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
        <By>{t.rich("found_by", { words: unbroken, actor: () => <Actor actor={conflict.found_by} /> })}</By>
        <RelativeTime at={conflict.found_at} />
        {decision !== null && decided_by !== null && (
          <By>
            {t.rich("decided_by", {
              decision: t(DECISION_WORDS[decision]),
              words: unbroken,
              actor: () => <Actor actor={decided_by} />,
            })}
          </By>
        )}
      </p>
      {conflict.reason !== null && conflict.reason !== "" && (
        <p className="text-pretty text-sm">{visible(conflict.reason)}</p>
      )}
    </div>
  );
}

const unbroken = (words: ReactNode) => <span className="whitespace-nowrap">{words}</span>;

function By({ children }: { children: ReactNode }) {
  return <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">{children}</span>;
}
