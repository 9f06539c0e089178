"use client";

import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { useRolesThat } from "@/components/pieces/who-may";
import { Choose } from "@/components/ui/choose";
import { useMessages } from "@/components/ui/messages";
import { DELIVERY_MODES, type DeliveryMode, type SkillDetail, skillUpdate } from "@/lib/skills/contract";
import { skillsDelivery } from "@/messages/compiled/skills-delivery";
import type { PlainKey } from "@/messages/message";

type Word = PlainKey<typeof skillsDelivery>;

const MODE_WORDS: Record<DeliveryMode, { word: Word; meaning: Word }> = {
  working_copy: { word: "mode_working_copy", meaning: "mode_working_copy_meaning" },
  branch: { word: "mode_branch", meaning: "mode_branch_meaning" },
  pull_request: { word: "mode_pull_request", meaning: "mode_pull_request_meaning" },
  none: { word: "mode_none", meaning: "mode_none_meaning" },
};

/** How versions of a skill reach its file, and the choice of another way. */
export function DeliveryModeChoice({ skill }: { skill: SkillDetail }) {
  const t = useMessages(skillsDelivery);
  const { may } = useMe();
  const rolesThat = useRolesThat();
  const change = useOperation(skillUpdate, {
    success: ({ delivery_mode }) => t("from_next_version", { mode: t(MODE_WORDS[delivery_mode].word) }),
    refreshOnFailure: true,
  });
  const mode = MODE_WORDS[skill.delivery_mode];
  return (
    <div className="mb-3 flex flex-col gap-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground">{t("new_versions")}</span>
        {may("skills:manage") ? (
          <Choose
            value={skill.delivery_mode}
            disabled={change.isPending}
            onChoose={(delivery_mode) =>
              change.mutate({ skill_id: skill.id, delivery_mode, version: skill.version })
            }
            options={DELIVERY_MODES.map((value) => ({ value, label: t(MODE_WORDS[value].word) }))}
            className="h-7"
            aria-label={t("mode_label")}
          />
        ) : (
          <>
            <span>{t(mode.word)}</span>
            <span className="text-muted-foreground text-xs">
              {t("who_may_change", { roles: rolesThat("skills:manage") })}
            </span>
          </>
        )}
      </div>
      <p className="text-pretty text-muted-foreground">{t(mode.meaning)}</p>
      <FormProblem error={change.error} />
    </div>
  );
}
