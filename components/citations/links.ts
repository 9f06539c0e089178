import type { CitationStatus } from "@/lib/citations/contract";

/** The list of the citations that a number counts. */
export function citationsHref({
  repository,
  status,
  path,
}: {
  repository: string;
  status?: CitationStatus;
  path?: string;
}): string {
  return `/citations?${new URLSearchParams({
    view: "citations",
    repository,
    ...(status !== undefined && { status }),
    ...(path !== undefined && { path }),
  })}`;
}
