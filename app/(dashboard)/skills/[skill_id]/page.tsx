import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadSkillParameters, versionsInput } from "@/components/skills/filters";
import { SkillScreen } from "@/components/skills/skill-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { skillGet, skillVersionList } from "@/lib/skills/contract";

export const generateMetadata = titled("skill");

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ skill_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { skill_id } = await params;
  const { cursor } = await loadSkillParameters(searchParams);
  const state = await prefetchRecord(
    prefetching(skillGet, { skill_id }),
    prefetching(skillVersionList, versionsInput(skill_id, cursor)),
  );
  return (
    <HydrationBoundary state={state}>
      <SkillScreen skill_id={skill_id} />
    </HydrationBoundary>
  );
}
