"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCode2, Pencil, Scale } from "lucide-react";
import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { BackLink } from "@/components/pieces/back-link";
import { filesHref } from "@/components/pieces/files-href";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { DISPOSITIONS as DISPOSITION_TERMS } from "@/components/pieces/vocabulary";
import { DispositionBadge, MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { ApiError, operationQuery } from "@/lib/doors/client";
import { memoryGet } from "@/lib/memories/contract";
import {
  DISPOSITIONS,
  type Finding,
  type FindingChange,
  type FindingDetail as FindingWithReview,
  findingChangeList,
  findingGet,
} from "@/lib/reviews/contract";
import { reviewsFinding } from "@/messages/compiled/reviews-finding";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { findingsHref } from "./filters";
import { MoveToRule } from "./move-to-rule";
import { RecallsBefore } from "./recalls-before";
import { VERDICT_TERMS } from "./words";

/** Where a finding points: `src/api/version.ts:12`, a link to every finding in this file. */
export function FindingPlace({ finding }: { finding: Pick<Finding, "file_path" | "line" | "repository"> }) {
  const t = useMessages(reviewsFinding);
  const { file_path, line, repository } = finding;
  if (file_path === null) return <span className="text-muted-foreground">{t("no_place")}</span>;
  const cut = file_path.lastIndexOf("/") + 1;
  return (
    <Link
      href={findingsHref({ path: file_path, repository: repository?.name ?? null })}
      title={t("all_in_file", { path: file_path })}
      className="inline-flex h-6 min-w-0 max-w-full items-center gap-1.5 rounded-md border bg-card px-2 font-mono text-xs transition-colors hover:border-border-strong hover:bg-accent"
    >
      <FileCode2 aria-hidden className="size-3 shrink-0 text-muted-foreground" />
      <span className="flex min-w-0">
        <span className="min-w-0 truncate text-muted-foreground">{file_path.slice(0, cut)}</span>
        <span className="max-w-full shrink-0 truncate">{file_path.slice(cut)}</span>
        {line !== null && <span className="shrink-0 text-muted-foreground">:{line}</span>}
      </span>
    </Link>
  );
}

const loadCorrection = () =>
  import("./correct-disposition-opened").then((part) => part.CorrectDispositionOpened);

/** Corrects which disposition a finding has. */
function CorrectDisposition({ finding }: { finding: Finding }) {
  const t = useMessages(reviewsFinding);
  const { may } = useMe();
  if (finding.addressed_at !== null || !may("reviews:write")) return null;
  return (
    <OpensOnDemand
      opens="dialog"
      load={loadCorrection}
      props={{ finding }}
      trigger={
        <Button size="sm" variant="ghost">
          <Scale aria-hidden />
          {t("correct")}
        </Button>
      }
    />
  );
}

/** What a finding was changed from or to: a rule by its name, a disposition by its word. */
function Changed({ field, value }: { field: FindingChange["field"]; value: string }) {
  const terms = useMessages(vocabulary);
  const disposition = DISPOSITIONS.find((each) => field === "disposition" && each === value);
  return (
    <span className="wrap-anywhere font-mono text-xs">
      {disposition === undefined ? value : terms(DISPOSITION_TERMS[disposition].word)}
    </span>
  );
}

/** Who changed it, when, from what to what. */
function Changes({ finding }: { finding: Finding }) {
  const t = useMessages(reviewsFinding);
  const query = useQuery(operationQuery(findingChangeList, { finding_id: finding.id }));
  const items = query.data?.items ?? [];
  if (query.isError) return <p className="text-muted-foreground text-sm">{t("changes_unreadable")}</p>;
  if (items.length === 0) return null;
  return (
    <section aria-label={t("changes")}>
      <h3 className="mb-1 text-muted-foreground text-xs">{t("changes")}</h3>
      <ol className="flex flex-col gap-1.5 text-sm">
        {items.map((change) => (
          <li key={`${change.change_id} ${change.at}`} className="flex flex-wrap items-baseline gap-x-2">
            <Actor actor={change.actor} />
            <span>
              {t.rich(change.undoes === null ? "change" : "change_undone", {
                from: () => <Changed field={change.field} value={change.from} />,
                to: () => <Changed field={change.field} value={change.to} />,
              })}
            </span>
            <RelativeTime at={change.at} className="text-muted-foreground text-xs" />
            {change.reason !== null && (
              <span dir="auto" className="basis-full text-pretty text-muted-foreground">
                {visible(change.reason)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Recategorise({ finding }: { finding: Finding }) {
  const t = useMessages(reviewsFinding);
  const rolesThat = useRolesThat();
  const { may } = useMe();
  if (finding.addressed_at !== null)
    return <p className="text-muted-foreground text-xs">{t("unchangeable")}</p>;
  if (!may("reviews:write"))
    return (
      <p className="text-muted-foreground text-xs">
        {t("who_may_change_rule", { roles: rolesThat("reviews:write") })}
      </p>
    );
  return (
    <MoveToRule finding_ids={[finding.id]} rule_category={finding.rule_category}>
      <Button size="sm" variant="ghost">
        <Pencil aria-hidden />
        {t("change_rule")}
      </Button>
    </MoveToRule>
  );
}

function MadeMemory({ finding }: { finding: Finding }) {
  const t = useMessages(reviewsFinding);
  const memory_id = finding.memory_id;
  const query = useQuery({
    ...operationQuery(memoryGet, { memory_id: memory_id ?? "" }),
    enabled: memory_id !== null,
  });
  if (memory_id === null)
    return (
      <p className="text-muted-foreground">
        {t(finding.disposition === "reject" ? "no_memory_off" : "no_memory")}
      </p>
    );
  const isDeleted = query.error instanceof ApiError && query.error.code === "not_found";
  if (query.isError)
    return <p className="text-muted-foreground">{t(isDeleted ? "memory_deleted" : "memory_unreadable")}</p>;
  if (!query.data) return <Skeleton className="w-4/5" />;
  return (
    <div className="flex flex-col items-start gap-1">
      <Link
        href={`/memories/${memory_id}`}
        dir="auto"
        className="line-clamp-3 wrap-anywhere underline decoration-border-strong underline-offset-4 hover:decoration-foreground"
      >
        {visible(query.data.statement)}
      </Link>
      <MemoryStatusBadge status={query.data.status} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-0.5 text-muted-foreground text-xs">{title}</h3>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

function Prose({ text, absent }: { text: string | null; absent: string }) {
  if (text === null || text === "") return <p className="text-muted-foreground">{absent}</p>;
  return (
    <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-base">
      {visible(text)}
    </p>
  );
}

function Addressed({ at }: { at: string }) {
  return useMessages(reviewsFinding).rich("addressed", { when: () => <RelativeTime at={at} /> });
}

const filterLink = "underline decoration-border-strong underline-offset-4 hover:decoration-foreground";

function Detail({ finding }: { finding: FindingWithReview }) {
  const t = useMessages(reviewsFinding);
  const words = useMessages(reviewsWords);
  const { review } = finding;
  return (
    <div className="flex flex-col gap-5 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <DispositionBadge disposition={finding.disposition} />
        <CorrectDisposition finding={finding} />
        <FindingPlace finding={finding} />
        {finding.repository !== null && finding.file_path !== null && (
          <Link
            href={filesHref(finding.repository.id, {
              path: finding.file_path,
              lines: finding.line === null ? null : { start: finding.line, end: finding.line },
              mark: `finding-${finding.id}`,
            })}
            className="text-primary underline underline-offset-4"
          >
            {t("open_in_file")}
          </Link>
        )}
        {finding.repository !== null && (
          <span className="min-w-0 wrap-anywhere font-mono text-muted-foreground text-xs">
            {finding.repository.name}
          </span>
        )}
      </div>
      <Part title={t(finding.disposition === "reject" ? "why_rejected" : "why_decided")}>
        <Prose text={finding.reason} absent={t("no_reason")} />
      </Part>
      <Part title={t("said")}>
        <Prose text={finding.original_issue} absent={t("nothing_said")} />
      </Part>
      {finding.suggested_fix && (
        <Part title={t("suggested_fix")}>
          <Prose text={finding.suggested_fix} absent="" />
        </Part>
      )}
      <Part title={t("rule")}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            href={findingsHref({
              rule: [finding.rule_category],
              repository: finding.repository?.name ?? null,
            })}
            className={`min-w-0 wrap-anywhere font-mono text-xs ${filterLink}`}
          >
            {finding.rule_category}
          </Link>
          <Recategorise finding={finding} />
        </div>
        {finding.addressed_at && (
          <p className="text-muted-foreground text-xs">
            <Addressed at={finding.addressed_at} />
          </p>
        )}
      </Part>
      <Part title={t("memory")}>
        <MadeMemory finding={finding} />
      </Part>
      <Part title={t("served")}>
        <RecallsBefore finding={finding} />
      </Part>
      <Changes finding={finding} />
      <Part title={t("review")}>
        <div className="flex flex-col items-start gap-1">
          <Link
            href={`/reviews/${review.id}`}
            dir="auto"
            className={`line-clamp-2 wrap-anywhere ${filterLink}`}
          >
            {visible(review.summary)}
          </Link>
          <p className="flex min-w-0 max-w-full flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
            <StatusBadge term={VERDICT_TERMS[review.verdict]} t={words} />
            <span className="min-w-0 wrap-anywhere">
              {t.rich("number_in_round", {
                number: finding.number,
                round: review.round,
                workflow: () => <span className="font-mono">{review.workflow_id}</span>,
              })}
            </span>
            {review.agent && <Actor actor={{ kind: "agent", name: review.agent, detail: review.skill }} />}
            {review.developer && <Actor actor={{ kind: "person", name: review.developer }} />}
            <RelativeTime at={finding.found_at} />
          </p>
        </div>
      </Part>
    </div>
  );
}

/** One finding: what was said, where, what was decided and why, and what became of it. */
export function FindingDetail({ finding_id, heading = false }: { finding_id: string; heading?: boolean }) {
  const t = useMessages(reviewsFinding);
  const query = useQuery(operationQuery(findingGet, { finding_id }));
  if (query.isError) return <ReadProblem happened={t("unreadable")} reading={query} />;
  if (!query.data)
    return (
      <div aria-busy className="flex flex-col gap-4">
        {heading && <Skeleton className="h-6 w-4/5" />}
        {["40%", "85%", "70%", "55%", "60%"].map((width) => (
          <Skeleton key={width} style={{ width }} />
        ))}
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      {heading && (
        <h3 dir="auto" className="text-pretty wrap-anywhere font-semibold text-base">
          {visible(query.data.title)}
        </h3>
      )}
      <Detail finding={query.data} />
    </div>
  );
}

/** A finding on a page of its own. */
export function FindingScreen({ finding_id }: { finding_id: string }) {
  const t = useMessages(reviewsFinding);
  const { data } = useQuery(operationQuery(findingGet, { finding_id }));
  return (
    <div className="max-w-3xl">
      <BackLink href="/reviews/findings">{t("findings")}</BackLink>
      <h1 dir="auto" className="mb-4 text-pretty wrap-anywhere font-semibold text-lg">
        {visible(data?.title ?? t("finding"))}
      </h1>
      <FindingDetail finding_id={finding_id} />
    </div>
  );
}
