import type { Memory } from "@/lib/memories/contract";

/** Whether an agent with a task in the words of the query could be served it. */
export const couldBeServed = (
  { memory, relevance }: { memory: Pick<Memory, "status">; relevance: number },
  relevance_floor: number,
) => memory.status === "active" && relevance >= relevance_floor;
