"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type LearnedRelevance, relevanceGet, relevanceReset } from "@/lib/recall/contract";
import { floorInWords } from "./learned-floor-text";

/** From which relevance packs are given, what outcomes taught of it, and the way back. */
export function LearnedFloor({ editable, learning }: { editable: boolean; learning: boolean }) {
  const reading = useQuery(operationQuery(relevanceGet, {}));
  const problem = readProblem("The relevance floor", reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data) return <Skeleton className="h-16 w-full" />;
  const { models, reset_at, relevance_floor } = reading.data;
  const hasLearned = models.some(({ learned_at }) => learned_at !== null);
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <ul className="flex flex-col gap-2">
        {models.map((model) => (
          <li key={model.name} className="text-pretty">
            {floorInWords({ model, learning, relevance_floor })}
          </li>
        ))}
      </ul>
      {reset_at !== null && (
        <p className="text-muted-foreground">
          Outcomes count since {new Date(reset_at).toLocaleDateString("en-GB", { dateStyle: "medium" })}, when
          what was learned was reset.
        </p>
      )}
      {editable && hasLearned && <ResetLearned models={models} />}
    </div>
  );
}

function ResetLearned({ models }: Pick<LearnedRelevance, "models">) {
  const [isAsking, setIsAsking] = useState(false);
  const reset = useOperation(relevanceReset, {
    success: "The floor is back to the measured value",
    onSuccess: () => setIsAsking(false),
  });
  const count = models.reduce(
    (sum, { reported, inferred, expected }) => sum + reported + inferred + expected,
    0,
  );
  return (
    <>
      <Button size="sm" className="self-start" onClick={() => setIsAsking(true)}>
        Reset what was learned
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Reset what was learned?"
        verb="Reset"
        error={reset.error}
        busy={reset.isPending}
        onConfirm={() => reset.mutate({})}
      >
        The floor goes back to the measured value at once. The {formatCount(count)} outcomes so far stay in
        the ledger and are not learned from again; those of new packs are.
      </Confirm>
    </>
  );
}
