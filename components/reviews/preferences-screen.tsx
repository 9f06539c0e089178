"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCog, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { FormFooter } from "@/components/pieces/form-footer";
import { formatCount, formatShare } from "@/components/pieces/format";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { PageHeader } from "@/components/pieces/page-header";
import { FormProblem, fieldProblem, readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useOperation } from "@/components/pieces/use-operation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { toast } from "@/components/ui/toast";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import {
  MAX_GIT_AUTHORS,
  memoryUpdate,
  type Preference,
  preferenceAuthorsSet,
  preferenceList,
} from "@/lib/memories/contract";
import { ReviewsNav } from "./reviews-nav";

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
                aria-label={`I am not ${each}`}
                title="Take it away"
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

function Correct({ preference, onClose }: { preference: Preference; onClose: () => void }) {
  const form = useForm(memoryUpdate, {
    defaults: { value: preference.preference_value, statement: preference.statement },
    toInput: ({ value, statement }) => ({
      memory_id: preference.memory_id,
      version: preference.version,
      statement,
      metadata: { preference_value: value },
    }),
    fields: ["metadata", "statement"],
    onSuccess: () => {
      toast.success("Preference corrected", { description: "Learning leaves it alone from now on." });
      onClose();
    },
  });
  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <Field
        label="I prefer"
        hint={`About ${preference.preference_type.replaceAll("_", " ")}`}
        error={form.problemOf("metadata")}
      >
        {(control) => <Input {...control} required maxLength={500} {...form.field("value")} />}
      </Field>
      <LongTextField form={form} name="statement" label="What agents are given" required />
      {form.problem}
      <FormFooter verb="Save" busy={form.isPending} disabled={!form.isDirty} />
    </form>
  );
}

/** What agents believe that I prefer: to see, to correct, to delete. Nobody else's is here. */
export function PreferencesScreen() {
  const query = useQuery(operationQuery(preferenceList, {}));
  const { remove, restore } = useMemoryDecisions();
  const [correcting, setCorrecting] = useState<Preference | null>(null);
  const columns: DataTableColumn<Preference>[] = [
    {
      id: "statement",
      header: "What agents are given",
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
      id: "observations",
      header: "Findings",
      width: "5.5rem",
      align: "right",
      hidden_below: "md",
      cell: ({ observation_count }) => {
        if (observation_count === null) return <span className="text-muted-foreground">stated</span>;
        return formatCount(observation_count);
      },
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
      <PageHeader
        title="Your preferences"
        question="What do our agents believe that I prefer?"
        className="mb-2"
      />
      <ReviewsNav />
      {query.data !== undefined && (
        <KnownAs known_as={query.data.known_as} git_authors={query.data.git_authors} />
      )}
      <div className="mb-2 flex items-center gap-1.5">
        <h2 className="font-semibold text-base">Preferences</h2>
        <DefinitionHint term="How they are learned">
          Each night, from the last 365 days: of a rule's findings in your code you implemented at least five,
          and surely more than half of those flagged. Confidence is the lower end of the 95 % interval of that
          share. What you correct or delete stays so.
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
          <EmptyState icon={UserCog} title="Nothing is believed about you">
            Preferences are learned from the findings that you implemented, under the names above. If your
            commits carry another name, add it. Reviews name the developer in{" "}
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
          {correcting !== null && <Correct preference={correcting} onClose={() => setCorrecting(null)} />}
        </DialogContent>
      </Dialog>
    </>
  );
}
