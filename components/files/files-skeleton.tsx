import { Skeleton } from "@/components/ui/skeleton";

/** The files of a repository, while they load: the tree, and what is open. */
export function FilesSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <span className="sr-only">Loading the files</span>
      <Skeleton className="w-24" />
      <Skeleton className="h-6 w-96 max-w-full" />
      <div className="grid gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Skeleton className="h-96 w-full max-lg:hidden" />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
}
