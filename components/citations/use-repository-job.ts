"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toastProblem } from "@/components/pieces/problem";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { type RepositoryWithCounts, repositoryFetch, repositoryGet } from "@/lib/citations/contract";
import { call, refreshAfter } from "@/lib/doors/client";
import { memoryVerifyCitations, repositoryCheck } from "@/lib/memories/contract";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import type { Translate } from "@/messages/message";
import { sumOf } from "./status-bar";

type Work = "check" | "fetch";

const POLL_MS = 1_000;
/** After this long the page stops waiting; the job goes on. */
const PATIENCE_MS = 180_000;

/** Whether a repository shows that work which began when it looked like `before` has ended. */
function hasEnded(work: Work, before: RepositoryWithCounts, now: RepositoryWithCounts): boolean {
  if (now.fetch_status === "failed" && now.fetch_error !== before.fetch_error) return true;
  if (work === "check") return now.checked_at !== before.checked_at;
  return now.fetch_status !== "pending" && now.fetched_at !== before.fetched_at;
}

type Words = Translate<typeof citationsRepositories>;

/** Says what came of the work. */
function report(
  t: Words,
  work: Work,
  { name, fetch_status, fetch_error, citations, head_commit }: RepositoryWithCounts,
) {
  if (fetch_status === "failed")
    return toast.error(t("job_not_fetched", { name }), {
      description: t("job_not_fetched_meaning", { reason: fetch_error ?? t("no_answer") }),
      duration: 12_000,
    });
  const commit = head_commit?.slice(0, 8);
  if (work === "fetch")
    return toast.success(t("job_fetched", { name }), {
      description: commit && t("job_fetched_head", { commit }),
    });
  const failing = citations.edited + citations.missing;
  const checked = checkedWords({ t, count: sumOf(citations), commit });
  if (failing === 0) return toast.success(checked, { description: t("job_none_failing") });
  return toast.warning(checked, { description: t("job_failing", { count: failing }) });
}

function checkedWords({ t, count, commit }: { t: Words; count: number; commit: string | undefined }): string {
  if (commit === undefined) return t("job_checked", { count });
  return t("job_checked_at", { count, commit });
}

/**
 * Starts a check or a fetch of a repository and watches the repository until the job has ended. `working` names what is
 * under way.
 */
export function useRepositoryJob(repository: RepositoryWithCounts) {
  const t = useMessages(citationsRepositories);
  const client = useQueryClient();
  const refresh = useRefreshAfter(memoryVerifyCitations, repositoryCheck, repositoryFetch);
  const [working, setWorking] = useState<Work | null>(null);
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  const watch = async (work: Work, before: RepositoryWithCounts) => {
    const deadline = Date.now() + PATIENCE_MS;
    while (!stopped.current) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const now = await call(repositoryGet, { repository_id: before.id });
      if (hasEnded(work, before, now)) return report(t, work, now);
      if (Date.now() > deadline)
        return toast.info(t("job_running", { name: before.name }), {
          description: t("job_running_meaning"),
        });
    }
  };

  const mutation = useMutation({
    mutationFn: async (work: Work) => {
      setWorking(work);
      const before = await call(repositoryGet, { repository_id: repository.id });
      const contract = work === "check" ? repositoryCheck : repositoryFetch;
      await call(contract, { repository_id: repository.id });
      if (work === "check") await refreshAfter(client, repositoryCheck);
      await watch(work, before);
    },
    onError: (error, work) =>
      toastProblem(
        t(work === "check" ? "job_not_checked" : "job_not_fetched", { name: repository.name }),
        error,
      ),
    onSettled: async () => {
      setWorking(null);
      if (client.isMutating() <= 1) await refresh();
    },
  });
  return { working, start: (work: Work) => mutation.mutate(work) };
}
