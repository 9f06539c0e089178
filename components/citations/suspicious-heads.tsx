"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, ShieldQuestion } from "lucide-react";
import { useState } from "react";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { RelativeTime } from "@/components/pieces/relative-time";
import { toastDone } from "@/components/pieces/undo";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { CITATION_STATUSES } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import {
  heldVerdictList,
  type SuspiciousHead,
  suspiciousHeadDecide,
  suspiciousHeadList,
} from "@/lib/memories/contract";
import { citationsHeads } from "@/messages/compiled/citations-heads";
import { vocabulary } from "@/messages/compiled/vocabulary";

/** Verdicts of one head that are shown. */
const SHOWN = 20;

/** Commits that would take a large part of a repository's memories out of service, for a lead to decide on. */
export function SuspiciousHeads({ repository_id }: { repository_id?: string }) {
  const t = useMessages(citationsHeads);
  const heads = useQuery(
    operationQuery(suspiciousHeadList, { repository_id, status: ["open"], limit: SHOWN }),
  ).data?.items;
  if (heads === undefined || heads.length === 0) return null;
  return (
    <section aria-label={t("list")} className="mb-4 flex flex-col gap-3">
      {heads.map((head) => (
        <Head key={head.id} head={head} />
      ))}
    </section>
  );
}

type Decision = "confirm" | "dismiss";

const SAID = {
  confirm: "said_confirm",
  dismiss: "said_dismiss",
} as const satisfies Record<Decision, string>;

/** Decides on a commit; resolves to the ids that were decided, and never rejects. */
export function useHeadDecision() {
  const t = useMessages(citationsHeads);
  const { mutateAsync, isPending } = useOperation(suspiciousHeadDecide, {
    onSuccess: (_, { decision }) => toastDone(t(SAID[decision])),
    failure: t("not_saved"),
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
  const t = useMessages(citationsHeads);
  const { decide } = useHeadDecision();
  return (
    <ReasonDialog
      {...dialog}
      title={t("confirm")}
      description={t("confirm_meaning", { count: head.memories, repository: head.repository.name })}
      label={t("confirm_why")}
      hint={t("confirm_why_hint")}
      placeholder={t("confirm_why_example")}
      draft={`head.${head.id}`}
      verb={t("confirm_send")}
      tone="danger"
      send={(reason) => decide(head.id, "confirm", reason)}
      onDone={onDone}
    />
  );
}

function Head({ head }: { head: SuspiciousHead }) {
  const t = useMessages(citationsHeads);
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
            {t("dismiss")}
          </Button>
          <Button size="sm" disabled={isPending} onClick={() => setConfirming(true)}>
            <CircleCheck aria-hidden />
            {t("confirm")}
          </Button>
        </div>
      )}
      <ConfirmHeadDialog head={head} open={isConfirming} onOpenChange={setConfirming} />
    </div>
  );
}

/** What a commit would take out of service, and what failed at it. */
export function HeadFacts({ head }: { head: SuspiciousHead }) {
  const t = useMessages(citationsHeads);
  const { id, repository, commit_sha, memories, in_service, since } = head;
  return (
    <>
      <p className="flex gap-2">
        <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span>
          {t.rich("fails", {
            memories,
            in_service,
            repository: repository.name,
            strong: (text) => <span className="font-medium">{text}</span>,
            commit: () => <code title={commit_sha}>{commit_sha.slice(0, 8)}</code>,
            when: () => <RelativeTime at={since} />,
          })}
        </span>
      </p>
      <HeldVerdicts head_id={id} />
    </>
  );
}

function HeldVerdicts({ head_id }: { head_id: string }) {
  const t = useMessages(citationsHeads);
  const words = useMessages(vocabulary);
  const held = useQuery(operationQuery(heldVerdictList, { head_id, limit: SHOWN })).data;
  if (!held) return null;
  return (
    <details className="pl-6">
      <summary className="cursor-pointer text-muted-foreground">{t("verdicts")}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {held.items.map(({ memory_id, statement, citations }) => (
          <li key={memory_id} className="min-w-0">
            <Link href={`/memories/${memory_id}`} className="line-clamp-1 hover:underline">
              {statement}
            </Link>
            {citations.map(({ citation_id, path, line_start, line_end, status, found }) => (
              <p key={citation_id} className="break-all text-muted-foreground text-xs">
                {t.rich("verdict", {
                  place: () => (
                    <code>
                      {path}:{line_start}–{line_end}
                    </code>
                  ),
                  status: words(CITATION_STATUSES[status].word),
                  found: words(CITATION_STATUSES[found].word),
                })}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {held.total > held.items.length && (
        <p className="mt-2 text-muted-foreground text-xs">
          {t("more", { count: held.total - held.items.length })}
        </p>
      )}
    </details>
  );
}
