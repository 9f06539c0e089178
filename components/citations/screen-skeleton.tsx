"use client";

import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { citationsLoading } from "@/messages/compiled/citations-loading";

/** A page about one thing, while it loads: its head, then what it is made of. */
export function ScreenSkeleton() {
  const t = useMessages(citationsLoading);
  return (
    <div aria-busy className="flex flex-col gap-4">
      <span className="sr-only">{t("page")}</span>
      <Skeleton className="w-24" />
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="h-3 w-64 max-w-full" />
      <Skeleton className="mt-2 h-24 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
