"use client";

import { useMutation } from "@tanstack/react-query";
import { joinSaid } from "@/components/pieces/format";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import type { Settings } from "@/lib/access/contract";
import { call } from "@/lib/doors/client";
import { type Consolidation as Consolidated, memoryConsolidate } from "@/lib/hygiene/contract";
import { settingsOrganization } from "@/messages/compiled/settings-organization";
import type { Translate } from "@/messages/message";
import { Choice, onOrOff } from "./choice";
import { NoPreview, Section } from "./section";

export type ConsolidationValues = Pick<Settings, "auto_consolidate" | "nightly_consolidation">;

export const consolidationOf = ({
  auto_consolidate,
  nightly_consolidation,
}: Settings): ConsolidationValues => ({ auto_consolidate, nightly_consolidation });

/** When what says the same is merged, with what a night would merge now. */
export function Consolidation({
  values,
  editable,
  onChange,
}: {
  values: ConsolidationValues;
  editable: boolean;
  onChange: (values: ConsolidationValues) => void;
}) {
  const t = useMessages(settingsOrganization);
  return (
    <Section title={t("consolidation")} description={t("consolidation_description")}>
      <Choice
        label={t("consolidate_stop")}
        disabled={!editable}
        value={onOrOff(values.auto_consolidate)}
        options={[
          { value: "on", label: t("consolidate_stop_on") },
          { value: "off", label: t("consolidate_stop_off") },
        ]}
        onChange={(value) => onChange({ ...values, auto_consolidate: value === "on" })}
      />
      <NoPreview>{t("consolidate_stop_no_preview")}</NoPreview>
      <Choice
        label={t("consolidate_nightly")}
        disabled={!editable}
        value={onOrOff(values.nightly_consolidation)}
        options={[
          { value: "on", label: t("consolidate_nightly_on") },
          { value: "off", label: t("consolidate_nightly_off") },
        ]}
        onChange={(value) => onChange({ ...values, nightly_consolidation: value === "on" })}
      />
      <NightPreview />
    </Section>
  );
}

/** What a night would do, asked for by a press: it looks at every memory. */
function NightPreview() {
  const t = useMessages(settingsOrganization);
  const { may } = useMe();
  const look = useMutation({ mutationFn: () => call(memoryConsolidate, { dry_run: true }) });
  if (!may("jobs:manage")) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <Button size="sm" busy={look.isPending} onClick={() => look.mutate()}>
        {t("tonight")}
      </Button>
      {look.data && <p role="status">{inWords(t, look.data)}</p>}
      <FormProblem error={look.error} />
    </div>
  );
}

function inWords(
  t: Translate<typeof settingsOrganization>,
  { merges, promotions, endings, conflicts }: Consolidated,
): string {
  const merged = merges.reduce((sum, group) => sum + group.merged.length, 0);
  const result = joinSaid([
    merged > 0 && t("tonight_merged", { count: merged }),
    promotions.length > 0 && t("tonight_kept", { count: promotions.length }),
    endings.length > 0 && t("tonight_ended", { count: endings.length }),
    conflicts > 0 && t("tonight_conflicts", { count: conflicts }),
  ]);
  if (result === "") return t("tonight_nothing");
  return t("tonight_result", { result });
}
