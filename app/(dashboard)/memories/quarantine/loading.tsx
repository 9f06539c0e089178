import { MemoriesSkeleton } from "@/components/memories/memories-skeleton";

export default MemoriesSkeleton;
