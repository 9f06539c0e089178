"use client";

import Link from "next/link";
import { formatShare } from "@/components/pieces/format";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { organizationUpdate, type Settings } from "@/lib/access/contract";
import { limitsOf } from "@/lib/doors/client";
import { NumberField, percentLimitsOf } from "./number-field";
import { Section } from "./section";

/** What of the packs' settings is typed as text, until it is saved. */
export type PackTexts = { is_measured: boolean; floor: string; most: string };

const USUAL_FLOOR = "20";

export const packTextsOf = ({ relevance_floor, max_context_memories }: Settings): PackTexts => ({
  is_measured: relevance_floor === null,
  floor: relevance_floor === null ? USUAL_FLOOR : String(Math.round(relevance_floor * 100)),
  most: String(max_context_memories),
});

/** The settings that the texts write; a floor that shows the same percent is not touched. */
export function settingsOfPackTexts({ is_measured, floor, most }: PackTexts, before: Settings) {
  const isSame = before.relevance_floor !== null && packTextsOf(before).floor === floor;
  const fixed = isSame ? before.relevance_floor : Number(floor) / 100;
  return { relevance_floor: is_measured ? null : fixed, max_context_memories: Number(most) };
}

/** How relevant a memory must be to be given, how many are given at most, and whether sessions are held out. */
export function PackSettings({
  texts,
  onTexts,
  problems,
  holdout_share,
  editable,
}: {
  texts: PackTexts;
  onTexts: (texts: PackTexts) => void;
  problems: { floor: string | undefined; most: string | undefined };
  holdout_share: number;
  editable: boolean;
}) {
  const set = (part: Partial<PackTexts>) => onTexts({ ...texts, ...part });
  return (
    <Section
      title="Packs"
      description={
        <>
          A pack is what an agent gets before a task: the few memories that are relevant enough, or nothing.{" "}
          <Link href="/recalls/playground" className="text-primary underline underline-offset-4">
            Try another floor in the playground
          </Link>{" "}
          before you save it.
        </>
      }
    >
      {editable ? (
        <ToggleGroup
          label="Relevance floor"
          className="self-start"
          value={texts.is_measured ? "measured" : "fixed"}
          onValueChange={(value) => set({ is_measured: value === "measured" })}
          options={[
            { value: "measured", label: "Floor as measured" },
            { value: "fixed", label: "A floor of your own" },
          ]}
        />
      ) : (
        <p className="font-medium text-sm">
          {texts.is_measured ? "Floor as measured" : `A floor of ${texts.floor} %`}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {!texts.is_measured && (
          <NumberField
            label="A pack is given from (%)"
            hint="One memory must be this relevant to the task; the next ones need less, as measured."
            error={problems.floor}
            {...percentLimitsOf("settings.relevance_floor")}
            value={texts.floor}
            onValue={(floor) => set({ floor })}
          />
        )}
        <NumberField
          {...limitsOf(organizationUpdate, "settings.max_context_memories")}
          label="Memories in a pack at most"
          hint="Those that rank first are taken."
          error={problems.most}
          value={texts.most}
          onValue={(most) => set({ most })}
        />
      </div>
      <p className="text-sm">
        {holdout_share === 0
          ? "No session is held out: every one gets memory."
          : `${formatShare(holdout_share)} of sessions are held out and get no memory.`}{" "}
        <Link href="/recalls/value#holdout" className="text-primary underline underline-offset-4">
          {holdout_share === 0 ? "Find out whether memory helps" : "See what the comparison shows"}
        </Link>
      </p>
    </Section>
  );
}
