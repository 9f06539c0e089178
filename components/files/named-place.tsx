"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { filesHref, linesOfHash } from "@/components/pieces/files-href";
import { FilesSkeleton } from "./files-skeleton";

/** Goes on to the files with the lines of the address, which the server does not see. */
export function NamedPlace({
  repository_id,
  path,
  at,
}: {
  repository_id: string;
  path: string;
  at: string | null;
}) {
  const router = useRouter();
  useEffect(() => {
    router.replace(filesHref(repository_id, { path, at, lines: linesOfHash(window.location.hash) }));
  }, [router, repository_id, path, at]);
  return <FilesSkeleton />;
}
