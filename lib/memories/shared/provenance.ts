import type { Memory } from "../contract";

type Stored = Pick<Memory, "source" | "agent" | "agent_type" | "session_id" | "reasoning" | "outcome">;

/** Where a memory came from and what was said of it, as the history keeps it of each time that it was stored. */
export const provenanceOf = ({ source, agent, agent_type, session_id, reasoning, outcome }: Stored) => ({
  source,
  agent,
  agent_type,
  session_id,
  reasoning,
  outcome,
});
