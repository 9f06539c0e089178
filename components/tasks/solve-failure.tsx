"use client";

import { useState } from "react";
import { toastProblem } from "@/components/pieces/problem";
import { ReasonDialog } from "@/components/pieces/reason-dialog";
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
        toast.success("Taken back");
        await refresh();
      };
      toast.success("Solved", {
        description: "Searches for this error now give the solution.",
        duration: 10_000,
        action: undoing(() =>
          takeBack().catch((error: unknown) => toastProblem("It could not be taken back", error)),
        ),
      });
      await refresh();
      return [failure_id];
    },
    reopen: async (failure_id: string): Promise<string[]> => {
      try {
        await call(failureReopen, { failure_id });
      } catch (error) {
        toastProblem("The failure could not be reopened", error);
        return [];
      }
      toast.success("Open again", { description: "Its solution was removed." });
      await refresh();
      return [failure_id];
    },
  };
}

/** Asks what was wrong and what mended it. */
export function SolutionDialog({
  failure,
  open,
  onOpenChange,
}: {
  failure: Failure;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { solve } = useSolving();
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="What solved it?"
      description="An agent that meets the same error is given this."
      label="Solution"
      hint="What was wrong, and what mended it."
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
      {failure.solution !== null && <Button onClick={() => void reopen(failure.id)}>Reopen</Button>}
      <Button variant="primary" onClick={() => setOpen(true)}>
        {failure.solution === null ? "Attach a solution" : "Change the solution"}
      </Button>
      <SolutionDialog failure={failure} open={open} onOpenChange={setOpen} />
    </>
  );
}
