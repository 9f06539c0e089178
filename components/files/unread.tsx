"use client";

import { fieldProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { ErrorState, type ErrorStateProps } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { files } from "@/messages/compiled/files";
import type { PlaceOf } from "./use-place";

/** What is wrong with the address itself, as a sentence; undefined when something else is. */
export const addressProblem = (error: Error | null): string | undefined =>
  fieldProblem(error, "/ref") ?? fieldProblem(error, "/path") ?? fieldProblem(error, "/folder");

/** Why a file or folder is not shown, and the way to where there is something. */
export function Unread({
  problem,
  error,
  place,
}: {
  problem: ErrorStateProps;
  error: Error | null;
  place: PlaceOf;
}) {
  const t = useMessages(files);
  const wrong = addressProblem(error);
  return (
    <div className="flex flex-col items-start gap-3">
      {wrong === undefined ? (
        <ErrorState {...problem} />
      ) : (
        <ErrorState happened={wrong} remedy={t("another_place")} />
      )}
      {place.at !== null && (
        <Button size="sm" onClick={() => place.go({ at: null })}>
          {t("show_head")}
        </Button>
      )}
    </div>
  );
}
