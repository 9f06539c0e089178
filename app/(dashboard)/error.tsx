"use client";

import { ErrorState } from "@/components/ui/error-state";

/** A screen that failed to draw. The frame around it stays, so every other section can still be reached. */
export default function ScreenError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorState
      className="max-w-prose"
      happened="This screen could not be shown."
      safe="Nothing was changed."
      remedy={
        error.digest
          ? "Try again. If it persists, give the request below to the people who run this server; its log says why."
          : "Try again. If it persists, reload the page, then tell the people who run this server what you did."
      }
      request_id={error.digest ?? null}
      onRetry={reset}
    />
  );
}
