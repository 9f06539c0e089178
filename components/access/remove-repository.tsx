"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "@/components/pieces/problem";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { useOperation } from "@/components/pieces/use-operation";
import Link from "@/components/ui/link";
import { useLanguage, useMessages } from "@/components/ui/messages";
import { type RepositoryRecords, repositoryRecordsGet, repositoryRemove } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { removeRepository } from "@/messages/compiled/remove-repository";

/** What stays until its memories are deleted. */
const KEEPING = ["memories", "citations", "probes"] as const;

/** What goes with the repository. */
const GOING = [
  "reviews",
  "review_imports",
  "skills",
  "tasks",
  "solution_patterns",
  "failures",
  "test_runs",
  "task_searches",
] as const;

/** Asks before a repository is removed, with what keeps it and what would be removed with it; its name is typed. */
export function RemoveRepositoryConfirm({
  repository,
  open,
  onOpenChange,
  onRemoved,
}: {
  repository: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: () => void;
}) {
  const t = useMessages(removeRepository);
  const { id: repository_id, name } = repository;
  const reading = useQuery({
    ...operationQuery(repositoryRecordsGet, { repository_id }),
    enabled: open,
    // What it says is removed for good: never what was counted before.
    staleTime: 0,
  });
  const remove = useOperation(repositoryRemove, { success: t("removed", { name }), onSuccess: onRemoved });
  const records = reading.isFetching ? undefined : reading.data;
  const isKept = records === undefined || KEEPING.some((kind) => records[kind] > 0);
  const takes = records !== undefined && GOING.some((kind) => records[kind] > 0);
  return (
    <TypedConfirm
      expected={name}
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { name })}
      verb={t("confirm")}
      error={remove.error}
      busy={remove.isPending}
      disabled={isKept}
      onConfirm={() => remove.mutate({ repository_id, records: takes ? "delete" : "keep" })}
    >
      {reading.isError ? (
        <ReadProblem happened={t("unreadable")} reading={reading} />
      ) : (
        <Effect name={name} records={records} />
      )}
    </TypedConfirm>
  );
}

function Effect({ name, records }: { name: string; records: RepositoryRecords | undefined }) {
  const t = useMessages(removeRepository);
  const list = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  if (records === undefined) return <p aria-live="polite">{t("counting")}</p>;
  const keeping = KEEPING.filter((kind) => records[kind] > 0);
  if (keeping.length > 0) {
    return (
      <p aria-live="polite">
        {t("kept", { list: list.format(keeping.map((kind) => t(kind, { count: records[kind] }))) })}{" "}
        <Link href={`/memories?${new URLSearchParams({ repository: name })}`} className="underline">
          {t("show_memories")}
        </Link>
      </p>
    );
  }
  const going = GOING.filter((kind) => records[kind] > 0);
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <p>{t("effect")}</p>
      {going.length > 0 && (
        <p className="font-medium">
          {t("going", { list: list.format(going.map((kind) => t(kind, { count: records[kind] }))) })}
        </p>
      )}
    </div>
  );
}
