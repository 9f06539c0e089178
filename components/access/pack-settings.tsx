"use client";

import Link from "@/components/ui/link";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { organizationUpdate, type Settings } from "@/lib/access/contract";
import { limitsOf } from "@/lib/doors/client";
import { NumberField, percentLimitsOf } from "./number-field";
import { PackPreview } from "./pack-preview";
import { Section } from "./section";
import { ShareSlider } from "./share-slider";

/** What of the packs' settings is typed as text, until it is saved. */
export type PackTexts = {
  is_measured: boolean;
  floor: string;
  most: string;
  budget: string;
  /** Empty: by the agent's role. */
  characters: string;
  holdout: string;
};

const USUAL_FLOOR = "20";

const percentOf = (share: number) => String(Math.round(share * 100));

export const packTextsOf = ({
  relevance_floor,
  max_context_memories,
  token_budget,
  context_characters,
  holdout_share,
}: Settings): PackTexts => ({
  is_measured: relevance_floor === null,
  floor: relevance_floor === null ? USUAL_FLOOR : percentOf(relevance_floor),
  most: String(max_context_memories),
  budget: String(token_budget),
  characters: String(context_characters ?? ""),
  holdout: percentOf(holdout_share),
});

/** A share that shows the same percent is not touched. */
function shareOf(percent: string, before: number | null): number {
  if (before !== null && percentOf(before) === percent) return before;
  return Number(percent) / 100;
}

/** The settings that the texts write. */
export function settingsOfPackTexts(
  { is_measured, floor, most, budget, characters, holdout }: PackTexts,
  before: Settings,
) {
  return {
    relevance_floor: is_measured ? null : shareOf(floor, before.relevance_floor),
    max_context_memories: Number(most),
    token_budget: Number(budget),
    context_characters: characters === "" ? null : Number(characters),
    holdout_share: shareOf(holdout, before.holdout_share),
  };
}

/** How relevant a memory must be to be given, how much is given at most, and whether sessions are held out. */
export function PackSettings({
  texts,
  onTexts,
  problemOf,
  before,
  editable,
}: {
  texts: PackTexts;
  onTexts: (texts: PackTexts) => void;
  problemOf: (path: string) => string | undefined;
  /** As they are saved. */
  before: Settings;
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
            Try one question in the playground
          </Link>
          .
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
            { value: "measured", label: "Measured floor" },
            { value: "fixed", label: "Custom floor" },
          ]}
        />
      ) : (
        <p className="font-medium text-sm">
          {texts.is_measured ? "Measured floor" : `Custom floor: ${texts.floor} %`}
        </p>
      )}
      {!texts.is_measured && (
        <ShareSlider
          label="Minimum relevance (%)"
          hint="A pack is served when one memory is this relevant to the task; the next ones need less, as measured."
          error={problemOf("settings.relevance_floor")}
          {...percentLimitsOf("settings.relevance_floor")}
          value={texts.floor}
          onValue={(floor) => set({ floor })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          {...limitsOf(organizationUpdate, "settings.max_context_memories")}
          label="Maximum memories"
          hint="The highest-ranked ones are served."
          error={problemOf("settings.max_context_memories")}
          value={texts.most}
          onValue={(most) => set({ most })}
        />
        <NumberField
          {...limitsOf(organizationUpdate, "settings.token_budget")}
          label="Maximum tokens"
          hint="A pack never has more."
          error={problemOf("settings.token_budget")}
          value={texts.budget}
          onValue={(budget) => set({ budget })}
        />
        <NumberField
          {...limitsOf(organizationUpdate, "settings.context_characters")}
          label="Target length in characters"
          hint="Empty: depends on the agent's role."
          error={problemOf("settings.context_characters")}
          isOptional
          value={texts.characters}
          onValue={(characters) => set({ characters })}
        />
      </div>
      <ShareSlider
        label="Sessions held out"
        hint="They get no memory, so that they can be compared with the others; 0: every session gets it."
        error={problemOf("settings.holdout_share")}
        {...percentLimitsOf("settings.holdout_share")}
        value={texts.holdout}
        onValue={(holdout) => set({ holdout })}
      />
      <p className="text-sm">
        <Link href="/recalls/value#holdout" className="text-primary underline underline-offset-4">
          {before.holdout_share === 0 ? "Find out whether memory helps" : "See what the comparison shows"}
        </Link>
      </p>
      {editable && <PackPreview wanted={settingsOfPackTexts(texts, before)} before={before} />}
    </Section>
  );
}
