import { LoaderCircle } from "lucide-react";
import { countOf, formatCount } from "@/components/pieces/format";
import { ProbePlaces } from "@/components/pieces/probe-places";
import { fieldProblem, problemText } from "@/components/pieces/problem";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { PROBE_STATUSES } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import type { ProbeTrial } from "@/lib/citations/contract";
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
  return (
    <section aria-label="What it finds now" className="flex min-w-0 flex-col gap-2 border-t pt-3">
      <p className="flex min-h-5 flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">What it finds now</span>
        {is_pending && (
          <span className="inline-flex items-center gap-1.5 text-muted-foreground text-xs">
            <LoaderCircle aria-hidden className="size-3.5 animate-spin motion-reduce:animate-none" />
            Searching the repository
          </span>
        )}
      </p>
      <div aria-live="polite" className={cn("flex min-w-0 flex-col gap-2", is_pending && "opacity-60")}>
        {error !== null && !is_pending && <Refusal error={error} />}
        {trial && <Found trial={trial} />}
        {trial === undefined && error === null && !is_pending && (
          <p className="text-muted-foreground text-sm">
            Write a rule: its matches in the repository are shown here before anything is stored.
          </p>
        )}
      </div>
    </section>
  );
}

function Refusal({ error }: { error: Error }) {
  if (FIELDS.some((field) => fieldProblem(error, field) !== undefined))
    return <p className="text-muted-foreground text-sm">It could not be tried; see the field above.</p>;
  return <p className="text-danger text-sm">{problemText(error)}</p>;
}

function Found({ trial }: { trial: ProbeTrial }) {
  const { status, summary, reason, support, matches, files, commit_sha, skipped, skipped_files } = trial;
  const { files_with_errors, places } = trial;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <StatusBadge term={{ ...PROBE_STATUSES[status], word: summary }} />
        <span className="text-muted-foreground text-xs">
          at commit <code title={commit_sha}>{commit_sha.slice(0, 8)}</code>
        </span>
      </p>
      {reason !== null && <p className="text-sm">{reason}</p>}
      <Facts>
        <Fact label="Support">
          {support === null ? (
            <span className="text-muted-foreground">not counted: the rule has no `not`</span>
          ) : (
            `${countOf(support, "place", "places")} the rule applies to`
          )}
        </Fact>
        <Fact label="Matches">{formatCount(matches)}</Fact>
        <Fact label="Files">
          {formatCount(files)} searched
          {skipped_files > 0 && (
            <span title={skipped.map((file) => `${file.path}: ${file.reason}`).join("\n")}>
              , {formatCount(skipped_files)} left out ({skipped[0]?.reason})
            </span>
          )}
          {files_with_errors > 0 &&
            `, ${formatCount(files_with_errors)} with syntax errors, searched as far as possible`}
        </Fact>
      </Facts>
      <ProbePlaces places={places} total={matches} files_url={null} label="Places it finds" />
    </>
  );
}
