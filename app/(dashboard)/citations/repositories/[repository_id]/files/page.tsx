import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { FilesScreen } from "@/components/files/files-screen";
import { fileInput, loadFileParameters, treeInput } from "@/components/files/parameters";
import { repositoryFileGet, repositoryGet, repositoryTreeList } from "@/lib/citations/contract";
import { prefetching, prefetchRecord, requireActor } from "@/lib/doors/server";

export const generateMetadata = titled("files");

type Props = {
  params: Promise<{ repository_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function FilesPage({ params, searchParams }: Props) {
  const { repository_id } = await params;
  const { path, at } = await loadFileParameters(searchParams);
  await requireActor();
  const state = await prefetchRecord(
    prefetching(repositoryGet, { repository_id }),
    prefetching(repositoryTreeList, treeInput({ repository_id, path: "", at })),
    ...(path === "" ? [] : [prefetching(repositoryFileGet, fileInput({ repository_id, path, at }))]),
  );
  return (
    <HydrationBoundary state={state}>
      <FilesScreen repository_id={repository_id} />
    </HydrationBoundary>
  );
}
