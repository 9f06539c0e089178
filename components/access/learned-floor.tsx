"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type LearnedRelevance, relevanceGet, relevanceReset } from "@/lib/recall/contract";
import { settingsPacks } from "@/messages/compiled/settings-packs";
import { floorInWords } from "./learned-floor-text";

/** From which relevance packs are given, what outcomes taught of it, and the way back. */
export function LearnedFloor({ editable, learning }: { editable: boolean; learning: boolean }) {
  const t = useMessages(settingsPacks);
  const formats = useFormat();
  const reading = useQuery(operationQuery(relevanceGet, {}));
  const problem = readProblem(t("learned_unreadable"), reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data) return <Skeleton className="h-16 w-full" />;
  const { models, reset_at, relevance_floor } = reading.data;
  const hasLearned = models.some(({ learned_at }) => learned_at !== null);
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <ul className="flex flex-col gap-2">
        {models.map((model) => (
          <li key={model.name} className="text-pretty">
            {floorInWords({ t, formats, model, learning, relevance_floor })}
          </li>
        ))}
      </ul>
      {reset_at !== null && (
        <p className="text-muted-foreground">{t("learned_since", { day: formats.formatDay(reset_at) })}</p>
      )}
      {editable && hasLearned && <ResetLearned models={models} />}
    </div>
  );
}

function ResetLearned({ models }: Pick<LearnedRelevance, "models">) {
  const t = useMessages(settingsPacks);
  const [isAsking, setIsAsking] = useState(false);
  const reset = useOperation(relevanceReset, {
    success: t("reset_done"),
    onSuccess: () => setIsAsking(false),
  });
  const count = models.reduce(
    (sum, { reported, inferred, expected }) => sum + reported + inferred + expected,
    0,
  );
  return (
    <>
      <Button size="sm" className="self-start" onClick={() => setIsAsking(true)}>
        {t("reset_open")}
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("reset_title")}
        verb={t("reset")}
        error={reset.error}
        busy={reset.isPending}
        onConfirm={() => reset.mutate({})}
      >
        {t("reset_effect", { count })}
      </Confirm>
    </>
  );
}
