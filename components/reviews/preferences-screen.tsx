"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCog, X } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatShare } from "@/components/pieces/format";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { PageHeader } from "@/components/pieces/page-header";
import { FormProblem, fieldProblem, readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import { useOperation } from "@/components/pieces/use-operation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import Link from "@/components/ui/link";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import {
  MAX_GIT_AUTHORS,
  type Preference,
  preferenceAuthorsSet,
  preferenceList,
} from "@/lib/memories/contract";
import { ComputePreferences } from "./compute-preferences";
import { ReviewsNav } from "./reviews-nav";

const CorrectPreference = dynamic(
  () => import("./correct-preference").then((part) => part.CorrectPreference),
  { ssr: false },
);

/** By which names evaluations know me: those of the account, and those that I add. */
function KnownAs({ known_as, git_authors }: { known_as: string[]; git_authors: string[] }) {
  const [name, setName] = useState("");
  const save = useOperation(preferenceAuthorsSet, { onSuccess: () => setName("") });
  const added = name.trim();
  return (
    <section aria-labelledby="known-as" className="mb-5 rounded-md border bg-card px-3 py-3 sm:px-4">
      <h2 id="known-as" className="font-medium text-sm">
        You are known as
      </h2>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {known_as.map((each) => (
          <li key={each}>
            <Badge tone="quiet" className="max-w-full">
              <span className="truncate">{each}</span>
            </Badge>
          </li>
        ))}
        {git_authors.map((each) => (
          <li key={each}>
            <Badge tone="neutral" className="max-w-full">
              <span className="truncate">{each}</span>
              <button
                type="button"
                aria-label={`Remove the name ${each}`}
                title="Remove"
                className="rounded-sm hover:text-danger"
                disabled={save.isPending}
                onClick={() => save.mutate({ git_authors: git_authors.filter((other) => other !== each) })}
              >
                <X aria-hidden />
              </button>
            </Badge>
          </li>
        ))}
      </ul>
      {git_authors.length < MAX_GIT_AUTHORS && (
        <form
          className="mt-3 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate({ git_authors: [...git_authors, added] });
          }}
        >
          <Field
            label="Another name: a git author, or your login at GitHub"
            error={fieldProblem(save.error, `/git_authors/${git_authors.length}`)}
          >
            {(control) => (
              <Input
                {...control}
                className="w-full"
                maxLength={limitsOf(preferenceAuthorsSet, "git_authors.0").maxLength}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={save.isPending} disabled={added === ""}>
            Add
          </Button>
        </form>
      )}
      <FormProblem error={save.error} fields={[`/git_authors/${git_authors.length}`]} />
    </section>
  );
}

/** Where a preference comes from: the cited line, how often of how many, or who said so. */
function From({ preference }: { preference: Preference }) {
  const { origin, citations, observation_count, flagged, configured, contradicted_by, status } = preference;
  const [citation] = citations;
  if (origin === "correction")
    return (
      <Wrapped>
        You
        {configured && `; configuration says ${configured.value} (${configured.path}:${configured.line})`}
      </Wrapped>
    );
  if (origin === "configuration" && citation) {
    const [other] = contradicted_by;
    return (
      <Wrapped>
        <span className="font-mono text-xs">
          {citation.path}:{citation.line_start}
        </span>
        {status !== "active" && <MemoryStatusBadge status={status} className="ml-1.5" />}
        {other && `; ${other.tool} says ${other.value} (${other.path}:${other.line})`}
      </Wrapped>
    );
  }
  if (observation_count === null) return <span className="text-muted-foreground">stated</span>;
  if (origin === "fixes" && flagged !== null)
    return `${formatCount(observation_count)} of ${formatCount(flagged)} fixes`;
  return `${formatCount(observation_count)} findings`;
}

const Wrapped = ({ children }: { children: ReactNode }) => (
  <span className="block min-w-0 wrap-anywhere sm:whitespace-normal">{children}</span>
);

