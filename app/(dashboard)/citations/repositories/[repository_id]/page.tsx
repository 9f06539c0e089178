import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { RepositoryScreen } from "@/components/citations/repository-screen";
import { repositoryCoverageList, repositoryDriftGet, repositoryGet } from "@/lib/citations/contract";
import { prefetching, prefetchRecord, requireActor } from "@/lib/doors/server";

export const generateMetadata = titled("repository");

type Props = { params: Promise<{ repository_id: string }> };

export default async function RepositoryPage({ params }: Props) {
  const { repository_id } = await params;
  const { permissions } = await requireActor();
  const state = await prefetchRecord(
    prefetching(repositoryGet, { repository_id }),
    prefetching(repositoryDriftGet, { repository_id, days: 30 }),
    prefetching(repositoryCoverageList, { repository_id }),
  );
  return (
    <HydrationBoundary state={state}>
      <RepositoryScreen
        repository_id={repository_id}
        can={{
          write: permissions.has("memories:write"),
          check: permissions.has("citations:check"),
          decide: permissions.has("memories:decide"),
        }}
      />
    </HydrationBoundary>
  );
}
