"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import Link from "next/link";
import { formatCount } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { ButtonKeys } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import { useShortcuts } from "@/components/ui/shortcuts";
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
  const [first, ...rest] = heads ?? [];
  if (!first) return null;
  return (
    <section aria-label="Suspicious heads" className="mb-4 flex flex-col gap-3">
      <Head head={first} keys />
      {rest.map((head) => (
        <Head key={head.id} head={head} keys={false} />
      ))}
    </section>
  );
}

type Decision = "confirm" | "dismiss";

const DONE: Record<Decision, string> = {
  confirm: "Confirmed: these memories are being checked again and judged",
  dismiss: "Dismissed: this commit changes nothing",
};

function Head({ head, keys }: { head: SuspiciousHead; keys: boolean }) {
  const { id, repository, commit_sha, memories, in_service, since } = head;
  const may = useMe().may("repositories:manage");
  const { mutate, isPending } = useOperation(suspiciousHeadDecide, {
    success: (_, { decision }) => DONE[decision],
    failure: "The commit could not be decided on",
  });
  const decide = (decision: Decision) => {
    if (!isPending) mutate({ head_id: id, decision });
  };
  useShortcuts(
    [
      { keys: "c", label: "Confirm the suspicious head", run: () => decide("confirm"), when: keys && may },
      { keys: "b", label: "Dismiss the suspicious head", run: () => decide("dismiss"), when: keys && may },
    ],
    "Suspicious head",
  );
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-warn/40 p-3 text-sm">
      <p className="flex gap-2">
        <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span>
          <span className="font-medium">
            {formatCount(memories)} of {formatCount(in_service)} memories of {repository.name} fail their
            check
          </span>{" "}
          at commit <code title={commit_sha}>{commit_sha.slice(0, 8)}</code>, found{" "}
          <RelativeTime at={since} />. It may be a wrong branch or an unfinished push, so nothing was changed:
          until a lead decides, agents get these memories only to check before use. If a commit a day later
          fails the same way, this one counts as confirmed.
        </span>
      </p>
      <HeldVerdicts head_id={id} />
      {may && (
        <div className="flex gap-2">
          <Button size="sm" variant="primary" disabled={isPending} onClick={() => decide("confirm")}>
            Confirm the failures {keys && <ButtonKeys keys="c" />}
          </Button>
          <Button size="sm" disabled={isPending} onClick={() => decide("dismiss")}>
            Dismiss {keys && <ButtonKeys keys="b" />}
          </Button>
        </div>
      )}
    </div>
  );
}

function HeldVerdicts({ head_id }: { head_id: string }) {
  const held = useQuery(operationQuery(heldVerdictList, { head_id, limit: SHOWN })).data;
  if (!held) return null;
  return (
    <details className="pl-6">
      <summary className="cursor-pointer text-muted-foreground">
        What failed, beside the last verdicts
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
                on record {status}, at this head {found}
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
