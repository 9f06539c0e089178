"use client";

import { useState } from "react";
import { toastProblem } from "@/components/pieces/problem";
import { type OpenProps, ReasonDialog } from "@/components/pieces/reason-dialog";
import { undoing } from "@/components/pieces/undo";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Failure, failureReopen, failureSolve } from "@/lib/tasks/contract";

/** Attaching a solution and taking it back; both resolve to the ids that were changed and never reject. */
export function useSolving() {
  const refresh = useRefreshAfter(failureSolve, failureReopen);
  return {
    solve: async ({ id: failure_id, status }: Failure, solution: string): Promise<string[]> => {
      try {
        await call(failureSolve, { failure_id, solution });
      } catch (error) {
        toastProblem("The solution could not be attached", error);
        return [];
      }
      const takeBack = async () => {
        await call(failureReopen, { failure_id, came_back: status === "returned" });
        toast.success("Undone");
        await refresh();
      };
      toast.success("Solved", {
        description: "Searches for this error now return the solution.",
        duration: 10_000,
        action: undoing(() =>
          takeBack().catch((error: unknown) => toastProblem("The change could not be undone", error)),
        ),
      });
      await refresh();
      return [failure_id];
    },
    reopen: async ({ id: failure_id, solution, status }: Failure): Promise<string[]> => {
      try {
        await call(failureReopen, { failure_id });
      } catch (error) {
        toastProblem("The failure could not be reopened", error);
        return [];
      }
      const takeBack = async () => {
        if (solution === null) return;
        await call(failureSolve, { failure_id, solution });
        if (status === "returned") await call(failureReopen, { failure_id, came_back: true });
        toast.success("Undone");
        await refresh();
      };
      toast.success("Open again", {
        description: "Its solution was removed.",
        duration: 10_000,
        action: undoing(() =>
          takeBack().catch((error: unknown) => toastProblem("The change could not be undone", error)),
        ),
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
  const { solve } = useSolving();
  return (
    <ReasonDialog
      {...dialog}
      title="What solved it?"
      description="Agents that hit the same error are shown this."
      label="Solution"
      hint="What was wrong, and what fixed it."
      usual={failure.solution ?? ""}
      quote={failure.signature}
      verb="Attach the solution"
      send={(solution) => solve(failure, solution)}
    />
  );
}

export function SolveButton({ failure }: { failure: Failure }) {
  const [open, setOpen] = useState(false);
  const { reopen } = useSolving();
  return (
    <>
      {failure.solution !== null && <Button onClick={() => void reopen(failure)}>Reopen</Button>}
      <Button variant="primary" onClick={() => setOpen(true)}>
        {failure.solution === null ? "Attach a solution" : "Change the solution"}
      </Button>
      <SolutionDialog failure={failure} open={open} onOpenChange={setOpen} />
    </>
  );
}
