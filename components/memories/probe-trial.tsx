"use client";

import { LoaderCircle } from "lucide-react";
import { ProbePlaces } from "@/components/pieces/probe-places";
import { fieldProblem, useProblemText } from "@/components/pieces/problem";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { PROBE_STATUSES } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { ProbeTrial } from "@/lib/citations/contract";
import { memoryProbe } from "@/messages/compiled/memory-probe";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { Fact, Facts } from "./kind-details";

/** Fields of the form that say themselves why the trial was refused. */
const FIELDS = ["/rule", "/expectation", "/paths", "/except"];

/** What a trial found, before anything is stored. While another one is under way, what the last one found stays, faint. */
export function ProbeTrialResult({
  trial,
  error,
  is_pending,
}: {
  trial: ProbeTrial | undefined;
  error: Error | null;
  is_pending: boolean;
}) {
  const t = useMessages(memoryProbe);
  return (
    <section aria-label={t("finds_now")} className="flex min-w-0 flex-col gap-2 border-t pt-3">
      <p className="flex min-h-5 flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{t("finds_now")}</span>
        {is_pending && (
          <span className="inline-flex items-center gap-1.5 text-muted-foreground text-xs">
            <LoaderCircle aria-hidden className="size-3.5 animate-spin motion-reduce:animate-none" />
            {t("searching")}
          </span>
        )}
      </p>
      <div aria-live="polite" className={cn("flex min-w-0 flex-col gap-2", is_pending && "opacity-60")}>
        {error !== null && !is_pending && <Refusal error={error} />}
        {trial && <Found trial={trial} />}
        {trial === undefined && error === null && !is_pending && (
          <p className="text-muted-foreground text-sm">{t("before_trial")}</p>
        )}
      </div>
    </section>
  );
}

function Refusal({ error }: { error: Error }) {
  const t = useMessages(memoryProbe);
  const textOf = useProblemText();
  if (FIELDS.some((field) => fieldProblem(error, field) !== undefined))
    return <p className="text-muted-foreground text-sm">{t("not_tried")}</p>;
  return <p className="text-danger text-sm">{textOf(error)}</p>;
}

function Found({ trial }: { trial: ProbeTrial }) {
  const t = useMessages(memoryProbe);
  const terms = useMessages(vocabulary);
  const { formatCount } = useFormat();
  const { status, summary, reason, support, matches, files, commit_sha, skipped, skipped_files } = trial;
  const { files_with_errors, places } = trial;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <StatusBadge term={PROBE_STATUSES[status]} t={terms} word={summary} />
        <span className="text-muted-foreground text-xs">
          {t.rich("at_commit", {
            commit: () => <code title={commit_sha}>{commit_sha.slice(0, 8)}</code>,
          })}
        </span>
      </p>
      {reason !== null && <p className="text-sm">{reason}</p>}
      <Facts>
        <Fact label={t("support")}>
          {support === null ? (
            <span className="text-muted-foreground">{t("support_unknown")}</span>
          ) : (
            t("support_places", { count: support })
          )}
        </Fact>
        <Fact label={t("matches")}>{formatCount(matches)}</Fact>
        <Fact label={t("files")}>
          {t("trial_files", { count: files })}
          {skipped_files > 0 && (
            <span title={skipped.map((file) => `${file.path}: ${file.reason}`).join("\n")}>
              {t("trial_skipped", { count: skipped_files, reason: skipped[0]?.reason ?? "" })}
            </span>
          )}
          {files_with_errors > 0 && t("trial_errors", { count: files_with_errors })}
        </Fact>
      </Facts>
      <ProbePlaces places={places} total={matches} files_url={null} label={t("places_found")} />
    </>
  );
}
