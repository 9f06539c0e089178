"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { ProbePlaces } from "@/components/pieces/probe-places";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useOperation } from "@/components/pieces/use-operation";
import { PROBE_STATUSES } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import {
  type Memory,
  memoryProbeGet,
  memoryProbeRemove,
  type MemoryProbe as Probe,
  type ProbeCheck,
} from "@/lib/memories/contract";
import { memoryProbe as words } from "@/messages/compiled/memory-probe";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { Fact, Facts } from "./kind-details";
import { ProbeForm } from "./probe-form";

/** The rule that is searched for in the memory's repository, what its last search found, and how to change it. */
export function MemoryProbe({ memory, canEdit }: { memory: Memory; canEdit: boolean }) {
  const t = useMessages(words);
  const [isWriting, setIsWriting] = useState(false);
  const query = useQuery(operationQuery(memoryProbeGet, { memory_id: memory.id }));
  if (query.isError && !query.data) return <ReadProblem happened={t("unreadable")} reading={query} />;
  if (!query.data) return <Skeleton className="h-12 w-full" />;
  const { probe, checks } = query.data;
  const { repository } = memory;
  return (
    <>
      {probe === null ? (
        <Nothing has_repository={repository !== null} canEdit={canEdit} onWrite={() => setIsWriting(true)} />
      ) : (
        <>
          <Result probe={probe} />
          <Claim probe={probe} />
          <Past checks={checks} />
          {canEdit && <Actions memory_id={memory.id} onEdit={() => setIsWriting(true)} />}
        </>
      )}
      {repository !== null && (
        <Dialog open={isWriting} onOpenChange={setIsWriting}>
          <DialogContent
            title={t(probe === null ? "add" : "change")}
            description={t("dialog_hint", { repository: repository.name })}
            className="top-[6vh] max-h-[88vh] max-w-2xl"
          >
            <ProbeForm
              memory_id={memory.id}
              repository={repository.name}
              probe={probe}
              onDone={() => setIsWriting(false)}
            />
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}

function Nothing({
  has_repository,
  canEdit,
  onWrite,
}: {
  has_repository: boolean;
  canEdit: boolean;
  onWrite: () => void;
}) {
  const t = useMessages(words);
  if (!has_repository) return <p className="text-muted-foreground text-sm">{t("no_repository")}</p>;
  return (
    <>
      <p className="text-muted-foreground text-sm">{t("none")}</p>
      {canEdit && (
        <div>
          <Button size="sm" onClick={onWrite}>
            <Plus aria-hidden />
            {t("add")}
          </Button>
        </div>
      )}
    </>
  );
}

/** What a search of the repository found, as a status. */
function Found({ status, summary }: Pick<Probe, "status" | "summary">) {
  const terms = useMessages(vocabulary);
  return <StatusBadge term={PROBE_STATUSES[status]} t={terms} word={summary} />;
}

const commitOf = (sha: string) => () => <code title={sha}>{sha.slice(0, 8)}</code>;

function Result({ probe }: { probe: Probe }) {
  const t = useMessages(words);
  const { status, summary, reason, places, matches, files_url, checked_commit, checked_at } = probe;
  const { problem, violated_since, expectation } = probe;
  const isViolation = !("at_least" in expectation);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <Found status={status} summary={summary} />
        <span className="text-muted-foreground text-xs">
          {t.rich("last_searched", {
            when: () => <RelativeTime at={checked_at} />,
            commit: commitOf(checked_commit),
          })}
        </span>
        {violated_since !== null && (
          <span className="text-muted-foreground text-xs">
            {t.rich("violated_since", { when: () => <RelativeTime at={violated_since} /> })}
          </span>
        )}
      </p>
      {reason !== null && <p className="text-sm">{reason}</p>}
      {problem !== null && <p className="text-pretty text-sm text-warn">{t("no_result", { problem })}</p>}
      <ProbePlaces
        places={places}
        total={matches}
        files_url={files_url}
        label={t(isViolation ? "places_violating" : "places_matching")}
        shown={isViolation ? 5 : 2}
      />
    </>
  );
}

function Claim({ probe }: { probe: Probe }) {
  const { rule, expectation, paths, except, support, files } = probe;
  const t = useMessages(words);
  const expected =
    "at_least" in expectation ? t("expects_at_least", { count: expectation.at_least }) : t("expects_none");
  return (
    <>
      <Facts>
        <Fact label={t("expected")}>{expected}</Fact>
        <Fact label={t("searched")}>
          {support === null ? t("searched_files", { files }) : t("searched_places", { files, support })}
        </Fact>
        {paths.length > 0 && <GlobsFact label={t("files")} globs={paths} />}
        {except.length > 0 && <GlobsFact label={t("excluded_files")} globs={except} />}
      </Facts>
      <CodeBlock code={rule} label={t("rule_of_probe")} />
    </>
  );
}

function GlobsFact({ label, globs }: { label: string; globs: readonly string[] }) {
  return (
    <Fact label={label}>
      <code className="wrap-anywhere text-xs">{globs.join(", ")}</code>
    </Fact>
  );
}

/** Only where something changed: one result is the one above. */
function Past({ checks }: { checks: readonly ProbeCheck[] }) {
  const t = useMessages(words);
  if (checks.length < 2) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer rounded-sm text-muted-foreground hover:text-foreground">
        {t("changes", { count: checks.length })}
      </summary>
      <ul className="mt-1.5 flex flex-col gap-1">
        {checks.map(({ id, checked_at, commit_sha, status, summary }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-t pt-1 text-xs">
            <Found status={status} summary={summary} />
            <span className="text-muted-foreground">
              {t.rich("changed_at", {
                when: () => <RelativeTime at={checked_at} />,
                commit: commitOf(commit_sha),
              })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Actions({ memory_id, onEdit }: { memory_id: string; onEdit: () => void }) {
  const t = useMessages(words);
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useOperation(memoryProbeRemove, {
    success: t("removed"),
    onSuccess: () => setIsRemoving(false),
  });
  return (
    <div className="flex gap-2">
      <Button size="sm" aria-label={t("edit_label")} onClick={onEdit}>
        <Pencil aria-hidden />
        {t("edit")}
      </Button>
      <Button size="sm" aria-label={t("remove_label")} onClick={() => setIsRemoving(true)}>
        <Trash2 aria-hidden />
        {t("remove")}
      </Button>
      <Confirm
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={t("remove_question")}
        verb={t("remove")}
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ memory_id })}
      >
        {t("remove_meaning")}
      </Confirm>
    </div>
  );
}
