"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, ShieldQuestion } from "lucide-react";
import { useState } from "react";
import { countOf, formatCount, wordFor } from "@/components/pieces/format";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { operationQuery } from "@/lib/doors/client";
import {
  heldVerdictList,
  type SuspiciousHead,
  suspiciousHeadDecide,
  suspiciousHeadList,
} from "@/lib/memories/contract";

/** Verdicts of one head that are shown. */
const SHOWN = 20;

/** Commits that would take a large part of a repository's memories out of service, for a lead to decide on. */
export function SuspiciousHeads({ repository_id }: { repository_id?: string }) {
  const heads = useQuery(
    operationQuery(suspiciousHeadList, { repository_id, status: ["open"], limit: SHOWN }),
  ).data?.items;
  if (heads === undefined || heads.length === 0) return null;
  return (
    <section aria-label="Suspicious heads" className="mb-4 flex flex-col gap-3">
      {heads.map((head) => (
        <Head key={head.id} head={head} />
      ))}
    </section>
  );
}

type Decision = "confirm" | "dismiss";

const DONE: Record<Decision, string> = {
  confirm: "Confirmed: these memories are being checked again",
  dismiss: "Dismissed: this commit changes nothing",
};

/** Decides on a commit; resolves to the ids that were decided, and never rejects. */
export function useHeadDecision() {
  const { mutateAsync, isPending } = useOperation(suspiciousHeadDecide, {
    success: (_, { decision }) => DONE[decision],
    failure: "The decision could not be saved",
  });
  const decide = (head_id: string, decision: Decision, reason?: string): Promise<string[]> =>
    mutateAsync({ head_id, decision, reason }).then(
      () => [head_id],
      () => [],
    );
  return { decide, isPending };
}

/** Asks why so many memories may go out of service, and confirms it. */
export function ConfirmHeadDialog({
  head,
  onDone,
  ...dialog
}: OpenProps & { head: SuspiciousHead; onDone?: (ids: string[]) => void }) {
  const { decide } = useHeadDecision();
  return (
    <ReasonDialog
      {...dialog}
      title="Confirm the failures"
      description={`${countOf(head.memories, "memory", "memories")} of ${head.repository.name} will be checked again; those that fail are no longer served to agents.`}
      label="Why this commit is right"
      hint="Recorded in the audit."
      placeholder="The move to the new layout is on the default branch."
      verb="Confirm"
      tone="danger"
      send={(reason) => decide(head.id, "confirm", reason)}
      onDone={onDone}
    />
  );
}

function Head({ head }: { head: SuspiciousHead }) {
  const may = useMe().may("repositories:manage");
  const [isConfirming, setConfirming] = useState(false);
  const { decide, isPending } = useHeadDecision();
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-warn/40 p-3 text-sm">
      <HeadFacts head={head} />
      {may && (
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="primary"
            busy={isPending}
            onClick={() => void decide(head.id, "dismiss")}
          >
            {!isPending && <Ban aria-hidden />}
            Dismiss
          </Button>
          <Button size="sm" disabled={isPending} onClick={() => setConfirming(true)}>
            <CircleCheck aria-hidden />
            Confirm the failures
          </Button>
        </div>
      )}
      <ConfirmHeadDialog head={head} open={isConfirming} onOpenChange={setConfirming} />
    </div>
  );
}

/** What a commit would take out of service, and what failed at it. */
export function HeadFacts({ head }: { head: SuspiciousHead }) {
  const { id, repository, commit_sha, memories, in_service, since } = head;
  return (
    <>
      <p className="flex gap-2">
        <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span>
          <span className="font-medium">
            {formatCount(memories)} of {countOf(in_service, "memory", "memories")} of {repository.name}{" "}
            {wordFor(memories, "fails", "fail")} the check
          </span>{" "}
          at commit <code title={commit_sha}>{commit_sha.slice(0, 8)}</code>, found{" "}
          <RelativeTime at={since} />. It may be a wrong branch or an unfinished push, so no memory was
          changed. Until a lead decides, agents get these memories only in the list “check before use”. If a
          commit a day later fails in the same way, this one counts as confirmed.
        </span>
      </p>
      <HeldVerdicts head_id={id} />
    </>
  );
}

function HeldVerdicts({ head_id }: { head_id: string }) {
  const held = useQuery(operationQuery(heldVerdictList, { head_id, limit: SHOWN })).data;
  if (!held) return null;
  return (
    <details className="pl-6">
      <summary className="cursor-pointer text-muted-foreground">
        What failed, next to the last recorded results
      </summary>
      <ul className="mt-2 flex flex-col gap-2">
        {held.items.map(({ memory_id, statement, citations }) => (
          <li key={memory_id} className="min-w-0">
            <Link href={`/memories/${memory_id}`} className="line-clamp-1 hover:underline">
              {statement}
            </Link>
            {citations.map(({ citation_id, path, line_start, line_end, status, found }) => (
              <p key={citation_id} className="break-all text-muted-foreground text-xs">
                <code>
                  {path}:{line_start}–{line_end}
                </code>{" "}
                last recorded as {status}, at this head {found}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {held.total > held.items.length && (
        <p className="mt-2 text-muted-foreground text-xs">
          And {formatCount(held.total - held.items.length)} more.
        </p>
      )}
    </details>
  );
}
