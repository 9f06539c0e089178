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
  return {
    solve: async ({ id: failure_id, status }: Failure, solution: string): Promise<string[]> => {
      try {
        await call(failureSolve, { failure_id, solution });
      } catch (error) {
        toastProblem(t("not_attached"), error);
        return [];
      }
      const takeBack = async () => {
        await call(failureReopen, { failure_id, came_back: status === "returned" });
        toast.success(t("undone"));
        await refresh();
      };
      toastDone(t("solved"), {
        description: t("solved_meaning"),
        undo: () => takeBack().catch((error: unknown) => toastProblem(t("not_undone"), error)),
      });
      await refresh();
      return [failure_id];
    },
    reopen: async ({ id: failure_id, solution, status }: Failure): Promise<string[]> => {
      try {
        await call(failureReopen, { failure_id });
      } catch (error) {
        toastProblem(t("not_reopened"), error);
        return [];
      }
      const takeBack = async () => {
        if (solution === null) return;
        await call(failureSolve, { failure_id, solution });
        if (status === "returned") await call(failureReopen, { failure_id, came_back: true });
        toast.success(t("undone"));
        await refresh();
      };
      toastDone(t("open_again"), {
        description: t("open_again_meaning"),
        undo: () => takeBack().catch((error: unknown) => toastProblem(t("not_undone"), error)),
      });
      await refresh();
      return [failure_id];
    },
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
