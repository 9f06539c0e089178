import { noteRefusal, resolveAgentType } from "@/lib/access";
import type { ContextQuestion } from "../contract";
import type { Recalled, Surroundings } from "./context";

/** Records that an agent was refused a pack, so that its session and the settings show it. */
export async function keepRefusal(
  { actor, db, now }: Surroundings,
  {
    question,
    recalled,
  }: {
    question: Pick<ContextQuestion, "agent_type" | "agent_file" | "session_id">;
    recalled: Pick<Recalled, "outcome" | "agent_type" | "settings">;
  },
): Promise<void> {
  const { outcome, agent_type, settings } = recalled;
  if (outcome !== "refused" || agent_type === null || settings === null) return;
  await noteRefusal(db, {
    organization_id: actor.organization_id,
    what: "agent_not_allowed",
    agent: actor.kind === "agent" ? actor.name : null,
    agent_type,
    named: resolveAgentType(question, settings).named,
    session_id: question.session_id,
    now: now(),
  });
}
