"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/label";
import Link from "@/components/ui/link";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type PreferenceComputed, preferenceCompute } from "@/lib/reviews/contract";

const SHOWN_UNREAD = 8;

/** Reads what a repository's tools are configured to do, and keeps it as my preferences. */
export function ComputePreferences({ names }: { names: readonly string[] }) {
  const repositories = useQuery(operationQuery(repositoryList, { limit: 200 }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const compute = useOperation(preferenceCompute);
  const all = repositories.data?.items.map((repository) => repository.name) ?? [];
  const repository = chosen ?? (all.length === 1 ? (all[0] ?? null) : null);
  const problem = readProblem("The repositories", repositories);
  return (
    <section aria-labelledby="compute" className="mb-5 rounded-md border bg-card px-3 py-3 sm:px-4">
      <h2 id="compute" className="font-medium text-sm">
        From the configuration of tools
      </h2>
      <p className="mt-0.5 max-w-prose text-muted-foreground text-sm">
        Reads the configuration of EditorConfig, Prettier, ESLint, Biome, Ruff, rustfmt, golangci-lint and
        test runners at the head of a repository, and the fixes you accepted. Nothing from the repository is
        executed.
      </p>
      {problem !== null && <ErrorState {...problem} />}
      {repositories.data !== undefined && all.length === 0 && (
        <p className="mt-2 text-sm">
          No repository is registered yet;{" "}
          <Link href="/settings/repositories" className="text-primary underline underline-offset-4">
            add one
          </Link>{" "}
          first.
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
          <Field label="Repository" className="min-w-0 max-sm:w-full sm:w-64">
            {(control) => (
              <Choose
                {...control}
                value={repository}
                onChoose={setChosen}
                options={all.map((value) => ({ value, label: value }))}
                placeholder="Choose a repository"
                className="w-full font-mono text-xs"
              />
            )}
          </Field>
          {names.length > 1 && (
            <Field label="Stored under the name" className="min-w-0 max-sm:w-full sm:w-56">
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
            Compute
          </Button>
        </form>
      )}
      <FormProblem error={compute.error} />
      <div aria-live="polite">{compute.data !== undefined && <Computed computed={compute.data} />}</div>
    </section>
  );
}

/** What came of it, in counts, and what was not read. */
function Computed({ computed }: { computed: PreferenceComputed }) {
  const { files, stored, replaced, unchanged, noted, corrected, deleted, gone, fixes, unread } = computed;
  const counts = [
    [stored + fixes.stored, "new"],
    [replaced, "replaced, because the configuration changed"],
    [unchanged + noted + fixes.updated, "unchanged"],
    [corrected, "kept as you corrected them"],
    [deleted, "not added again, because you deleted them"],
    [gone, "no longer configured"],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  return (
    <div className="mt-3 border-t pt-3 text-sm">
      <p>
        {files.length === 0
          ? `${computed.repository} has no configuration files of the supported tools.`
          : `Read ${formatCount(files.length)} ${files.length === 1 ? "file" : "files"} of ${computed.repository}: ${said.join(", ") || "no preferences found"}.`}
      </p>
      {unread.length > 0 && (
        <>
          <p className="mt-2 text-muted-foreground">Not read:</p>
          <ul className="mt-1 flex flex-col gap-1">
            {unread.slice(0, SHOWN_UNREAD).map(({ path, line, why }) => (
              <li key={`${path}:${line}:${why}`} className="min-w-0 break-words">
                <span className="font-mono text-xs">{line === null ? path : `${path}:${line}`}</span>: {why}
              </li>
            ))}
            {unread.length > SHOWN_UNREAD && <li>and {formatCount(unread.length - SHOWN_UNREAD)} more</li>}
          </ul>
        </>
      )}
    </div>
  );
}
