"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCog, X } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { PageHeader } from "@/components/pieces/page-header";
import { FormProblem, fieldProblem, readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { useOperation } from "@/components/pieces/use-operation";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import {
  MAX_GIT_AUTHORS,
  type Preference,
  preferenceAuthorsSet,
  preferenceList,
} from "@/lib/memories/contract";
import { reviewsPreferences } from "@/messages/compiled/reviews-preferences";
import type { Translate } from "@/messages/message";
import { ComputePreferences } from "./compute-preferences";
import { ReviewsNav } from "./reviews-nav";

const CorrectPreference = dynamic(
  () => import("./correct-preference").then((part) => part.CorrectPreference),
  { ssr: false },
);

/** By which names evaluations know me: those of the account, and those that I add. */
function KnownAs({ known_as, git_authors }: { known_as: string[]; git_authors: string[] }) {
  const t = useMessages(reviewsPreferences);
  const [name, setName] = useState("");
  const save = useOperation(preferenceAuthorsSet, { onSuccess: () => setName("") });
  const added = name.trim();
  return (
    <section aria-labelledby="known-as" className="mb-5 rounded-md border bg-card px-3 py-3 sm:px-4">
      <h2 id="known-as" className="font-medium text-sm">
        {t("known_as")}
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
                aria-label={t("remove_name", { name: each })}
                title={t("remove")}
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
            label={t("another_name")}
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
            {t("add")}
          </Button>
        </form>
      )}
      <FormProblem error={save.error} fields={[`/git_authors/${git_authors.length}`]} />
    </section>
  );
}

/** Where a preference comes from: the cited line, how often of how many, or who said so. */
function From({ preference }: { preference: Preference }) {
  const t = useMessages(reviewsPreferences);
  const { origin, citations, observation_count, flagged, configured, contradicted_by, status } = preference;
  const [citation] = citations;
  if (origin === "correction")
    return <Wrapped>{configured ? t("from_you_against", configured) : t("from_you")}</Wrapped>;
  if (origin === "configuration" && citation) {
    const [other] = contradicted_by;
    return (
      <Wrapped>
        <span className="font-mono text-xs">
          {citation.path}:{citation.line_start}
        </span>
        {status !== "active" && <MemoryStatusBadge status={status} className="ml-1.5" />}
        {other && t("contradicted", other)}
      </Wrapped>
    );
  }
  if (observation_count === null) return <span className="text-muted-foreground">{t("from_statement")}</span>;
  if (origin === "fixes" && flagged !== null) return t("from_fixes", { count: observation_count, flagged });
  return t("from_findings", { count: observation_count });
}

const Wrapped = ({ children }: { children: ReactNode }) => (
  <span className="block min-w-0 wrap-anywhere sm:whitespace-normal">{children}</span>
);

type Deciding = {
  t: Translate<typeof reviewsPreferences>;
  formatShare: (share: number) => string;
  onCorrect: (preference: Preference) => void;
} & Pick<ReturnType<typeof useMemoryDecisions>, "remove" | "restore">;