/** What agents believe that I prefer: to see, to correct, to delete. Nobody else's is here. */
export function PreferencesScreen() {
  const query = useQuery(operationQuery(preferenceList, {}));
  const { remove, restore } = useMemoryDecisions();
  const [correcting, setCorrecting] = useState<Preference | null>(null);
  const columns: DataTableColumn<Preference>[] = [
    {
      id: "statement",
      header: "What agents are served",
      card: "title",
      cell: (preference) => (
        <span className="flex min-w-0 items-center gap-2">
          <span
            dir="auto"
            className={cn(
              "min-w-0 max-sm:wrap-anywhere sm:truncate",
              preference.deleted && "line-through opacity-70",
            )}
            title={preference.statement}
          >
            {preference.statement}
          </span>
          {preference.deleted && <Badge tone="quiet">deleted</Badge>}
          {!preference.deleted && preference.corrected && <Badge tone="primary">corrected</Badge>}
        </span>
      ),
    },
    {
      id: "about",
      header: "About",
      width: "9rem",
      hidden_below: "lg",
      cell: (preference) => preference.preference_type.replaceAll("_", " "),
    },
    {
      id: "value",
      header: "Preference",
      width: "9rem",
      cell: (preference) => (
        <span className="font-mono text-xs" title={preference.preference_value}>
          {preference.preference_value}
        </span>
      ),
    },
    {
      id: "from",
      header: "From",
      width: "15rem",
      hidden_below: "md",
      cell: (preference) => <From preference={preference} />,
    },
    {
      id: "confidence",
      header: "Confidence",
      width: "6.5rem",
      align: "right",
      hidden_below: "md",
      cell: ({ confidence }) => {
        if (confidence === null) return <span className="text-muted-foreground">none</span>;
        return formatShare(confidence);
      },
    },
    {
      id: "updated",
      header: "Since",
      width: "7.5rem",
      align: "right",
      hidden_below: "xl",
      cell: ({ updated_at }) => <RelativeTime at={updated_at} className="text-muted-foreground" />,
    },
    {
      id: "act",
      header: "Act",
      width: "11rem",
      align: "right",
      card: "plain",
      cell: (preference) => {
        if (preference.deleted)
          return (
            <Button
              size="sm"
              aria-label={`Restore: ${preference.statement}`}
              onClick={() => void restore([preference.memory_id])}
            >
              Restore
            </Button>
          );
        return (
          <span className="inline-flex gap-1.5">
            <Button
              size="sm"
              aria-label={`Correct: ${preference.statement}`}
              onClick={() => setCorrecting(preference)}
            >
              Correct
            </Button>
            <Button
              size="sm"
              aria-label={`Delete: ${preference.statement}`}
              onClick={() => void remove([preference.memory_id])}
            >
              Delete
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <>
      <PageHeader title="Your preferences" question="What do our agents believe I prefer?" className="mb-2" />
      <ReviewsNav />
      {query.data !== undefined && (
        <>
          <KnownAs known_as={query.data.known_as} git_authors={query.data.git_authors} />
          <ComputePreferences names={[...new Set([...query.data.git_authors, ...query.data.known_as])]} />
        </>
      )}
      <div className="mb-2 flex items-center gap-1.5">
        <h2 className="font-semibold text-base">Preferences</h2>
        <DefinitionHint term="How they are learned">
          From configuration, when you compute them: each cites its line, and is no longer served once that
          line changed. From reviews, every night over the last 365 days: you implemented at least five, and
          clearly more than half, of a rule's findings in your code or of similar suggested fixes. Confidence
          is the lower end of the 95 % interval of that share. Your corrections and deletions are kept.
        </DefinitionHint>
      </div>
      <DataTable
        label="Preferences"
        columns={columns}
        rows={query.data?.items}
        rowId={({ memory_id }) => memory_id}
        rowHref={({ memory_id }) => `/memories/${memory_id}`}
        refreshing={query.isFetching && query.data !== undefined}
        skeleton_rows={4}
        error={readProblem("Your preferences", query)}
        empty={
          <EmptyState icon={UserCog} title="No preferences yet">
            Compute them from the configuration of a repository above. They are also learned from the findings
            that you implemented, under the names above; if your commits use another name, add it. Reviews
            name the developer in{" "}
            <Link href="/reviews/list" className="text-primary underline underline-offset-4">
              their list
            </Link>
            .
          </EmptyState>
        }
      />
      <Dialog
        open={correcting !== null}
        onOpenChange={(open) => {
          if (!open) setCorrecting(null);
        }}
      >
        <DialogContent title="Correct a preference">
          {correcting !== null && (
            <CorrectPreference preference={correcting} onClose={() => setCorrecting(null)} />
          )}
        </DialogContent>
      </Dialog>
    </>
  );
}
