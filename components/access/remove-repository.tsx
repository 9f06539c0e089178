"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "@/components/pieces/problem";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { useOperation } from "@/components/pieces/use-operation";
import Link from "@/components/ui/link";
import { useLanguage, useMessages } from "@/components/ui/messages";
import {
  KEEPING_RECORDS,
  type RepositoryRecords,
  repositoryRecordsGet,
  repositoryRemove,
} from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { removeRepository } from "@/messages/compiled/remove-repository";

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

const kindsIn = <K extends keyof RepositoryRecords>(records: RepositoryRecords, kinds: readonly K[]): K[] =>
  kinds.filter((kind) => records[kind] > 0);

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
  const isKept = records === undefined || kindsIn(records, KEEPING_RECORDS).length > 0;
  const takes = records !== undefined && kindsIn(records, GOING).length > 0;
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
  const language = useLanguage();
  if (records === undefined) return <p aria-live="polite">{t("counting")}</p>;
  const counted = (kinds: readonly (keyof RepositoryRecords)[]) =>
    new Intl.ListFormat(language, { type: "conjunction" }).format(
      kinds.map((kind) => t(kind, { count: records[kind] })),
    );
  const keeping = kindsIn(records, KEEPING_RECORDS);
  if (keeping.length > 0) {
    return (
      <p aria-live="polite">
        {t("kept", { list: counted(keeping) })}{" "}
        <Link href={`/memories?${new URLSearchParams({ repository: name })}`} className="underline">
          {t("show_memories")}
        </Link>
      </p>
    );
  }
  const going = kindsIn(records, GOING);
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <p>{t("effect")}</p>
      {going.length > 0 && <p className="font-medium">{t("going", { list: counted(going) })}</p>}
    </div>
  );
}
