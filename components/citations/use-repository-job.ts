"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { countOf } from "@/components/pieces/format";
import { toastProblem } from "@/components/pieces/problem";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { toast } from "@/components/ui/toast";
import { type RepositoryWithCounts, repositoryFetch, repositoryGet } from "@/lib/citations/contract";
import { call, refreshAfter } from "@/lib/doors/client";
import { memoryVerifyCitations, repositoryCheck } from "@/lib/memories/contract";
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

function report(
  work: Work,
  { name, fetch_status, fetch_error, citations, head_commit }: RepositoryWithCounts,
) {
  const at = head_commit ? ` at ${head_commit.slice(0, 8)}` : "";
  if (fetch_status === "failed")
    return toast.error(`${name} could not be fetched`, {
      description: `${fetch_error ?? "The source does not answer."} Its citations keep the status of their last check.`,
      duration: 12_000,
    });
  if (work === "fetch") return toast.success(`Fetched ${name}`, { description: `Its head is${at}.` });
  const failing = citations.edited + citations.missing;
  const checked = `Checked ${countOf(sumOf(citations), "citation", "citations")}${at}`;
  if (failing === 0) return toast.success(checked, { description: "None is edited or missing." });
  return toast.warning(checked, { description: `${countOf(failing, "is", "are")} edited or missing.` });
}

/**
 * Starts a check or a fetch of a repository and watches the repository until the job has ended. `working` names what is
 * under way.
 */
export function useRepositoryJob(repository: RepositoryWithCounts) {
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
      if (hasEnded(work, before, now)) return report(work, now);
      if (Date.now() > deadline)
        return toast.info(`${before.name}: still running`, {
          description: "The job continues in the background; see Settings, Jobs.",
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
        work === "check"
          ? `${repository.name} could not be checked`
          : `${repository.name} could not be fetched`,
        error,
      ),
    onSettled: async () => {
      setWorking(null);
      if (client.isMutating() <= 1) await refresh();
    },
  });
  return { working, start: (work: Work) => mutation.mutate(work) };
}
