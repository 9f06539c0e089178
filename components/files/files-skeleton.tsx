"use client";

import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { files } from "@/messages/compiled/files";

/** The files of a repository, while they load: the tree, and what is open. */
export function FilesSkeleton() {
  const t = useMessages(files);
  return (
    <div aria-busy className="flex flex-col gap-4">
      <span className="sr-only">{t("loading")}</span>
      <Skeleton className="w-24" />
      <Skeleton className="h-6 w-96 max-w-full" />
      <div className="grid gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Skeleton className="h-96 w-full max-lg:hidden" />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
}
