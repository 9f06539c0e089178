"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { joinSaid } from "@/components/pieces/format";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/label";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { repositoryNames } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type PreferenceComputed, preferenceCompute } from "@/lib/reviews/contract";
import { reviewsPreferences } from "@/messages/compiled/reviews-preferences";
import type { Translate } from "@/messages/message";

const SHOWN_UNREAD = 8;

/** Reads what a repository's tools are configured to do, and keeps it as my preferences. */
export function ComputePreferences({ names }: { names: readonly string[] }) {
  const t = useMessages(reviewsPreferences);
  const repositories = useQuery(operationQuery(repositoryNames, {}));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const compute = useOperation(preferenceCompute);
  const all = repositories.data?.items.map((repository) => repository.name) ?? [];
  const repository = chosen ?? (all.length === 1 ? (all[0] ?? null) : null);
  const problem = readProblem(t("repositories_unreadable"), repositories);
  return (
    <section aria-labelledby="compute" className="mb-5 rounded-md border bg-card px-3 py-3 sm:px-4">
      <h2 id="compute" className="font-medium text-sm">
        {t("compute_title")}
      </h2>
      <p className="mt-0.5 max-w-prose text-muted-foreground text-sm">{t("compute_text")}</p>
      {problem !== null && <ErrorState {...problem} />}
      {repositories.data !== undefined && all.length === 0 && (
        <p className="mt-2 text-sm">
          {t.rich("no_repository", {
            link: (content) => (
              <Link href="/settings/repositories" className="text-primary underline underline-offset-4">
                {content}
              </Link>
            ),
          })}
        </p>
      )}
      {all.length > 0 && (
        <form
          className="mt-3 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (repository !== null)
              compute.mutate({ repository, ...(name !== null && { developer: name }) });
          }}
        >
          <Field label={t("repository")} className="min-w-0 max-sm:w-full sm:w-64">
            {(control) => (
              <Choose
                {...control}
                value={repository}
                onChoose={setChosen}
                options={all.map((value) => ({ value, label: value }))}
                placeholder={t("choose_repository")}
                className="w-full font-mono text-xs"
              />
            )}
          </Field>
          {names.length > 1 && (
            <Field label={t("stored_under")} className="min-w-0 max-sm:w-full sm:w-56">
              {(control) => (
                <Choose
                  {...control}
                  value={name ?? names[0] ?? null}
                  onChoose={setName}
                  options={names.map((value) => ({ value, label: value }))}
                  className="w-full"
                />
              )}
            </Field>
          )}
          <Button type="submit" busy={compute.isPending} disabled={repository === null}>
            {t("compute")}
          </Button>
        </form>
      )}
      <FormProblem error={compute.error} />
      <div aria-live="polite">{compute.data !== undefined && <Computed computed={compute.data} />}</div>
    </section>
  );
}

function computedWords({
  t,
  files,
  repository,
  said,
}: {
  t: Translate<typeof reviewsPreferences>;
  files: number;
  repository: string;
  said: string;
}): string {
  if (files === 0) return t("no_files", { repository });
  if (said === "") return t("computed_nothing", { files, repository });
  return t("computed", { files, repository, counts: said });
}

/** What came of it, in counts, and what was not read. */
function Computed({ computed }: { computed: PreferenceComputed }) {
  const t = useMessages(reviewsPreferences);
  const { files, stored, replaced, unchanged, noted, corrected, deleted, gone, fixes, unread } = computed;
  const counts = [
    [stored + fixes.stored, "count_new"],
    [replaced, "count_replaced"],
    [unchanged + noted + fixes.updated, "count_unchanged"],
    [corrected, "count_corrected"],
    [deleted, "count_deleted"],
    [gone, "count_gone"],
  ] as const;
  const said = joinSaid(counts.map(([count, key]) => count > 0 && t(key, { count })));
  return (
    <div className="mt-3 border-t pt-3 text-sm">
      <p>{computedWords({ t, files: files.length, repository: computed.repository, said })}</p>
      {unread.length > 0 && (
        <>
          <p className="mt-2 text-muted-foreground">{t("unread")}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {unread.slice(0, SHOWN_UNREAD).map(({ path, line, why }) => (
              <li key={`${path}:${line}:${why}`} className="min-w-0 break-words">
                <span className="font-mono text-xs">{line === null ? path : `${path}:${line}`}</span>: {why}
              </li>
            ))}
            {unread.length > SHOWN_UNREAD && (
              <li>{t("more_unread", { count: unread.length - SHOWN_UNREAD })}</li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}
