"use client";

import { ViewsNav } from "@/components/pieces/views-nav";
import { useMessages } from "@/components/ui/messages";
import { skillsNav } from "@/messages/compiled/skills-nav";

const VIEWS = [
  { href: "/skills", key: "skills" },
  { href: "/skills/packs", key: "packs" },
] as const;

/** What agents are given from the start: the team's own skills, and what is known of its frameworks. */
export function SkillsNav() {
  const t = useMessages(skillsNav);
  return <ViewsNav label={t("label")} views={VIEWS.map(({ href, key }) => ({ href, label: t(key) }))} />;
}
