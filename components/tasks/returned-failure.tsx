"use client";

import type { ReactNode, RefObject } from "react";
import { LongText } from "@/components/pieces/long-text";
import { KeyHints } from "@/components/review-queue/actions";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { Failure } from "@/lib/tasks/contract";
import { returnedFailures } from "@/messages/compiled/returned-failures";

/** A failure that came back: its message, and what solved it before. */
export function ReturnedFailure({
  failure,
  heading,
  buttons,
}: {
  failure: Failure;
  heading: RefObject<HTMLHeadingElement | null>;
  /** The buttons that decide on it; false where nothing can be decided. */
  buttons: ReactNode;
}) {
  const t = useMessages(returnedFailures);
  return (
    <section aria-labelledby="failure-heading" className="flex min-w-0 flex-col gap-3">
      <h2
        ref={heading}
        id="failure-heading"
        tabIndex={-1}
        className="wrap-anywhere font-medium font-mono text-sm"
      >
        {visible(failure.signature)}
      </h2>
      {buttons !== false && (
        <div className="flex flex-wrap items-center gap-1.5 max-lg:hidden">
          {buttons}
          <KeyHints />
        </div>
      )}
      <p className="wrap-anywhere text-sm">{visible(failure.message)}</p>
      <article aria-label={t("solved_before")} className="rounded-md border bg-card p-4">
        <h3 className="mb-1 text-muted-foreground text-sm">{t("solved_before")}</h3>
        <LongText text={failure.solution ?? ""} what="solution" className="whitespace-pre-wrap" />
      </article>
    </section>
  );
}
