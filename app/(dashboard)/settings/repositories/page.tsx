import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Repositories } from "@/components/access/repositories";
import { repositoryList } from "@/lib/citations/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Repositories" };

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function RepositoriesPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(repositoryList, { cursor }))}>
      <Repositories />
    </HydrationBoundary>
  );
}
