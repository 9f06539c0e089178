"use client";

import { OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ErrorState, type ErrorStateProps } from "@/components/ui/error-state";
import { messagesNow, useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/doors/client";
import { problem } from "@/messages/compiled/problem";
import type { Translate } from "@/messages/message";
import { remedyOf } from "./remedies";

type Reading = { error: Error | null; isFetching: boolean; refetch: () => unknown };

/** What ErrorState shows for a reading that failed; null when it did not. `happened` is the whole sentence. */
export function readProblem(happened: string, reading: Reading): ErrorStateProps | null {
  if (reading.error === null) return null;
  return unreadable(happened, reading);
}

const unreadable = (happened: string, { error, refetch, isFetching }: Reading) =>
  errorStateOf(happened, error, { onRetry: () => void refetch(), retrying: isFetching });

/** Stands where a reading failed, and offers to try again; nothing when it did not. `happened` is the whole sentence. */
export function ReadProblem({
  happened,
  reading,
  className = "",
}: {
  happened: string;
  reading: Reading;
  className?: string;
}) {
  if (reading.error === null) return null;
  return <ErrorState className={className} {...unreadable(happened, reading)} />;
}

/** "must not be empty" as a sentence. */
export const sentenceOf = (detail: string | undefined): string | undefined =>
  detail && `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;

/** What is wrong with one field of a form, by its RFC 6901 pointer; a pointer covers what is below it. */
export function fieldProblem(error: Error | null, pointer: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.errors.find(
    (item) => item.pointer === pointer || item.pointer.startsWith(`${pointer}/`),
  );
  return sentenceOf(found?.detail);
}

function knownOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  return null;
}

/** Why a form or an action was refused, unless every reason stands beside one of `fields` already. */
export function FormProblem({ error, fields = [] }: { error: Error | null; fields?: readonly string[] }) {
  if (error === null) return null;
  const known = knownOf(error);
  const isBeside = (pointer: string) =>
    fields.some((field) => pointer === field || pointer.startsWith(`${field}/`));
  if (known && known.errors.length > 0 && known.errors.every(({ pointer }) => isBeside(pointer))) return null;
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-md border border-danger/35 bg-danger-soft/50 p-3 text-sm"
    >
      <OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{error.message}</p>
        {known !== null && (
          <p className="text-pretty">
            <Remedy known={known} />
          </p>
        )}
      </div>
    </div>
  );
}

/** What is safe after a failure, and what to do about it: nodes, so that they are written where they are shown. */
function Said({ text }: { text: "broken_link" | "unknown_remedy" }) {
  return useMessages(problem)(text);
}

function Remedy({ known }: { known: ApiError }) {
  return remedyOf(useMessages(problem), known).text;
}

/** Some remedies say themselves what is safe. */
function Safe({ known }: { known: ApiError | null }) {
  const t = useMessages(problem);
  const isSaid = known !== null && remedyOf(t, known).saysWhatIsSafe;
  return [known?.message, !isSaid && t("nothing_changed")].filter(Boolean).join(" ");
}

/** What ErrorState shows for a failure; `happened` is the whole sentence. */
export function errorStateOf(
  happened: ReactNode,
  error: unknown,
  retry: Pick<ErrorStateProps, "onRetry" | "retrying"> = {},
): ErrorStateProps {
  const known = knownOf(error);
  // An id comes from the address; words about a program's fields would not help a reader who followed a link.
  if (known?.code === "invalid_input" && known.errors.some(({ pointer }) => pointer.endsWith("_id")))
    return { happened, remedy: <Said text="broken_link" /> };
  return {
    happened,
    safe: <Safe known={known} />,
    remedy: known === null ? <Said text="unknown_remedy" /> : <Remedy known={known} />,
    request_id: known?.request_id ?? null,
    ...retry,
  };
}

function problemText(t: Translate<typeof problem>, error: unknown): string {
  if (error instanceof ApiError) return `${error.message} ${remedyOf(t, error).text}`;
  return t("unknown_remedy");
}

/** Says the public text of a failed call, with its remedy. */
export function useProblemText(): (error: unknown) => string {
  const t = useMessages(problem);
  return (error) => problemText(t, error);
}

/** The same for what answers an event. */
export const problemTextNow = (error: unknown): string => problemText(messagesNow(problem), error);

/** Says that an action failed, where no form is open that could. */
export function toastProblem(happened: string, error: unknown): void {
  toast.error(happened, { description: problemTextNow(error), duration: 12_000 });
}

/** Whether the thing changed since it was read. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "conflict";
