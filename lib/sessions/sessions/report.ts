import type { Consolidated } from "@/lib/hygiene";
import { HIGH_QUALITY } from "@/lib/memories";
import type { SessionReport } from "../contract";

/** What a run of an agent took from memory and gave to it. */
export function reportOf({
  recalls,
  learned,
  consolidated,
}: {
  recalls: readonly { agent_type: string | null; served: readonly string[] }[];
  learned: readonly { id: string; quality: number; scope: string; is_new: boolean }[];
  consolidated: Consolidated;
}): SessionReport {
  const fresh = learned.filter(({ is_new }) => is_new);
  const withMemory = recalls.filter(({ served }) => served.length > 0);
  return {
    memories_used: new Set(withMemory.flatMap(({ served }) => served)).size,
    memories_stored: fresh.length,
    memories_observed: learned.length - fresh.length,
    high_quality: fresh.filter(({ quality }) => quality >= HIGH_QUALITY).length,
    global: fresh.filter(({ scope }) => scope === "global").length,
    agents_with_memory: [...new Set(withMemory.flatMap(({ agent_type }) => agent_type ?? []))].sort(),
    recalls: recalls.length,
    ...consolidated,
  };
}
