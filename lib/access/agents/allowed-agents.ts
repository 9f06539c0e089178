import type { Db } from "@/lib/db/client";
import { invalidField } from "@/lib/kernel/errors";
import type { Settings, SettingsChange } from "../contract";
import { agentTypeName, knownAgentTypes } from "./agent-types";
import { findAgentNames } from "./queries";

/**
 * Looks at a change of the settings before it is saved; `settings` are those that would be in force.
 * @throws AppError invalid_input when a name would be mapped to an agent type that is not known here.
 */
export function assertMapped({
  settings,
  changed,
}: {
  settings: Pick<Settings, "agent_types">;
  changed: SettingsChange | undefined;
}): void {
  const known = knownAgentTypes(settings);
  const unknown = changed?.agent_type_map?.findIndex(({ agent_type }) => !known.has(agent_type)) ?? -1;
  if (unknown >= 0)
    throw invalidField(
      `/settings/agent_type_map/${unknown}/agent_type`,
      "is not a known agent type; add it to agent_types first, or choose a known one",
    );
}

/**
 * Of a change of `allowed_agents`, the entries that are no agent type, no name of the map and no agent that has a key.
 * They are saved all the same: the agent may come later.
 */
export async function unknownAgents(
  db: Db,
  {
    organization_id,
    settings,
    changed,
  }: {
    organization_id: string;
    settings: Pick<Settings, "agent_types" | "agent_type_map">;
    changed: SettingsChange | undefined;
  },
): Promise<string[]> {
  const entries = changed?.allowed_agents ?? [];
  if (entries.length === 0) return [];
  const names = await findAgentNames(db, { organization_id });
  const known = new Set([
    ...knownAgentTypes(settings),
    ...settings.agent_type_map.map(({ pattern }) => agentTypeName(pattern)),
    ...names.map((name) => name.trim().toLowerCase()),
  ]);
  return entries.filter(
    (entry) => !known.has(entry.trim().toLowerCase()) && !known.has(agentTypeName(entry)),
  );
}
