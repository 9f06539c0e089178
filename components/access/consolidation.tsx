"use client";

import { useMutation } from "@tanstack/react-query";
import { countOf, joinSaid } from "@/components/pieces/format";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import type { Settings } from "@/lib/access/contract";
import { call } from "@/lib/doors/client";
import { type Consolidation as Consolidated, memoryConsolidate } from "@/lib/hygiene/contract";
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
  return (
    <Section
      title="Consolidation"
      description="When a session stops, the memories it learned are kept, merged or removed from use. At night the same is done for all memories. Every step can be undone."
    >
      <Choice
        label="Consolidate when a session stops"
        disabled={!editable}
        value={onOrOff(values.auto_consolidate)}
        options={[
          { value: "on", label: "When a session stops" },
          { value: "off", label: "Not when a session stops" },
        ]}
        onChange={(value) => onChange({ ...values, auto_consolidate: value === "on" })}
      />
      <NoPreview>it takes effect when the next session stops.</NoPreview>
      <Choice
        label="Consolidate every night"
        disabled={!editable}
        value={onOrOff(values.nightly_consolidation)}
        options={[
          { value: "on", label: "Every night" },
          { value: "off", label: "Not at night" },
        ]}
        onChange={(value) => onChange({ ...values, nightly_consolidation: value === "on" })}
      />
      <NightPreview />
    </Section>
  );
}

/** What a night would do, asked for by a press: it looks at every memory. */
function NightPreview() {
  const { may } = useMe();
  const look = useMutation({ mutationFn: () => call(memoryConsolidate, { dry_run: true }) });
  if (!may("jobs:manage")) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <Button size="sm" busy={look.isPending} onClick={() => look.mutate()}>
        Preview tonight
      </Button>
      {look.data && <p role="status">{inWords(look.data)}</p>}
      <FormProblem error={look.error} />
    </div>
  );
}

function inWords({ merges, promotions, endings, conflicts }: Consolidated): string {
  const merged = merges.reduce((sum, group) => sum + group.merged.length, 0);
  const sessionMemories = (count: number) => countOf(count, "session memory", "session memories");
  const result = joinSaid([
    merged > 0 && `${countOf(merged, "memory", "memories")} merged into others`,
    promotions.length > 0 && `${sessionMemories(promotions.length)} kept`,
    endings.length > 0 && `${sessionMemories(endings.length)} taken out of use`,
    conflicts > 0 && `${countOf(conflicts, "contradiction", "contradictions")} found`,
  ]);
  if (result === "") return "Nothing would change.";
  return `Result: ${result}.`;
}
