import { DetailSkeleton } from "@/components/memories/detail-skeleton";

export default function Loading() {
  return (
    <div className="pt-9">
      <DetailSkeleton />
    </div>
  );
}
