import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadRepositoriesParameters, repositoriesInput } from "@/components/access/parameters";
import { Repositories } from "@/components/access/repositories";
import { repositoryList } from "@/lib/citations/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("repositories");

export default async function RepositoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadRepositoriesParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(repositoryList, repositoriesInput(parameters)))}>
      <Repositories />
    </HydrationBoundary>
  );
}
