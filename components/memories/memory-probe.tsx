"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { countOf, formatCount } from "@/components/pieces/format";
import { ProbePlaces } from "@/components/pieces/probe-places";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useOperation } from "@/components/pieces/use-operation";
import { PROBE_STATUSES } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import {
  type Memory,
  memoryProbeGet,
  memoryProbeRemove,
  type MemoryProbe as Probe,
  type ProbeCheck,
} from "@/lib/memories/contract";
import { Fact, Facts } from "./kind-details";
import { ProbeForm } from "./probe-form";

/** The rule that is searched for in the memory's repository, what its last search found, and how to change it. */
export function MemoryProbe({ memory, canEdit }: { memory: Memory; canEdit: boolean }) {
  const [isWriting, setIsWriting] = useState(false);
  const query = useQuery(operationQuery(memoryProbeGet, { memory_id: memory.id }));
  if (query.isError && !query.data)
    return <ReadProblem happened="The probe could not be loaded." reading={query} />;
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
            title={probe === null ? "Add a probe" : "Change the probe"}
            description={`Searched for in ${repository.name} now, and by each check in the files that changed. No code from the repository is executed.`}
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
  if (!has_repository)
    return (
      <p className="text-muted-foreground text-sm">
        It belongs to no repository, so there is no code to search.
      </p>
    );
  return (
    <>
      <p className="text-muted-foreground text-sm">
        No probe. A probe is a rule that can check what single lines cannot: that every route is guarded, or
        that nothing calls eval.
      </p>
      {canEdit && (
        <div>
          <Button size="sm" onClick={onWrite}>
            <Plus aria-hidden />
            Add a probe
          </Button>
        </div>
      )}
    </>
  );
}

function Result({ probe }: { probe: Probe }) {
  const { status, summary, reason, places, matches, files_url, checked_commit, checked_at } = probe;
  const { problem, violated_since, expectation } = probe;
  const isViolation = !("at_least" in expectation);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <StatusBadge term={{ ...PROBE_STATUSES[status], word: summary }} />
        <span className="text-muted-foreground text-xs">
          last searched <RelativeTime at={checked_at} /> at{" "}
          <code title={checked_commit}>{checked_commit.slice(0, 8)}</code>
        </span>
        {violated_since !== null && (
          <span className="text-muted-foreground text-xs">
            violated since <RelativeTime at={violated_since} />
          </span>
        )}
      </p>
      {reason !== null && <p className="text-sm">{reason}</p>}
      {problem !== null && (
        <p className="text-pretty text-sm text-warn">
          The latest search had no result, so the result before it is shown: {problem}
        </p>
      )}
      <ProbePlaces
        places={places}
        total={matches}
        files_url={files_url}
        label={isViolation ? "Places that violate it" : "Places that match"}
        shown={isViolation ? 5 : 2}
      />
    </>
  );
}

function Claim({ probe }: { probe: Probe }) {
  const { rule, expectation, paths, except, support, files } = probe;
  const expected =
    "at_least" in expectation ? `at least ${countOf(expectation.at_least, "match", "matches")}` : "no match";
  return (
    <>
      <Facts>
        <Fact label="Expected">{expected}</Fact>
        <Fact label="Searched">
          {countOf(files, "file", "files")}
          {support !== null && `, ${countOf(support, "place", "places")} the rule applies to`}
        </Fact>
        {paths.length > 0 && <GlobsFact label="Files" globs={paths} />}
        {except.length > 0 && <GlobsFact label="Excluded files" globs={except} />}
      </Facts>
      <CodeBlock code={rule} label="Rule of the probe" />
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
  if (checks.length < 2) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer rounded-sm text-muted-foreground hover:text-foreground">
        Changes of the result ({formatCount(checks.length)})
      </summary>
      <ul className="mt-1.5 flex flex-col gap-1">
        {checks.map(({ id, checked_at, commit_sha, status, summary }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-t pt-1 text-xs">
            <StatusBadge term={{ ...PROBE_STATUSES[status], word: summary }} />
            <span className="text-muted-foreground">
              <RelativeTime at={checked_at} /> at <code title={commit_sha}>{commit_sha.slice(0, 8)}</code>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Actions({ memory_id, onEdit }: { memory_id: string; onEdit: () => void }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useOperation(memoryProbeRemove, {
    success: "Probe removed",
    onSuccess: () => setIsRemoving(false),
  });
  return (
    <div className="flex gap-2">
      <Button size="sm" aria-label="Edit the probe" onClick={onEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button size="sm" aria-label="Remove the probe" onClick={() => setIsRemoving(true)}>
        <Trash2 aria-hidden />
        Remove
      </Button>
      <Confirm
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title="Remove this probe?"
        verb="Remove"
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ memory_id })}
      >
        Its rule and the history of its results are deleted. The memory stays.
      </Confirm>
    </div>
  );
}
