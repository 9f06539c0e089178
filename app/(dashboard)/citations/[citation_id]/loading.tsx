import { ScreenSkeleton } from "@/components/citations/screen-skeleton";

export default function Loading() {
  return <ScreenSkeleton />;
}
