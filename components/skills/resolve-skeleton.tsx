import { Skeleton } from "@/components/ui/skeleton";

/** Where a version and its file will stand beside each other. */
export function ResolveSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="w-2/3" />
      <Skeleton className="h-32" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
