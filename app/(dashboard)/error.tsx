"use client";

import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { screen } from "@/messages/compiled/screen";

/** A screen that failed to draw. The frame around it stays, so every other section can still be reached. */
export default function ScreenError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useMessages(screen);
  return (
    <ErrorState
      className="max-w-prose"
      happened={t("failed")}
      safe={t("failed_safe")}
      remedy={t(error.digest ? "failed_remedy" : "failed_remedy_here")}
      request_id={error.digest ?? null}
      onRetry={reset}
    />
  );
}
