"use client";

import { useQuery } from "@tanstack/react-query";
import type { Formats } from "@/components/pieces/format";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { HOLDOUT_SESSIONS, type HoldoutMeasure, holdoutGet } from "@/lib/sessions/contract";
import { overviewFigures } from "@/messages/compiled/overview-figures";
import type { PlainKey, Translate } from "@/messages/message";
import { comparisonOf } from "./readings";

type Words = { t: Translate<typeof overviewFigures> };

const WORDS: Record<HoldoutMeasure["name"], PlainKey<typeof overviewFigures>> = {
  findings_rejected: "measure_findings_rejected",
  retries: "measure_retries",
  errors_met_again: "measure_errors_met_again",
  corrections: "measure_corrections",
  session_minutes: "measure_session_minutes",
};

/** What the comparison with held-out sessions shows, and never more than its intervals say. */
export function Comparison({ repository }: { repository: string | undefined }) {
  const t = useMessages(overviewFigures);
  const formats = useFormat();
  const reading = useQuery(operationQuery(holdoutGet, comparisonOf(repository)));
  if (reading.isError) return <p className="text-sm">{t("comparison_unavailable")}</p>;
  if (!reading.data) return <Skeleton className="w-2/3" />;
  const { share, with_memory, held_out, measures } = reading.data;
  if (share === 0 && held_out === 0)
    return <p className="text-pretty text-muted-foreground text-sm">{t("no_holdout")}</p>;
  const sure = measures.filter(({ verdict }) => verdict === "lower" || verdict === "higher");
  const isEnough = with_memory >= HOLDOUT_SESSIONS && held_out >= HOLDOUT_SESSIONS;
  const sample =
    share > 0
      ? t("sample_running", { with_memory, held_out, share: formats.formatShare(share) })
      : t("sample", { with_memory, held_out });
  return (
    <p className="text-pretty text-sm">
      {t.rich("compared", {
        title: (content) => <span className="font-medium">{content}</span>,
        differences:
          sure.map((measure) => saidOf({ t, formats, measure })).join("; ") || noneShown(t, isEnough),
        quiet: (content) => <span className="text-muted-foreground tabular-nums">{content}</span>,
        sample,
      })}
    </p>
  );
}

function noneShown(t: Words["t"], isEnough: boolean): string {
  if (isEnough) return t("no_difference");
  return t("too_few_sessions", { least: HOLDOUT_SESSIONS });
}

/** "findings rejected lower by 12 points [5 points to 19 points]". */
function saidOf({
  t,
  formats: { formatDecimal },
  measure: { name, difference, verdict },
}: Words & { formats: Formats; measure: HoldoutMeasure }): string {
  if (difference === null) return t(WORDS[name]);
  const isShare = name === "findings_rejected" || name === "corrections";
  const ends = [Math.abs(difference.low), Math.abs(difference.high)].toSorted((a, b) => a - b);
  const [near = 0, far = 0] = ends;
  const sized = (value: number) => {
    if (isShare) return t("points", { points: Math.round(value * 100) });
    return formatDecimal(value, 2);
  };
  return t("difference", {
    measure: t(WORDS[name]),
    verdict,
    size: sized(Math.abs(difference.value)),
    near: sized(near),
    far: sized(far),
  });
}
