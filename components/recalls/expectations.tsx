"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { ListExport } from "@/components/pieces/list-export";
import { ReadProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { expectationDelete, expectationList, expectationReplay } from "@/lib/recall/contract";
import { recallsPlayground } from "@/messages/compiled/recalls-playground";
import type { Translate } from "@/messages/message";

const LISTED = { limit: 50 };

/** What the last replay said about an expectation. */
function replayWords({
  t,
  passed,
  found_at,
  within,
}: {
  t: Translate<typeof recallsPlayground>;
  passed: boolean | null;
  found_at: number | null;
  within: number;
}): string {
  if (passed === null) return t("never_replayed");
  if (passed) return t("passes", { place: String(found_at), within });
  if (found_at === null) return t("fails_not_served", { within });
  return t("fails_place", { place: found_at, within });
}

/** Which memories must be among the first for which questions, and whether they still are. */
export function Expectations({ may_write }: { may_write: boolean }) {
  const t = useMessages(recallsPlayground);
  const query = useQuery(operationQuery(expectationList, LISTED));
  const replay = useOperation(expectationReplay, {
    success: ({ passed, failed }) => t("replayed", { passed, failed }),
    failure: t("not_replayed"),
  });
  const remove = useOperation(expectationDelete, { failure: t("not_deleted") });
  if (query.isError) return <ReadProblem happened={t("expectations_unreadable")} reading={query} />;
  if (query.isPending) return <Skeleton className="h-24" />;
  const { items, total } = query.data;
  return (
    <section aria-labelledby="expectations">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="expectations" className="font-medium">
          {t("expectations")} <span className="text-muted-foreground tabular-nums">{total}</span>
        </h2>
        <span className="flex items-center gap-1">
          <ListExport contract={expectationList} input={{}} total={total} />
          {may_write && items.length > 0 && (
            <Button size="sm" busy={replay.isPending} onClick={() => replay.mutate({})}>
              {t("replay")}
            </Button>
          )}
        </span>
      </div>
      {items.length === 0 ? (
        <p className="rounded-md border p-4 text-muted-foreground text-sm">{t("no_expectations")}</p>
      ) : (
        <ul className="divide-y rounded-md border bg-card">
          {items.map(({ id, name, memory, within, passed, found_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3">
              <span className="min-w-0 flex-1 basis-64">
                <span className="block wrap-anywhere">{name}</span>
                <span className="line-clamp-1 text-muted-foreground text-xs">
                  {visible(memory.statement)}
                </span>
              </span>
              <span className="text-xs">{replayWords({ t, passed, found_at, within })}</span>
              {may_write && (
                <Button
                  size="icon_sm"
                  variant="ghost"
                  aria-label={t("delete_expectation", { name })}
                  onClick={() => remove.mutate({ expectation_id: id })}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
