"use client";

import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { skillsWords } from "@/messages/compiled/skills-words";
import { DIFF_VIEWS } from "./filters";

type DiffViewName = (typeof DIFF_VIEWS)[number];

const WORDS = { unified: "view_unified", split: "view_split" } as const;

/** How a difference is shown, where there is room for both ways. */
export function DiffViewToggle({
  label,
  view,
  onView,
  className,
}: {
  label: string;
  view: DiffViewName;
  onView: (view: DiffViewName) => void;
  className: string;
}) {
  const t = useMessages(skillsWords);
  return (
    <ToggleGroup
      label={label}
      className={className}
      value={view}
      onValueChange={onView}
      options={DIFF_VIEWS.map((value) => ({ value, label: t(WORDS[value]) }))}
    />
  );
}
