"use client";

import { useQuery } from "@tanstack/react-query";
import { Actor } from "@/components/pieces/actor";
import { CodeLines } from "@/components/pieces/code-lines";
import { Fact } from "@/components/pieces/fact";
import { PageHeader } from "@/components/pieces/page-header";
import { RateWithInterval } from "@/components/pieces/rate-with-interval";
import { RecordPage } from "@/components/pieces/record-page";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { CitationStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type PatternDetail, patternGet, patternUpdate } from "@/lib/tasks/contract";
import { patterns } from "@/messages/compiled/patterns";
import { taskWords } from "@/messages/compiled/task-words";
import { Section } from "./section";
import { codePath, PatternStatusBadge, TaskStatusBadge } from "./words";

/** One pattern: what it solves, its code beside the template, where it came from and was used, and whether it works. */
export function PatternScreen({ pattern_id }: { pattern_id: string }) {
  const t = useMessages(patterns);
  const query = useQuery(operationQuery(patternGet, { pattern_id }));
  return (
    <RecordPage
      back={{ href: "/patterns", words: t("title") }}
      query={query}
      unreadable={t("one_unreadable")}
    >
      {(pattern) => <Shown pattern={pattern} />}
    </RecordPage>
  );
}

function Shown({ pattern }: { pattern: PatternDetail }) {
  const t = useMessages(patterns);
  return (
    <>
      <PageHeader
        title={pattern.description}
        question={<span className="font-mono text-xs">{pattern.problem_type}</span>}
        actions={<Retire pattern={pattern} />}
        className="mb-3"
      />
      <Facts pattern={pattern} />
      <div className="grid min-w-0 gap-x-4 xl:grid-cols-2">
        <Section title={t("code")}>
          <Code label={t("code_label")} text={pattern.code} pattern={pattern} />
        </Section>
        <Section title={t("template")}>
          <Code label={t("template_label")} text={pattern.template} pattern={pattern} />
          {pattern.template_note !== null && (
            <p className="mt-1 text-muted-foreground text-sm">{pattern.template_note}</p>
          )}
        </Section>
      </div>
      {pattern.tests !== null && (
        <Section title={t("tests")}>
          <Code label={t("tests_label")} text={pattern.tests} pattern={pattern} />
        </Section>
      )}
      <UsedBy pattern={pattern} />
    </>
  );
}

/** A text of the pattern as code of its language. */
function Code({ label, text, pattern }: { label: string; text: string; pattern: PatternDetail }) {
  return (
    <CodeLines label={label} text={text} path={codePath(pattern)} className="max-h-96 rounded-md border" />
  );
}

function Facts({ pattern }: { pattern: PatternDetail }) {
  const t = useMessages(patterns);
  const words = useMessages(taskWords);
  return (
    <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-6">
      <Fact label={words("state")}>
        <PatternStatusBadge status={pattern.status} />
        {pattern.status_reason !== null && <span className="block">{pattern.status_reason}</span>}
      </Fact>
      <Fact label={t("passed_with_it")}>
        <RateWithInterval rate={pattern.success} />
      </Fact>
      <Fact label={words("repository")}>{pattern.repository?.name ?? t("all_repositories")}</Fact>
      <Fact label={t("dependencies")}>
        <Dependencies names={pattern.dependencies} />
      </Fact>
      <Fact label={t("origin")}>
        <CameFrom pattern={pattern} />
      </Fact>
      <Fact label={t("stored")}>
        <Actor actor={pattern.created_by} /> <RelativeTime at={pattern.created_at} />
      </Fact>
    </dl>
  );
}

function Dependencies({ names }: { names: readonly string[] }) {
  const t = useMessages(patterns);
  if (names.length === 0) return t("no_dependencies");
  return (
    <span className="flex flex-wrap gap-1">
      {names.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  );
}

function CameFrom({ pattern: { path, line_start, line_end, cited } }: { pattern: PatternDetail }) {
  const t = useMessages(patterns);
  if (path === null) return t("no_lines");
  return (
    <>
      <code className="text-xs">
        {path}:{line_start}–{line_end}
      </code>{" "}
      {cited !== null && <CitationStatusBadge status={cited.status} />}
      {cited?.reason && <span className="block text-muted-foreground text-xs">{cited.reason}</span>}
    </>
  );
}

function UsedBy({ pattern: { used_by, uses } }: { pattern: PatternDetail }) {
  const t = useMessages(patterns);
  return (
    <Section title={t("used_by")}>
      {uses === 0 && <p className="text-muted-foreground text-sm">{t("not_used")}</p>}
      <ul className="flex flex-col divide-y rounded-md border bg-card empty:hidden">
        {used_by.map(({ task_record_id, task_id, status, used_at }) => (
          <li key={task_record_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Link href={`/tasks/${task_record_id}`} className="min-w-0 truncate font-mono text-xs underline">
              {task_id}
            </Link>
            <TaskStatusBadge status={status} />
            <RelativeTime at={used_at} className="ml-auto text-muted-foreground" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Retire({ pattern: { id, status } }: { pattern: PatternDetail }) {
  const t = useMessages(patterns);
  const { may } = useMe();
  const update = useOperation(patternUpdate, {
    success: ({ status: now }) => t(now === "retired" ? "was_retired" : "was_restored"),
    failure: t("not_changed"),
  });
  if (!may("memories:decide")) return null;
  const next = status === "retired" ? "active" : "retired";
  return (
    <Button busy={update.isPending} onClick={() => update.mutate({ pattern_id: id, status: next })}>
      {t(next === "retired" ? "retire" : "restore")}
    </Button>
  );
}
