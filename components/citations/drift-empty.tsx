"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, FilterX, Quote } from "lucide-react";
import { countOf, formatCount } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { REPOSITORIES } from "./parameters";
import { sumOf } from "./status-bar";

const NAMED = 5;

/** Nothing has drifted: as far as which checks could see, and when. */
export function DriftEmpty({ repository }: { repository: string | null }) {
  const { data } = useQuery(operationQuery(repositoryList, REPOSITORIES));
  const all = data?.items.filter(({ name }) => repository === null || name === repository) ?? [];
  const cited = all.reduce((sum, { citations }) => sum + sumOf(citations), 0);
  if (data && cited === 0) return <NothingCited connected={all.length > 0} />;
  const checked = all.toSorted((a, b) => (b.checked_at ?? "").localeCompare(a.checked_at ?? ""));
  return (
    <EmptyState
      icon={Check}
      title="Nothing has drifted"
      action={
        <Button asChild>
          <Link href="/citations?view=repositories">See the repositories</Link>
        </Button>
      }
    >
      <p>
        Every memory that cites code matched it at the last check. A memory whose lines are edited or gone
        appears here, and is not served until someone decides.
      </p>
      {checked.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 text-left">
          {checked.slice(0, NAMED).map(({ id, name, checked_at, checked_commit, citations }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t pt-1">
              <Link
                href={`/citations/repositories/${id}`}
                className="min-w-0 break-all font-mono text-foreground text-xs underline-offset-4 hover:underline"
              >
                {name}
              </Link>
              <span>
                <LastCheck at={checked_at} commit={checked_commit} citations={sumOf(citations)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {checked.length > NAMED && <p>and {formatCount(checked.length - NAMED)} more</p>}
    </EmptyState>
  );
}

/** When the citations of a repository were checked last, and at which commit. */
function LastCheck({
  at,
  commit,
  citations,
}: {
  at: string | null;
  commit: string | null;
  citations: number;
}) {
  if (at === null) return "never completely checked";
  return (
    <>
      {countOf(citations, "citation", "citations")} checked <RelativeTime at={at} />
      {commit !== null && (
        <>
          {" "}
          at <code className="text-xs">{commit.slice(0, 8)}</code>
        </>
      )}
    </>
  );
}

/** Without a citation nothing can drift, which says nothing about what is remembered. */
function NothingCited({ connected }: { connected: boolean }) {
  const { text, href, action } = NOTHING_CITED[connected ? "connected" : "unconnected"];
  return (
    <EmptyState
      icon={Quote}
      title="No memory cites code yet"
      action={
        <Button asChild>
          <Link href={href}>{action}</Link>
        </Button>
      }
    >
      {text} A memory whose lines are edited or gone appears here, and is not served until someone decides.
    </EmptyState>
  );
}

const NOTHING_CITED = {
  connected: {
    text: "A memory that names lines of code is checked against them.",
    href: "/memories",
    action: "See the memories",
  },
  unconnected: {
    text: "Memories cite lines of a repository, and are checked against it once it is connected.",
    href: "/settings/repositories",
    action: "Connect a repository",
  },
};

export function DriftFiltered({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={FilterX}
      title="No drifted memory matches these filters"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      Others may wait.
    </EmptyState>
  );
}