const columnsOf = ({
  t,
  formatShare,
  onCorrect,
  remove,
  restore,
}: Deciding): DataTableColumn<Preference>[] => [
  {
    id: "statement",
    header: t("column_statement"),
    card: "title",
    cell: (preference) => (
      <span className="flex min-w-0 items-center gap-2">
        <span
          dir="auto"
          className={cn(
            "min-w-0 max-sm:wrap-anywhere sm:truncate",
            preference.deleted && "line-through opacity-70",
          )}
          title={visible(preference.statement)}
        >
          {visible(preference.statement)}
        </span>
        {preference.deleted && <Badge tone="quiet">{t("deleted")}</Badge>}
        {!preference.deleted && preference.corrected && <Badge tone="primary">{t("corrected")}</Badge>}
      </span>
    ),
  },
  {
    id: "about",
    header: t("column_about"),
    width: "9rem",
    importance: "medium",
    cell: (preference) => preference.preference_type.replaceAll("_", " "),
  },
  {
    id: "value",
    header: t("column_preference"),
    width: "9rem",
    cell: (preference) => (
      <span className="font-mono text-xs" title={preference.preference_value}>
        {preference.preference_value}
      </span>
    ),
  },
  {
    id: "from",
    header: t("column_from"),
    width: "15rem",
    importance: "high",
    cell: (preference) => <From preference={preference} />,
  },
  {
    id: "confidence",
    header: t("column_confidence"),
    width: "6.5rem",
    align: "right",
    importance: "high",
    cell: ({ confidence }) => {
      if (confidence === null) return <span className="text-muted-foreground">{t("no_confidence")}</span>;
      return formatShare(confidence);
    },
  },
  {
    id: "updated",
    header: t("column_since"),
    width: "7.5rem",
    align: "right",
    importance: "low",
    cell: ({ updated_at }) => <RelativeTime at={updated_at} className="text-muted-foreground" />,
  },
  {
    id: "act",
    header: t("column_act"),
    width: "11rem",
    align: "right",
    card: "plain",
    cell: (preference) => {
      if (preference.deleted)
        return (
          <Button
            size="sm"
            aria-label={t("restore_named", { statement: preference.statement })}
            onClick={() => void restore([preference.memory_id])}
          >
            {t("restore")}
          </Button>
        );
      return (
        <span className="inline-flex gap-1.5">
          <Button
            size="sm"
            aria-label={t("correct_named", { statement: preference.statement })}
            onClick={() => onCorrect(preference)}
          >
            {t("correct")}
          </Button>
          <Button
            size="sm"
            aria-label={t("delete_named", { statement: preference.statement })}
            onClick={() => void remove([preference.memory_id])}
          >
            {t("delete")}
          </Button>
        </span>
      );
    },
  },
];

/** What agents believe that I prefer: to see, to correct, to delete. Nobody else's is here. */
export function PreferencesScreen() {
  const t = useMessages(reviewsPreferences);
  const { formatShare } = useFormat();
  const query = useQuery(operationQuery(preferenceList, {}));
  const { remove, restore } = useMemoryDecisions();
  const [correcting, setCorrecting] = useState<Preference | null>(null);
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <ReviewsNav />
      {query.data !== undefined && (
        <>
          <KnownAs known_as={query.data.known_as} git_authors={query.data.git_authors} />
          <ComputePreferences names={[...new Set([...query.data.git_authors, ...query.data.known_as])]} />
        </>
      )}
      <div className="mb-2 flex items-center gap-1.5">
        <h2 className="font-semibold text-base">{t("preferences")}</h2>
        <DefinitionHint term={t("learned")}>{t("learned_definition")}</DefinitionHint>
      </div>
      <DataTable
        label={t("preferences")}
        columns={columnsOf({ t, formatShare, onCorrect: setCorrecting, remove, restore })}
        rows={query.data?.items}
        rowId={({ memory_id }) => memory_id}
        rowHref={({ memory_id }) => `/memories/${memory_id}`}
        skeleton_rows={4}
        error={readProblem(t("unreadable"), query)}
        empty={
          <EmptyState icon={UserCog} title={t("empty")}>
            {t.rich("empty_text", {
              link: (content) => (
                <Link href="/reviews/list" className="text-primary underline underline-offset-4">
                  {content}
                </Link>
              ),
            })}
          </EmptyState>
        }
      />
      <Dialog
        open={correcting !== null}
        onOpenChange={(open) => {
          if (!open) setCorrecting(null);
        }}
      >
        <DialogContent title={t("correct_title")}>
          {correcting !== null && (
            <CorrectPreference preference={correcting} onClose={() => setCorrecting(null)} />
          )}
        </DialogContent>
      </Dialog>
    </>
  );
}
