"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toastProblem } from "@/components/pieces/problem";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { type RepositoryWithCounts, repositoryFetch } from "@/lib/citations/contract";
import { refreshAfter } from "@/lib/doors/client";
import { memoryVerifyCitations, repositoryCheck } from "@/lib/memories/contract";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import type { Translate } from "@/messages/message";
import { begin, type Ended, type Look, type Work } from "./repository-work";
import { sumOf } from "./status-bar";

const POLL_MS = 1_000;
/** After this long the page stops waiting; the job goes on. */
const PATIENCE_MS = 180_000;

type Words = Translate<typeof citationsRepositories>;

/** Says what came of the work. */
function report(t: Words, { repository, run }: Ended) {
  const { name, fetch_status, fetch_error, citations, head_commit } = repository;
  // A newer request took the place of the run.
  if (run?.status === "superseded") return sayRunning(t, name);
  if (fetch_status === "failed")
    return toast.error(t("job_not_fetched", { name }), {
      description: t("job_not_fetched_meaning", { reason: fetch_error ?? t("no_answer") }),
      duration: 12_000,
    });
  const commit = head_commit?.slice(0, 8);
  if (run === null)
    return toast.success(t("job_fetched", { name }), {
      description: commit && t("job_fetched_head", { commit }),
    });
  if (run.status === "failed")
    return toast.error(t("job_not_checked", { name }), {
      description: run.error,
      duration: 12_000,
    });
  const failing = citations.edited + citations.missing;
  const checked = checkedWords({ t, count: sumOf(citations), commit });
  if (failing === 0) return toast.success(checked, { description: t("job_none_failing") });
  return toast.warning(checked, { description: t("job_failing", { count: failing }) });
}

function sayRunning(t: Words, name: string) {
  toast.info(t("job_running", { name }), { description: t("job_running_meaning") });
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

  const watch = async (look: Look) => {
    const deadline = Date.now() + PATIENCE_MS;
    while (!stopped.current) {
      const ended = await look();
      if (ended !== null) return report(t, ended);
      if (Date.now() > deadline) return sayRunning(t, repository.name);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  const mutation = useMutation({
    mutationFn: async (work: Work) => {
      setWorking(work);
      const look = await begin(work, repository.id);
      if (work === "check") await refreshAfter(client, repositoryCheck);
      await watch(look);
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
