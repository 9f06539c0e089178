import { Skeleton } from "@/components/ui/skeleton";

/** Keeps the place of a chart until the drawing of charts is loaded. */
export const ChartSkeleton = () => <Skeleton className="h-64 w-full" />;
