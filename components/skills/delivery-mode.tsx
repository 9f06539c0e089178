"use client";

import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { whoMay } from "@/components/pieces/who-may";
import { Choose } from "@/components/ui/choose";
import { DELIVERY_MODES, type DeliveryMode, type SkillDetail, skillUpdate } from "@/lib/skills/contract";

const MODE_WORDS: Record<DeliveryMode, { word: string; meaning: string }> = {
  working_copy: {
    word: "into the working copy",
    meaning: "The file is written into the repository's checkout; you commit it yourself.",
  },
  branch: {
    word: "as a commit on a branch",
    meaning: "One commit on a separate branch; working tree and index are not changed.",
  },
  pull_request: {
    word: "as a pull request",
    meaning: "Opened as a pull request on GitHub; you see here when it is merged or closed.",
  },
  none: { word: "fetched by agents", meaning: "No file is written; agents fetch the text from the API." },
};

/** How versions of a skill reach its file, and the choice of another way. */
export function DeliveryModeChoice({ skill }: { skill: SkillDetail }) {
  const { may } = useMe();
  const change = useOperation(skillUpdate, {
    success: ({ delivery_mode }) => `From the next version: ${MODE_WORDS[delivery_mode].word}`,
    refreshOnFailure: true,
  });
  const mode = MODE_WORDS[skill.delivery_mode];
  return (
    <div className="mb-3 flex flex-col gap-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground">New versions are delivered</span>
        {may("skills:manage") ? (
          <Choose
            value={skill.delivery_mode}
            disabled={change.isPending}
            onChoose={(delivery_mode) =>
              change.mutate({ skill_id: skill.id, delivery_mode, version: skill.version })
            }
            options={DELIVERY_MODES.map((value) => ({ value, label: MODE_WORDS[value].word }))}
            className="h-7"
            aria-label="How versions are delivered"
          />
        ) : (
          <>
            <span>{mode.word}</span>
            <span className="text-muted-foreground text-xs">{whoMay("skills:manage", "change it")}</span>
          </>
        )}
      </div>
      <p className="text-pretty text-muted-foreground">{mode.meaning}</p>
      <FormProblem error={change.error} />
    </div>
  );
}
