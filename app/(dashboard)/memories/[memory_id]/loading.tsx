import { DetailSkeleton } from "@/components/memories/memory-detail";

export default function Loading() {
  return (
    <div className="pt-9">
      <DetailSkeleton />
    </div>
  );
}
