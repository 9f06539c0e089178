import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadSkillsParameters, STUCK, skillsInput } from "@/components/skills/filters";
import { SkillsScreen } from "@/components/skills/skills-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { deliveryList, skillList } from "@/lib/skills/contract";

export const metadata: Metadata = { title: "Skills" };

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
