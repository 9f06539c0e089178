import { notFound } from "next/navigation";
import { titled } from "@/app/messages";
import { NamedPlace } from "@/components/files/named-place";
import { readNamedPlace } from "@/components/files/read-named-place";
import { repositoryList } from "@/lib/citations/contract";
import { callOnServer, requireActor } from "@/lib/doors/server";

export const generateMetadata = titled("files");

type Props = {
  params: Promise<{ place: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Files by the repository's name or id, as links in pull requests have them. */
export default async function NamedFilesPage({ params, searchParams }: Props) {
  await requireActor();
  const named = readNamedPlace((await params).place);
  const { at } = await searchParams;
  if (named === null) notFound();
  const repository_id = named.repository_id ?? (await idOf(named.name));
  if (repository_id === null) notFound();
  return (
    <NamedPlace repository_id={repository_id} path={named.path} at={typeof at === "string" ? at : null} />
  );
}

async function idOf(name: string): Promise<string | null> {
  const { items } = await callOnServer(repositoryList, { name, limit: 1 });
  return items[0]?.id ?? null;
}
