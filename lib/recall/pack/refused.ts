import { isAllowed, noteRefusal, type ResolvedAgentType, resolveAgentType } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Actor } from "@/lib/kernel/actor";
import type { Context, ContextQuestion } from "../contract";
import type { Recalled } from "./context";
import type { Surroundings } from "./request";

/** A key that is bound to one agent type need not name it. */
export function typeOfKey({ kind, agent_types }: Actor): string | undefined {
  if (kind === "agent" && agent_types?.length === 1) return agent_types[0];
  return undefined;
}

/** Why an agent gets no pack under these settings; null when it gets one. */
export function refusalOf({
  settings,
  agent,
  resolved,
}: {
  settings: Settings;
  agent: string | null;
  resolved: ResolvedAgentType;
}): Pick<Context, "outcome" | "reason"> | null {
  if (!settings.enabled) return { outcome: "off", reason: "Memory is switched off." };
  if (isAllowed(settings, { agent, ...resolved })) return null;
  return { outcome: "refused", reason: "The settings do not allow this agent to be served packs." };
}

/** Records that an agent was refused a pack, so that its session and the settings show it. */
export async function recordPackRefusal(
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
