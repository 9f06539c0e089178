import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadSkillsParameters, STUCK, skillsInput } from "@/components/skills/filters";
import { SkillsScreen } from "@/components/skills/skills-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { deliveryList, skillList } from "@/lib/skills/contract";

export const generateMetadata = titled("skills");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadSkillsParameters(searchParams);
  const state = await prefetch(
    prefetching(skillList, skillsInput(parameters)),
    prefetching(deliveryList, STUCK),
  );
  return (
    <HydrationBoundary state={state}>
      <SkillsScreen />
    </HydrationBoundary>
  );
}
