"use client";

import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { BUCKETS } from "@/lib/kernel/buckets";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import { bucketOf, PERIOD_WORDS, PERIODS, type RuleParameters } from "./filters";

/** The choice of how far a screen looks back, and in which buckets it draws that. */
export function PeriodToggles({
  parameters,
  onChange,
}: {
  parameters: RuleParameters;
  onChange: (values: Partial<Pick<RuleParameters, "period" | "bucket">>) => void;
}) {
  const words = useMessages(reviewsWords);
  return (
    <>
      <ToggleGroup
        label={words("period")}
        value={parameters.period}
        onValueChange={(period) => onChange({ period })}
        options={PERIODS.map((period) => ({ value: period, label: words(PERIOD_WORDS[period]) }))}
      />
      <ToggleGroup
        label={words("bucket")}
        value={bucketOf(parameters)}
        onValueChange={(bucket) => onChange({ bucket })}
        options={BUCKETS.map((bucket) => ({ value: bucket, label: words(`bucket_${bucket}`) }))}
      />
    </>
  );
}
