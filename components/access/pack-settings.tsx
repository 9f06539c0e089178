"use client";

import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { organizationUpdate, type Settings } from "@/lib/access/contract";
import { limitsOf } from "@/lib/doors/client";
import { settingsPacks } from "@/messages/compiled/settings-packs";
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
  const t = useMessages(settingsPacks);
  const set = (part: Partial<PackTexts>) => onTexts({ ...texts, ...part });
  return (
    <Section
      title={t("title")}
      description={t.rich("description", {
        link: (words) => (
          <Link href="/recalls/playground" className="text-primary underline underline-offset-4">
            {words}
          </Link>
        ),
      })}
    >
      {editable ? (
        <ToggleGroup
          label={t("floor")}
          className="self-start"
          value={texts.is_measured ? "measured" : "fixed"}
          onValueChange={(value) => set({ is_measured: value === "measured" })}
          options={[
            { value: "measured", label: t("floor_measured") },
            { value: "fixed", label: t("floor_custom") },
          ]}
        />
      ) : (
        <p className="font-medium text-sm">
          {texts.is_measured ? t("floor_measured") : t("floor_custom_share", { share: texts.floor })}
        </p>
      )}
      {!texts.is_measured && (
        <ShareSlider
          label={t("minimum")}
          slider_label={t("minimum_slider")}
          hint={t("minimum_hint")}
          error={problemOf("settings.relevance_floor")}
          {...percentLimitsOf("settings.relevance_floor")}
          value={texts.floor}
          onValue={(floor) => set({ floor })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          {...limitsOf(organizationUpdate, "settings.max_context_memories")}
          label={t("most")}
          hint={t("most_hint")}
          error={problemOf("settings.max_context_memories")}
          value={texts.most}
          onValue={(most) => set({ most })}
        />
        <NumberField
          {...limitsOf(organizationUpdate, "settings.token_budget")}
          label={t("budget")}
          hint={t("budget_hint")}
          error={problemOf("settings.token_budget")}
          value={texts.budget}
          onValue={(budget) => set({ budget })}
        />
        <NumberField
          {...limitsOf(organizationUpdate, "settings.context_characters")}
          label={t("characters")}
          hint={t("characters_hint")}
          error={problemOf("settings.context_characters")}
          isOptional
          value={texts.characters}
          onValue={(characters) => set({ characters })}
        />
      </div>
      <ShareSlider
        label={t("holdout")}
        slider_label={t("holdout_slider")}
        hint={t("holdout_hint")}
        error={problemOf("settings.holdout_share")}
        {...percentLimitsOf("settings.holdout_share")}
        value={texts.holdout}
        onValue={(holdout) => set({ holdout })}
      />
      <p className="text-sm">
        <Link href="/recalls/value#holdout" className="text-primary underline underline-offset-4">
          {t(before.holdout_share === 0 ? "holdout_start" : "holdout_see")}
        </Link>
      </p>
      {editable && <PackPreview wanted={settingsOfPackTexts(texts, before)} before={before} />}
    </Section>
  );
}
