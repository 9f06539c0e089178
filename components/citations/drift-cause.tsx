"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCommitHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { citationCauseGet, type DriftCause } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { citationCause } from "@/messages/compiled/citation-cause";

/** Which commit changed the lines of a citation that fails: who made it, when, and by which pull request. */
export function DriftCauseLine({ citation_id }: { citation_id: string }) {
  const t = useMessages(citationCause);
  const { data, isError } = useQuery(operationQuery(citationCauseGet, { citation_id }));
  if (isError) return <Line>{t("unreadable")}</Line>;
  if (!data) return <Skeleton className="mb-2 h-5 max-w-md" aria-label={t("looking")} />;
  if (data.commit === null) return <Line>{t("unknown", { reason: data.reason ?? t("no_reason") })}</Line>;
  return <Known cause={data} commit={data.commit} />;
}

function Known({ cause, commit }: { cause: DriftCause; commit: NonNullable<DriftCause["commit"]> }) {
  const t = useMessages(citationCause);
  const { formatDay } = useFormat();
  const { merge, pull_request } = cause;
  return (
    <Line>
      {t.rich("changed", {
        author: commit.author_name,
        merger: merge?.author_name ?? "",
        who: (text) => <span className="text-foreground">{text}</span>,
        day: () => (
          <time dateTime={commit.authored_at} title={commit.authored_at}>
            {formatDay(commit.authored_at)}
          </time>
        ),
        commit: () => <Sha sha={commit.sha} />,
        subject: () => (
          <q dir="auto" className="wrap-anywhere">
            {visible(commit.subject)}
          </q>
        ),
        pulled: (text) => pull_request !== null && text,
        pull: () => pull_request !== null && <PullRequest pull={pull_request} />,
        merged: (text) => merge !== null && text,
        merge: () => merge !== null && <Sha sha={merge.sha} />,
      })}
    </Line>
  );
}

function Sha({ sha }: { sha: string }) {
  return (
    <code title={sha} className="text-xs">
      {sha.slice(0, 8)}
    </code>
  );
}

function PullRequest({ pull }: { pull: NonNullable<DriftCause["pull_request"]> }) {
  const t = useMessages(citationCause);
  if (pull.url === null) return <span title={t("from_message")}>#{pull.number}</span>;
  return (
    <a
      href={pull.url}
      title={pull.title ?? undefined}
      rel="noreferrer"
      target="_blank"
      className="text-primary underline underline-offset-4"
    >
      #{pull.number}
    </a>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="mb-2 flex max-w-prose items-start gap-2 text-pretty text-muted-foreground text-sm">
      <GitCommitHorizontal aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
