"use client";

import { useState } from "react";
import { toastProblem } from "@/components/pieces/problem";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { toastDone } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Failure, failureReopen, failureSolve } from "@/lib/tasks/contract";
import { returnedFailures } from "@/messages/compiled/returned-failures";

/** Attaching a solution and taking it back; both resolve to the ids that were changed and never reject. */
export function useSolving() {
  const t = useMessages(returnedFailures);
  const refresh = useRefreshAfter(failureSolve, failureReopen);
  /**
   * Has a failure as it was before: with its solution, and among those that came back if it was there. `version`: as this
   * change left it; what others attached since stays.
   */
  const putBack = async ({ id: failure_id, solution, fix_commit, status }: Failure, version: number) => {
    if (solution === null) await call(failureReopen, { failure_id, version });
    else await call(failureSolve, { failure_id, solution, commit: fix_commit ?? undefined, version });
    if (status === "returned") await call(failureReopen, { failure_id, came_back: true });
    toast.success(t("undone"));
    await refresh();
  };
  const undoTo = (before: Failure, version: number) => () =>
    putBack(before, version).catch((error: unknown) => toastProblem(t("not_undone"), error));
  const change = async (
    failure: Failure,
    { send, done, refused }: { send: () => Promise<Failure>; done: "solved" | "open_again"; refused: string },
  ): Promise<string[]> => {
    let changed: Failure;
    try {
      changed = await send();
    } catch (error) {
      toastProblem(refused, error);
      return [];
    }
    toastDone(t(done), {
      description: t(`${done}_meaning`),
      undo: undoTo(failure, changed.version),
    });
    await refresh();
    return [failure.id];
  };
  return {
    solve: (failure: Failure, solution: string) =>
      change(failure, {
        send: () => call(failureSolve, { failure_id: failure.id, solution, version: failure.version }),
        done: "solved",
        refused: t("not_attached"),
      }),
    reopen: (failure: Failure) =>
      change(failure, {
        send: () => call(failureReopen, { failure_id: failure.id, version: failure.version }),
        done: "open_again",
        refused: t("not_reopened"),
      }),
  };
}

/** Asks what was wrong and what mended it. */
export function SolutionDialog({
  failure,
  ...dialog
}: OpenProps & { failure: Failure; onDone?: (ids: string[]) => void }) {
  const t = useMessages(returnedFailures);
  const { solve } = useSolving();
  return (
    <ReasonDialog
      {...dialog}
      title={t("what_solved")}
      description={t("what_solved_meaning")}
      label={t("solution")}
      hint={t("solution_hint")}
      usual={failure.solution ?? ""}
      draft={`solution.${failure.id}`}
      quote={failure.signature}
      verb={t("attach")}
      send={(solution) => solve(failure, solution)}
    />
  );
}

export function SolveButton({ failure }: { failure: Failure }) {
  const t = useMessages(returnedFailures);
  const [open, setOpen] = useState(false);
  const { reopen } = useSolving();
  return (
    <>
      {failure.solution !== null && <Button onClick={() => void reopen(failure)}>{t("reopen")}</Button>}
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t(failure.solution === null ? "attach_one" : "change")}
      </Button>
      <SolutionDialog failure={failure} open={open} onOpenChange={setOpen} />
    </>
  );
}
