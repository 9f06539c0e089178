import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/skills", label: "Skills" },
  { href: "/skills/packs", label: "Starter packs" },
];

/** What agents are given from the start: the team's own skills, and what is known of its frameworks. */
export function SkillsNav() {
  return <ViewsNav label="Views of skills" views={VIEWS} />;
}
