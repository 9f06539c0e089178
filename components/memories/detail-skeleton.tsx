"use client";

import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { memoryPage } from "@/messages/compiled/memory-page";

export function DetailSkeleton({ narrow = false }: { narrow?: boolean }) {
  const t = useMessages(memoryPage);
  return (
    <div aria-busy className={cn("grid gap-x-10 gap-y-6", !narrow && "xl:grid-cols-[minmax(0,1fr)_20rem]")}>
      <span className="sr-only">{t("loading")}</span>
      <div className="flex flex-col gap-4">
        <Skeleton className="w-48" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="mt-2 w-72" />
        <Skeleton className="h-7 w-80" />
        <Skeleton className="mt-4 h-6 w-3/4" />
        <Skeleton className="h-40 w-full" />
      </div>
      <div className={cn("flex flex-col gap-3", narrow && "hidden")}>
        {["w-24", "w-full", "w-full", "w-4/5", "w-24", "w-full", "w-3/5"].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={index} className={width} />
        ))}
      </div>
    </div>
  );
}
