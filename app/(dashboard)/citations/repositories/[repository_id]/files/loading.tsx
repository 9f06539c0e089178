import { FilesSkeleton } from "@/components/files/files-skeleton";

export default function Loading() {
  return <FilesSkeleton />;
}
