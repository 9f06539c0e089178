"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, FilterX, Quote } from "lucide-react";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { citationsDrift } from "@/messages/compiled/citations-drift";
import { REPOSITORIES } from "./parameters";
import { sumOf } from "./status-bar";

const NAMED = 5;

/** Nothing has drifted: as far as which checks could see, and when. */
export function DriftEmpty({ repository }: { repository: string | null }) {
  const t = useMessages(citationsDrift);
  const { data } = useQuery(operationQuery(repositoryList, REPOSITORIES));
  const all = data?.items.filter(({ name }) => repository === null || name === repository) ?? [];
  const cited = all.reduce((sum, { citations }) => sum + sumOf(citations), 0);
  if (data && cited === 0) return <NothingCited connected={all.length > 0} />;
  const checked = all.toSorted((a, b) => (b.checked_at ?? "").localeCompare(a.checked_at ?? ""));
  return (
    <EmptyState
      icon={Check}
      title={t("empty")}
      action={
        <Button asChild>
          <Link href="/citations?view=repositories">{t("see_repositories")}</Link>
        </Button>
      }
    >
      <p>{t("empty_meaning")}</p>
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
      {checked.length > NAMED && <p>{t("more", { count: checked.length - NAMED })}</p>}
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
  const t = useMessages(citationsDrift);
  if (at === null) return t("never_checked");
  const when = () => <RelativeTime at={at} />;
  if (commit === null) return t.rich("checked", { count: citations, when });
  return t.rich("checked_at", {
    count: citations,
    when,
    commit: () => <code className="text-xs">{commit.slice(0, 8)}</code>,
  });
}

/** Without a citation nothing can drift, which says nothing about what is remembered. */
function NothingCited({ connected }: { connected: boolean }) {
  const t = useMessages(citationsDrift);
  const { meaning, href, action } = NOTHING_CITED[connected ? "connected" : "unconnected"];
  return (
    <EmptyState
      icon={Quote}
      title={t("nothing_cited")}
      action={
        <Button asChild>
          <Link href={href}>{t(action)}</Link>
        </Button>
      }
    >
      {t(meaning)}
    </EmptyState>
  );
}

const NOTHING_CITED = {
  connected: { meaning: "nothing_cited_connected", href: "/memories", action: "see_memories" },
  unconnected: {
    meaning: "nothing_cited_unconnected",
    href: "/settings/repositories",
    action: "connect_repository",
  },
} as const;

export function DriftFiltered({ onClear }: { onClear: () => void }) {
  const t = useMessages(citationsDrift);
  return (
    <EmptyState
      icon={FilterX}
      title={t("empty_filtered")}
      action={<Button onClick={onClear}>{t("clear_filters")}</Button>}
    >
      {t("empty_filtered_meaning")}
    </EmptyState>
  );
}
